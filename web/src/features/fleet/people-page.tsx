// One page for the lists of people: riders, drivers, fleet admins and admins for an admin, the own drivers for a fleet admin.
import { Stack } from '@mantine/core'
import type { Person } from '@wayfare/contract/people'
import type { Role } from '@wayfare/core/accounts'
import { mostCounted } from '@wayfare/contract/bookings-filter'
import { Suspense, useMemo, useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { formatSort, sortText } from '../../ui/data-table-model.ts'
import { ServerTable } from '../../ui/server-table.tsx'
import { useCards } from '../../ui/use-narrow.ts'
import { useLayout } from '../../ui/use-layout.ts'
import { makePeopleColumns } from './people-columns.tsx'
import { chooseKind, peopleKinds, type PeopleKind } from './people-kinds.ts'
import { PeopleToolbar } from './people-toolbar.tsx'
import { countFilters } from './people-view.ts'
import type { PersonDrawerProps } from './person-drawer.tsx'
import { peoplePageSize, usePeople, useWaiting } from './use-people.ts'
import { usePeopleView } from './use-people-view.ts'
import { usePersonActions } from './use-person-actions.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const PersonDrawer = makeLazyPart(async () => (await import('./person-drawer.tsx')).PersonDrawer)
const PersonFormDrawer = makeLazyPart(async () => (await import('./person-form-drawer.tsx')).PersonFormDrawer)
const PeopleImportDialog = makeLazyPart(async () => (await import('./people-import-dialog.tsx')).PeopleImportDialog)

/** The list of one role as this person sees it, and what the operator's settings make of it. */
const useKind = (userType: Role) => {
  const { me } = useSession()
  const settings = useSettings().data
  const kind = useMemo(() => chooseKind(peopleKinds[userType], me?.userType ?? 'fleetadmin'), [userType, me?.userType])
  const isLocked = settings?.allowCriticalEditsAdmin === false
  const hasBank = settings?.bankFields ?? false
  return { kind, isLocked, hasBank, keepAs: `${me?.id ?? ''}.${kind.table}` }
}

type Opened = { what: 'form'; person: Person | null } | { what: 'import' } | null

type BesideProps = Pick<PersonDrawerProps, 'id' | 'actionsOf' | 'covered'> & {
  kind: PeopleKind
  opened: Opened
  onClose: () => void
  onDrawerClose: () => void
}

/** What stands beside the table: one person, a form, or a file on its way in. */
const Beside = ({ kind, opened, id, onClose, onDrawerClose, ...props }: BesideProps) => {
  // it stays once it was fetched: closing it gives the focus back
  const [hasDrawer, setDrawer] = useState(id !== null)
  if (id !== null && !hasDrawer) setDrawer(true)
  const isForm = opened?.what === 'form'
  return (
    <Suspense fallback={null}>
      {hasDrawer && <PersonDrawer id={isForm ? null : id} onClose={onDrawerClose} {...props} />}
      {isForm && <PersonFormDrawer kind={kind} person={opened.person} onClose={onClose} />}
      {opened?.what === 'import' && <PeopleImportDialog kind={kind} onClose={onClose} />}
    </Suspense>
  )
}

export const PeoplePage = ({ userType }: { userType: Role }) => {
  const t = useT()
  const format = useFormat()
  const { kind, isLocked, hasBank, keepAs } = useKind(userType)
  const look = usePeopleView(userType)
  const slice = usePeople(look.filter)
  const waiting = useWaiting(userType)
  const isNarrow = useCards()
  const columns = useMemo(
    () => makePeopleColumns(kind, { hasBank, isLocked, isNarrow }, t, format),
    [kind, hasBank, isLocked, isNarrow, t, format],
  )
  const { layout, setLayout } = useLayout(keepAs, columns)
  const [chosen, setOpened] = useState<Opened>(null)
  const asked: Opened = look.isNew && (kind.isOpen || !isLocked) ? { what: 'form', person: null } : null
  const opened = chosen ?? asked
  const close = () => {
    setOpened(null)
    if (look.isNew) look.show(null)
  }
  const { actionsOf, busyKey, dialogs } = usePersonActions(
    (person) => setOpened({ what: 'form', person }),
    () => look.show(null),
  )
  const isFiltered = countFilters(look.view) > 0 || Boolean(look.filter.search)
  return (
    <Stack gap="lg">
      <PageHead title={t(kind.words.title)} intro={t(kind.words.intro)} />
      <ServerTable
        caption={t(kind.words.title)}
        columns={columns}
        layout={layout}
        source={slice}
        pageSize={peoplePageSize}
        most={mostCounted}
        rowKey={({ id }) => id}
        busyKey={busyKey}
        emptyText={t('no_users')}
        sort={formatSort(look.view.sort)}
        onSort={(sort) => look.change({ sort: sortText(sort) })}
        asked={JSON.stringify(look.filter)}
        actions={actionsOf}
        onRow={({ id }) => look.show(id)}
        onClearFilter={isFiltered ? look.clear : undefined}
        toolbar={
          <PeopleToolbar
            kind={kind}
            look={look}
            columns={columns}
            layout={layout}
            onLayout={setLayout}
            waiting={waiting}
            isLocked={isLocked}
            onAdd={() => setOpened({ what: 'form', person: null })}
            onImport={() => setOpened({ what: 'import' })}
          />
        }
      />
      <Beside
        kind={kind}
        opened={opened}
        id={look.personId}
        actionsOf={actionsOf}
        covered={dialogs !== null}
        onClose={close}
        onDrawerClose={() => look.show(null)}
      />
      {dialogs}
    </Stack>
  )
}
