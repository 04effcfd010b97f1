// What is written into a list now, and what happens to the list: it is saved as a whole, on top of what others saved meanwhile.
import { useState } from 'react'
import { moveItem, replaceItem } from './data-table-model.ts'
import { useAlert } from './dialogs.tsx'
import { findFailure } from './failures.ts'
import { findContest, type Draft, type EditSession, type ListShape } from './list-contest.ts'
import { useText } from './text.ts'
import { useUndo } from './undo.tsx'
import { useRowWork } from './use-row-work.ts'

/** A row of what was written, or a text for each field that is wrong. */
export type Parsed<Row> = { row: Row; problems?: never } | { row?: never; problems: Draft }

/** The list as it was read, and the way to save another in its place: refused when somebody else saved it since. */
export type SavedList<Row> = { rows: readonly Row[]; save: (rows: readonly Row[]) => Promise<unknown> }

export type ListEditingOptions<Row> = ListShape<Row> & {
  list: SavedList<Row>
  /** as it is saved now; null when what it belongs to is gone */
  reread: () => Promise<SavedList<Row> | null>
  nameOf: (row: Row) => string
  /** `others` are the rest of the list */
  parse: (draft: Draft, others: readonly Row[]) => Parsed<Row>
}

/** The list as one wants it, made of whatever it is by now; null when that cannot be done. */
type Edit<Row> = (rows: readonly Row[]) => readonly Row[] | null

const newRow = 'new'

/** Into the list as it is by now; false when that cannot be done. */
const saveFresh = async <Row>(reread: ListEditingOptions<Row>['reread'], edit: Edit<Row>): Promise<boolean> => {
  const fresh = await reread()
  const wanted = fresh && edit(fresh.rows)
  if (!wanted) return false
  await fresh.save(wanted)
  return true
}

/** False when the edit cannot be done to the list as it is by now. */
const saveEdit = async <Row>(
  { list, reread }: Pick<ListEditingOptions<Row>, 'list' | 'reread'>,
  edit: Edit<Row>,
): Promise<boolean> => {
  const wanted = edit(list.rows)
  if (!wanted) return false
  try {
    await list.save(wanted)
    return true
  } catch (cause) {
    if (findFailure(cause)?.key !== 'row_changed') throw cause
  }
  return saveFresh(reread, edit)
}

/** One change to the list at a time. */
const useListWork = <Row>(options: ListEditingOptions<Row>) => {
  const work = useRowWork()
  const run = async (key: string, edit: Edit<Row>): Promise<boolean> => {
    const outcome = { isDone: false }
    const isFine = await work.run(key, async () => {
      outcome.isDone = await saveEdit(options, edit)
    })
    return isFine && outcome.isDone
  }
  return { run, busyKey: work.busyKey }
}

type Work<Row> = ReturnType<typeof useListWork<Row>>
type OnEnd = (key: string | null) => void

/** Rows that go, or go elsewhere, without being written. */
const useListMoves = <Row>(options: ListEditingOptions<Row>, { run }: Work<Row>, onEnd: OnEnd) => {
  const { list, reread, rowKey, nameOf } = options
  const offerUndo = useUndo()
  const t = useText()
  const alert = useAlert()
  const indexOf = (rows: readonly Row[], key: string) => rows.findIndex((other) => rowKey(other) === key)
  const remove = async (row: Row) => {
    const key = rowKey(row)
    const at = indexOf(list.rows, key)
    const isGone = await run(key, (rows) => rows.filter((other) => rowKey(other) !== key))
    onEnd(isGone ? null : key)
    // at its old place, among whatever there is by then
    const putBack = (rows: readonly Row[]) => (indexOf(rows, key) === -1 ? rows.toSpliced(at, 0, row) : null)
    if (isGone) offerUndo(nameOf(row), () => saveFresh(reread, putBack))
  }
  const move = async (row: Row, by: -1 | 1) => {
    const key = rowKey(row)
    const place = { at: 0 }
    await run(key, (rows) => {
      place.at = indexOf(rows, key)
      return place.at === -1 ? null : moveItem(rows, place.at, by)
    })
    if (place.at === -1) alert(t('table_row_gone'), { title: t('row_gone_title') })
    onEnd(key)
  }
  return { remove, move }
}

/** `onEnd` hears which row is no longer written, or null when it is gone. */
export const useListEditing = <Row>(options: ListEditingOptions<Row>, onEnd: OnEnd) => {
  const { list, rowKey, draftOf, parse } = options
  const work = useListWork(options)
  const [editing, setEditing] = useState<EditSession<Row> | null>(null)
  const keyOf = (row: Row | null) => row && rowKey(row)
  const writing = (row: Row | null, draft = draftOf(row)): EditSession<Row> => {
    return { row, known: list.rows.map(rowKey), draft, problems: {}, refused: 0 }
  }
  const begin = (row: Row | null) => setEditing(writing(row))
  const set = (id: string, value: string) =>
    setEditing((now) => {
      if (!now) return now
      const { [id]: _mended, ...problems } = now.problems
      return { ...now, draft: { ...now.draft, [id]: value }, problems }
    })
  const end = (key: string | null) => {
    setEditing(null)
    onEnd(key)
  }
  const contest = editing && findContest(editing, list.rows, options)
  const writeInto =
    (now: EditSession<Row>): Edit<Row> =>
    (rows) => {
      if (findContest(now, rows, options)) {
        setEditing({ ...now, refused: now.refused + 1 })
        return null
      }
      const key = keyOf(now.row)
      const others = rows.filter((other) => rowKey(other) !== key)
      const { row, problems } = parse(now.draft, others)
      if (problems) setEditing({ ...now, problems })
      return row ? replaceItem(rows, key, row, rowKey) : null
    }
  const finish = async (now = editing) => {
    if (!now || work.busyKey !== null) return
    const write = writeInto(now)
    // what is wrong, or contested, is said at once
    if (!write(list.rows)) return
    const { row } = parse(now.draft, [])
    if (await work.run(keyOf(now.row) ?? newRow, write)) end(row ? rowKey(row) : null)
  }
  const takeTheirs = () => (contest?.theirs ? begin(contest.theirs) : end(null))
  /** On top of theirs; as a new row where they deleted it. */
  const keepMine = () => {
    if (!contest) return
    const next = writing(contest.theirs, contest.mine)
    setEditing(next)
    void finish(next)
  }
  const leave = () => end(keyOf(editing?.row ?? null))
  const moves = useListMoves(options, work, onEnd)
  return { editing, contest, begin, set, finish, ...moves, leave, takeTheirs, keepMine, busyKey: work.busyKey }
}

export type ListEditing<Row> = ReturnType<typeof useListEditing<Row>>
