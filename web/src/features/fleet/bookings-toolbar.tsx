// What stands above the bookings of the desk: views, search, filters, columns and the export.
import { Stack } from '@mantine/core'
import { exportBookings } from '@wayfare/contract/bookings-desk'
import { useId, useState } from 'react'
import { callFile } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useCityZone } from '../../shared/trip-date-field.tsx'
import type { Layout } from '../../ui/data-table-model.ts'
import { useProblem } from '../../ui/dialogs.tsx'
import { FilterButton, FilterPanel } from '../../ui/filter-panel.tsx'
import { saveFile } from '../../ui/save-text.ts'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import { ViewChips } from '../../ui/view-chips.tsx'
import { BookingsFilters } from './bookings-filters.tsx'
import { countFilters, defaultViews, isSameView, textOf } from './bookings-view.ts'
import { useSavedViews } from './use-saved-views.ts'
import type { useBookingsView } from './use-bookings-view.ts'
import { cityTimeOf } from '@wayfare/core/city-time'

export type BookingsToolbarProps = {
  look: ReturnType<typeof useBookingsView>
  columns: readonly { id: string; header: string }[]
  layout: Layout
  onLayout: (layout: Layout) => void
}

/** Own views have names of any kind, also that of another view. */
const ownId = (name: string) => `own:${name}`

const Views = ({ look, layout, onLayout }: Omit<BookingsToolbarProps, 'columns'>) => {
  const t = useT()
  const { saved, save, remove } = useSavedViews('bookings')
  const views = [
    ...defaultViews.map(({ name, query }) => ({ id: name, label: t(name), own: false, query, layout: null })),
    ...saved.map(({ name, query, layout: kept }) => ({ id: ownId(name), label: name, own: true, query, layout: kept })),
  ]
  const selected = views.findLast(({ query }) => isSameView(look.view, query))?.id ?? null
  const open = (id: string) => {
    const view = views.find((one) => one.id === id)
    if (!view) return
    look.open(view.query)
    if (view.layout) onLayout(view.layout)
  }
  return (
    <ViewChips
      label={t('views_label')}
      views={views}
      selected={selected}
      onSelect={open}
      onSave={(name) =>
        save({ name, query: textOf(look.view), layout: { ...layout, order: [...layout.order], hidden: [...layout.hidden] } })
      }
      onRemove={(id) => remove(id.slice(ownId('').length))}
    />
  )
}

const useExport = ({ question }: BookingsToolbarProps['look']) => {
  const problem = useProblem()
  const zone = useCityZone()
  const [exporting, setExporting] = useState(false)
  const run = async () => {
    setExporting(true)
    try {
      const file = await callFile(exportBookings, { scope: question.scope, ...question.filter })
      saveFile(file, `bookings-${cityTimeOf(Date.now(), zone).slice(0, 10)}.csv`)
    } catch (cause) {
      problem(cause)
    } finally {
      setExporting(false)
    }
  }
  return { exporting, run }
}

export const BookingsToolbar = ({ look, columns, layout, onLayout }: BookingsToolbarProps) => {
  const t = useT()
  const id = useId()
  const [opened, setOpened] = useState(false)
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const { exporting, run } = useExport(look)
  const count = countFilters(look.view)
  return (
    <Stack gap="sm">
      <Views look={look} layout={layout} onLayout={onLayout} />
      <TableToolbar
        caption={t('nav_bookings')}
        search={look.view.search ?? ''}
        searchLabel={t('bookings_search')}
        onSearch={(search) => look.change({ search })}
        filters={<FilterButton count={count} opened={opened} controls={id} onToggle={() => setOpened(!opened)} />}
        columns={columns}
        layout={layout}
        onLayout={onLayout}
        onExport={() => void run()}
        exporting={exporting}
        locked={isLocked ? t('bookings_locked') : null}
        add={null}
      />
      <FilterPanel id={id} opened={opened} onClose={() => setOpened(false)} onClear={count > 0 ? () => look.open('') : undefined}>
        <BookingsFilters view={look.view} onChange={look.change} />
      </FilterPanel>
    </Stack>
  )
}
