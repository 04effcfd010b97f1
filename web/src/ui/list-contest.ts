// A row of a list that one writes while others save the list: what it is by now, and what differs from what is typed.
import { listDifferentFields, rebaseDraft } from './row-changed.ts'

export type Draft = Readonly<Record<string, string>>

export type EditSession<Row> = {
  /** the row as it was read; null is a new one */
  row: Row | null
  /** the keys of the list it was read in */
  known: readonly string[]
  draft: Draft
  problems: Draft
  /** how many saves another's change has stopped since the row was read */
  refused: number
}

/** Another saved the row that is written: theirs, null when they deleted it, and what is typed on top of theirs. */
type Contest<Row> = { theirs: Row | null; mine: Draft }

export type ListShape<Row> = { rowKey: (row: Row) => string; draftOf: (row: Row | null) => Draft }

/** What the row is by now: itself, or what stands in its place under another key. */
const rowNow = <Row>(read: Row, { known }: EditSession<Row>, rows: readonly Row[], { rowKey }: ListShape<Row>): Row | null => {
  const key = rowKey(read)
  const inPlace = rows[known.indexOf(key)]
  const renamed = inPlace !== undefined && !known.includes(rowKey(inPlace)) ? inPlace : null
  return rows.find((one) => rowKey(one) === key) ?? renamed
}

/** Null while the row is as it was read. */
export const findContest = <Row>(now: EditSession<Row>, rows: readonly Row[], shape: ListShape<Row>): Contest<Row> | null => {
  if (now.row === null) return null
  const theirs = rowNow(now.row, now, rows, shape)
  if (!theirs) return { theirs, mine: now.draft }
  const [before, saved] = [shape.draftOf(now.row), shape.draftOf(theirs)]
  return listDifferentFields(before, saved).length === 0 ? null : { theirs, mine: rebaseDraft(before, now.draft, saved) }
}
