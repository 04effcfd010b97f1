// A short list that is saved as a whole: its rows are written, added, removed and moved in their place.
import { Button, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ClientTable } from './client-table.tsx'
import type { ClientTableProps } from './client-table.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { RowAction, RowEditing } from './data-table-model.ts'
import { moveItem, replaceItem } from './data-table-model.ts'
import { useAlert } from './dialogs.tsx'
import { InlineInput } from './inline-input.tsx'
import { useText } from './text.ts'
import { useRowWork } from './use-row-work.ts'

export type Draft = Readonly<Record<string, string>>

export type EditField = { id: string; label: string; numeric?: boolean; maxLength: number }

/** A row of what was written, or a text for each field that is wrong. */
export type Parsed<Row> = { row: Row; problems?: never } | { row?: never; problems: Draft }

export type EditableListProps<Row> = Omit<
  ClientTableProps<Row>,
  'add' | 'actions' | 'editing' | 'busyKey' | 'rows' | 'renderDetail'
> & {
  rows: readonly Row[]
  /** at most three: more belong into a form */
  fields: readonly EditField[]
  draftOf: (row: Row | null) => Draft
  /** `others` are the rest of the list */
  parse: (draft: Draft, others: readonly Row[]) => Parsed<Row>
  save: (rows: readonly Row[]) => Promise<unknown>
  nameOf: (row: Row) => string
  addLabel: string
  canMove?: boolean
  /** nothing can be changed */
  readOnly?: boolean
}

type Editing = { key: string | null; draft: Draft; problems: Draft }

const icon = { size: 16, 'aria-hidden': true } as const

const newRow = 'new'

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

/** What is written now, and what happens to the list. */
function useEditing<Row>({ rows, rowKey, draftOf, parse, save }: EditableListProps<Row>, focusRow: (key: string | null) => void) {
  const t = useText()
  const alert = useAlert()
  const work = useRowWork()
  const [editing, setEditing] = useState<Editing | null>(null)
  const begin = (row: Row | null) => setEditing({ key: row && rowKey(row), draft: draftOf(row), problems: {} })
  const set = (id: string, value: string) =>
    setEditing((now) => {
      if (!now) return now
      const { [id]: _mended, ...problems } = now.problems
      return { ...now, draft: { ...now.draft, [id]: value }, problems }
    })
  const end = (key: string | null) => {
    setEditing(null)
    focusRow(key)
  }
  const isThere = (key: string) => rows.some((row) => rowKey(row) === key)
  const finish = async () => {
    if (!editing || work.busyKey !== null) return
    const { key, draft } = editing
    if (key !== null && !isThere(key)) {
      alert(t('table_row_gone'))
      end(null)
      return
    }
    const { row, problems } = parse(
      draft,
      rows.filter((other) => rowKey(other) !== key),
    )
    if (problems) {
      setEditing({ ...editing, problems })
      return
    }
    if (await work.run(key ?? newRow, () => save(replaceItem(rows, key, row, rowKey)))) end(rowKey(row))
  }
  const remove = async (row: Row) => {
    const rest = rows.filter((other) => rowKey(other) !== rowKey(row))
    const isGone = await work.run(rowKey(row), () => save(rest))
    focusRow(isGone ? null : rowKey(row))
  }
  const move = async (row: Row, by: -1 | 1) => {
    await work.run(rowKey(row), () => save(moveItem(rows, rows.indexOf(row), by)))
    focusRow(rowKey(row))
  }
  return { editing, begin, set, finish, remove, move, leave: () => end(editing?.key ?? null), busyKey: work.busyKey }
}

type State<Row> = ReturnType<typeof useEditing<Row>>

/** The row under edit as the table shows it. */
function useRowEditing<Row>(state: State<Row>, fields: readonly EditField[]): RowEditing | null {
  const t = useText()
  const { editing, busyKey } = state
  if (!editing) return null
  const isBusy = busyKey !== null
  return {
    key: editing.key,
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
        <Button variant="default" mih={44} onClick={state.leave} disabled={isBusy}>
          {t('cancel')}
        </Button>
        <Button mih={44} onClick={() => void state.finish()} loading={isBusy}>
          {t('save')}
        </Button>
      </Group>
    ),
  }
}

export function EditableList<Row>(props: EditableListProps<Row>) {
  const t = useText()
  const {
    fields,
    draftOf: _draftOf,
    parse: _parse,
    save: _save,
    nameOf,
    addLabel,
    canMove = false,
    readOnly = false,
    ...table
  } = props
  const { box, focusRow } = useFocusReturn()
  const state = useEditing(props, focusRow)
  const editing = useRowEditing(state, fields)
  const [removing, setRemoving] = useState<Row | null>(null)
  const isOccupied = state.busyKey !== null || editing !== null
  const wait = isOccupied ? t('table_row_open') : null
  const moveAction = (row: Row, by: -1 | 1, inOrder: boolean): RowAction => {
    const at = props.rows.indexOf(row)
    const isEnd = at + by < 0 || at + by >= props.rows.length
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
        {t('table_remove_text')}
      </ConfirmDialog>
    </div>
  )
}
