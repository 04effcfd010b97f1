// What stands above a list of people: views, search, filters, columns, files in and out, and a way to add one.
import { Button, Stack } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { exportPeople } from '@wayfare/contract/people'
import { toCityTime } from '@wayfare/core/city-time'
import { callFile } from '../../api/call.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { useCityZone } from '../../shared/trip-date-field.tsx'
import { isSameView, viewText } from '../../shared/use-address-view.ts'
import { useNow } from '../../shared/use-now.ts'
import type { Layout } from '../../ui/data-table-model.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import type { PeopleKind } from './people-kinds.ts'
import { countFilters, listDefaultViews, peopleFields } from './people-view.ts'
import { SavedViews } from './saved-views.tsx'
import type { usePeopleView } from './use-people-view.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const PeopleFilters = makeLazyPart(async () => (await import('./people-filters.tsx')).PeopleFilters, <Spinner tall={false} />)

type PeopleToolbarProps = {
  kind: PeopleKind
  look: ReturnType<typeof usePeopleView>
  columns: readonly { id: string; header: string }[]
  layout: Layout
  onLayout: (layout: Layout) => void
  /** how many wait for an approval, where that is known */
  waiting: number | null
  isLocked: boolean
  onAdd: () => void
  onImport: () => void
}

type PartProps = Pick<PeopleToolbarProps, 'kind' | 'look'>

const Exports = ({ kind, look }: PartProps) => {
  const today = toCityTime(useNow(60_000), useCityZone()).slice(0, 10)
  return <ExportMenu name={`${kind.table}-${today}`} fetchFile={(format) => callFile(exportPeople, { ...look.filter, format })} />
}

const ImportButton = ({ locked, onImport }: { locked: boolean; onImport: () => void }) => {
  const t = useT()
  return (
    <Button
      variant="default"
      leftSection={<IconFileUpload size={18} aria-hidden />}
      disabled={locked}
      title={locked ? t('demo_mode') : undefined}
      onClick={onImport}
    >
      {t('people_import')}
    </Button>
  )
}

export const PeopleToolbar = ({ kind, look, columns, layout, onLayout, isLocked, ...props }: PeopleToolbarProps) => {
  const t = useT()
  const format = useFormat()
  const count = countFilters(look.view)
  const isShut = isLocked && !kind.isOpen
  const defaults = listDefaultViews(kind.userType).map(({ name, query }) => ({
    name,
    query,
    ...(name === 'driver_accounts_waiting' ? { label: t(name, { count: format.number(props.waiting ?? 0) }) } : {}),
  }))
  return (
    <Stack gap="sm">
      <SavedViews
        table={kind.table}
        defaults={defaults}
        query={viewText(peopleFields, look.view)}
        isSame={(query) => isSameView(peopleFields, look.view, query)}
        onOpen={look.open}
        layout={layout}
        onLayout={onLayout}
      />
      <TableToolbar
        caption={t(kind.words.title)}
        search={look.view.search ?? ''}
        searchLabel={t(kind.words.search)}
        onSearch={(search) => look.change({ search })}
        filters={{
          count,
          fields: <PeopleFilters kind={kind} view={look.view} onChange={look.change} />,
          onClear: count > 0 ? look.clear : undefined,
        }}
        tools={kind.hasImport && <ImportButton locked={isLocked} onImport={props.onImport} />}
        columns={columns}
        layout={layout}
        onLayout={onLayout}
        exports={<Exports kind={kind} look={look} />}
        locked={isLocked ? t(kind.isOpen ? 'people_locked_open' : 'people_locked') : null}
        add={{ label: t(kind.words.add), onAdd: props.onAdd, disabled: isShut }}
      />
    </Stack>
  )
}
