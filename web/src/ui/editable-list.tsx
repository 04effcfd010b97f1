// A short list that is saved as a whole: its rows are written, added, removed and moved in their place.
import { Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ClientTable, type ClientTableProps } from './client-table.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { RowAction, RowEditing } from './data-table-model.ts'
import { FootButtons } from './foot-buttons.tsx'
import { InlineInput } from './inline-input.tsx'
import type { TypedChoice } from './typed-choices.tsx'
import { RowChangedNote } from './row-changed-note.tsx'
import { useText } from './text.ts'
import { useListEditing, type ListEditing, type ListEditingOptions } from './use-list-editing.ts'

type EditField = {
  id: string
  label: string
  numeric?: boolean
  maxLength: number
  /** what may be meant by what was typed, to choose from while it is told to be wrong */
  choicesOf?: (typed: string) => readonly TypedChoice[]
}

type EditableListProps<Row> = Omit<ClientTableProps<Row>, 'add' | 'actions' | 'editing' | 'busyKey' | 'rows' | 'renderDetail'> &
  ListEditingOptions<Row> & {
    /** at most three: more belong into a form */
    fields: readonly EditField[]
    addLabel: string
    canMove?: boolean
    /** nothing can be changed */
    readOnly?: boolean
  }

const icon = { size: 16, 'aria-hidden': true } as const

/** Once a row is no longer written, the focus goes to what can be done with it, or to the way to add one. */
const useFocusReturn = () => {
  const box = useRef<HTMLDivElement>(null)
  const focusRow = (key: string | null) =>
    setTimeout(() => {
      const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const button = rows.find((row) => row.dataset['row'] === key)?.querySelector<HTMLElement>('button[aria-haspopup]')
      const next = button ?? box.current?.querySelector<HTMLElement>('[data-add]')
      next?.focus()
    }, 20)
  return { box, focusRow }
}

/** The row under edit as the table shows it. */
function useRowEditing<Row>(
  state: ListEditing<Row>,
  { fields, rowKey, draftOf, nameOf }: EditableListProps<Row>,
): RowEditing | null {
  const t = useText()
  const { editing, contest, busyKey } = state
  if (!editing) return null
  const isBusy = busyKey !== null
  const row = contest ? contest.theirs : editing.row
  const theirs = contest?.theirs ? draftOf(contest.theirs) : {}
  const differences = fields
    .map(({ id, label }) => ({ label, mine: contest?.mine[id] ?? '', theirs: theirs[id] ?? t('row_changed_deleted') }))
    .filter((field) => field.mine !== field.theirs)
  return {
    key: row && rowKey(row),
    note: contest && editing.row && (
      <RowChangedNote
        key={editing.refused}
        isNews={editing.refused === 0}
        name={nameOf(editing.row)}
        differences={differences}
        busy={isBusy}
        onTheirs={state.takeTheirs}
        onMine={state.keepMine}
      />
    ),
    cell: (column) => {
      const field = fields.find(({ id }) => id === column)
      return (
        field && (
          <InlineInput
            name={field.id}
            label={field.label}
            numeric={field.numeric ?? false}
            maxLength={field.maxLength}
            first={field === fields[0]}
            value={editing.draft[field.id] ?? ''}
            problem={editing.problems[field.id]}
            choices={field.choicesOf?.(editing.draft[field.id] ?? '') ?? []}
            disabled={isBusy}
            onChange={(value) => state.set(field.id, value)}
            onEnter={() => void state.finish()}
            onEscape={state.leave}
          />
        )
      )
    },
    buttons: (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <FootButtons small label={t('save')} busy={isBusy} onPress={() => void state.finish()} onCancel={state.leave} />
      </Group>
    ),
  }
}

export function EditableList<Row>(props: EditableListProps<Row>) {
  const t = useText()
  const { list, reread: _reread, fields: _fields, draftOf: _draftOf, parse: _parse, nameOf, addLabel, ...rest } = props
  const { canMove = false, readOnly = false, ...table } = rest
  const { box, focusRow } = useFocusReturn()
  const state = useListEditing(props, focusRow)
  const editing = useRowEditing(state, props)
  const [removing, setRemoving] = useState<Row | null>(null)
  const isOccupied = state.busyKey !== null || editing !== null
  const wait = isOccupied ? t('table_row_open') : null
  const moveAction = (row: Row, by: -1 | 1, inOrder: boolean): RowAction => {
    const at = list.rows.indexOf(row)
    const isEnd = at + by < 0 || at + by >= list.rows.length
    const reason = inOrder ? wait : t('table_move_sorted')
    return {
      label: t(by < 0 ? 'table_move_up' : 'table_move_down'),
      icon: by < 0 ? <IconArrowUp {...icon} /> : <IconArrowDown {...icon} />,
      onClick: () => void state.move(row, by),
      disabledReason: isEnd ? t('table_move_end') : reason,
    }
  }
  const actions = (row: Row, { inOrder }: { inOrder: boolean }): readonly RowAction[] => [
    { label: t('table_edit'), icon: <IconPencil {...icon} />, onClick: () => state.begin(row), disabledReason: wait },
    ...(canMove ? [moveAction(row, -1, inOrder), moveAction(row, 1, inOrder)] : []),
    {
      label: t('table_remove'),
      icon: <IconTrash {...icon} />,
      color: 'danger',
      onClick: () => setRemoving(row),
      disabledReason: wait,
    },
  ]
  return (
    <div ref={box}>
      <ClientTable
        {...table}
        rows={list.rows}
        editing={editing}
        busyKey={state.busyKey}
        {...(readOnly ? {} : { actions, add: { label: addLabel, onAdd: () => state.begin(null), disabled: isOccupied } })}
      />
      <ConfirmDialog
        opened={removing !== null}
        danger
        title={t('table_remove_title', { name: removing === null ? '' : nameOf(removing) })}
        confirmLabel={t('table_remove')}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing !== null) void state.remove(removing)
          setRemoving(null)
        }}
      >
        {t('table_remove_undo')}
      </ConfirmDialog>
    </div>
  )
}
