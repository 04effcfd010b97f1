// The rows of a catalogue: added and changed in a drawer, removed after a question, and put back for as long as that is offered.
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import type { AuditKind } from '@wayfare/contract/audit-kinds'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { auditPath } from '../../shared/audit-link.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { useRowWork } from '../../ui/use-row-work.ts'
import { useRowRemoval } from './use-row-removal.tsx'

type CatalogueRow = { id: string; version: number }

type CatalogueOptions<Row extends CatalogueRow, Input> = {
  kind: AuditKind
  isLocked: boolean
  nameOf: (row: Row) => string
  add: (input: Input) => Promise<unknown>
  change: (input: Input & Pick<Row, 'id' | 'version'>) => Promise<unknown>
  remove: (row: Pick<Row, 'id'>) => Promise<unknown>
  restore: (row: Pick<Row, 'id'>) => Promise<unknown>
}

export type CatalogueDrawerProps<Row, Input> = {
  /** null for a new one */
  row: Row | null
  busy: boolean
  /** `before`: what is changed, as it was read last */
  onSave: (input: Input, before: Row | null, onFailed: (cause: unknown) => void) => void
  /** the row as it is saved now; null when it is gone */
  read: (row: Row) => Promise<Row | null>
  onClose: () => void
}

const icon = { size: 16, 'aria-hidden': true } as const

/** The words that a link to the list looks for, asked anew each time that such a link is followed. */
const useAskedSearch = () => {
  const { key, search } = useLocation()
  const asked = new URLSearchParams(search).get('search')
  return asked === null ? undefined : { search: asked, visit: key }
}

export const useCatalogueRows = <Row extends CatalogueRow, Input extends object>(options: CatalogueOptions<Row, Input>) => {
  const t = useT()
  const navigate = useNavigate()
  const work = useRowWork()
  const asked = useAskedSearch()
  const [opened, setOpened] = useState<{ row: Row | null } | null>(null)
  const removal = useRowRemoval<Row>(
    options.nameOf,
    ({ id }) => work.run(id, () => options.remove({ id })),
    ({ id }) => options.restore({ id }),
  )
  const onSave: CatalogueDrawerProps<Row, Input>['onSave'] = async (input, before, onFailed) => {
    const send = () => (before ? options.change({ ...input, id: before.id, version: before.version }) : options.add(input))
    if (await work.run(before?.id ?? 'new', send, onFailed)) setOpened(null)
  }
  const disabledReason = options.isLocked ? t('demo_mode') : null
  const actions = (row: Row): readonly RowAction[] => [
    { label: t('table_edit'), icon: <IconPencil {...icon} />, onClick: () => setOpened({ row }), disabledReason },
    {
      label: t('table_remove'),
      icon: <IconTrash {...icon} />,
      color: 'danger',
      onClick: () => removal.ask(row),
      disabledReason,
    },
    {
      label: t('audit_history'),
      icon: <IconHistory {...icon} />,
      onClick: () => void navigate(auditPath(options.kind, row.id)),
    },
  ]
  const busy = work.busyKey !== null
  return {
    table: { rowKey: ({ id }: Row) => id, asked, actions, busyKey: work.busyKey },
    add: () => setOpened({ row: null }),
    drawer: opened && { row: opened.row, busy, onSave, onClose: () => setOpened(null) },
    dialog: removal.dialog,
  }
}
