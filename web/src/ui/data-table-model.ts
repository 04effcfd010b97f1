// What a table's columns are, and how its rows are searched, put in order, paged and exported.
import { foldText } from '@wayfare/core/fold'
import type { ReactNode } from 'react'
import { parseJson } from './storage.ts'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** gives the column a sort button */
  sort?: (row: Row) => string | number
  /** where the cell goes on a card (narrow screens); a fact unless told */
  card?: 'title' | 'status' | 'fact' | 'hidden'
  /** what a search in the table looks through */
  search?: (row: Row) => string
  /** the cell in a file; a column without one is not in it */
  plain?: (row: Row) => PlainCell
  /** not shown until asked for */
  extra?: boolean
}

export type RowAction = {
  label: string
  icon?: ReactNode
  onClick: () => void
  /** the action stays visible but cannot be used, and says why */
  disabledReason?: string | null
  color?: string
}

/** What the first thing to do with a row is: open it, show what is inside it, or the first of its actions. */
export const findOpening = <Row>(
  row: Row,
  ways: {
    onRow: ((row: Row) => void) | undefined
    onDetail: (() => void) | undefined
    actions: ((row: Row) => readonly RowAction[]) | undefined
  },
): (() => void) | undefined => {
  const { onRow, onDetail, actions } = ways
  if (onRow) return () => onRow(row)
  return onDetail ?? actions?.(row).find(({ disabledReason }) => !disabledReason)?.onClick
}

/** The row that is being written in its place; null as `key` is a new one below the others. */
export type RowEditing = {
  key: string | null
  /** the input of a column; null leaves the cell as it is */
  cell: (column: string) => ReactNode
  buttons: ReactNode
  /** what there is to say about it, in its whole width */
  note?: ReactNode
}

export type Sort = { column: string; down: boolean }

/** An order as servers and addresses write it: a minus puts the last one first. */
export const formatSort = (text: string | undefined): Sort | null =>
  text ? { column: text.replace('-', ''), down: text.startsWith('-') } : null

export const sortText = (sort: Sort | null): string => (sort ? `${sort.down ? '-' : ''}${sort.column}` : '')

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))

export const sortRows = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] => {
  const value = columns.find((column) => column.id === sort?.column)?.sort
  if (!sort || !value) return rows
  const sign = sort.down ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)))
}

/** Rows that hold every word, in whichever columns. */
export const searchRows = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], search: string): readonly Row[] => {
  const words = foldText(search).split(' ').filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = foldText(columns.map((column) => column.search?.(row) ?? '').join(' '))
    return words.every((word) => text.includes(word))
  })
}

type Page<Row> = { rows: readonly Row[]; /** from zero */ page: number; pages: number }

/** One page of the rows; a page beyond the last is the last. */
export const slicePage = <Row>(rows: readonly Row[], page: number, size: number): Page<Row> => {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const at = Math.min(Math.max(0, page), pages - 1)
  return { rows: rows.slice(at * size, (at + 1) * size), page: at, pages }
}

type Columns = { order: readonly string[]; hidden: readonly string[] }

/** How a person likes a table: columns by id in their order, those put away, and whether rows are close together. */
export type Layout = Columns & { dense: boolean }

type Named = { id: string; extra?: boolean }

const makeFirstLayout = (columns: readonly Named[]): Columns => ({
  order: columns.map(({ id }) => id),
  hidden: columns.filter(({ extra = false }) => extra).map(({ id }) => id),
})

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

const isColumns = (value: unknown): value is Columns =>
  typeof value === 'object' &&
  value !== null &&
  'order' in value &&
  isTexts(value.order) &&
  'hidden' in value &&
  isTexts(value.hidden)

/** What was kept, as far as it fits the columns there are now; a column that came since stands where it stands by itself. */
export const readLayout = (kept: string | null, columns: readonly Named[]): Columns => {
  const first = makeFirstLayout(columns)
  const layout = parseJson(kept)
  if (!isColumns(layout)) return first
  const order = layout.order.filter((id, at) => first.order.includes(id) && layout.order.indexOf(id) === at)
  first.order.forEach((id, at) => {
    if (!layout.order.includes(id)) order.splice(at, 0, id)
  })
  const isNew = (id: string) => !layout.order.includes(id)
  const hidden = order.filter((id) => layout.hidden.includes(id) || (isNew(id) && first.hidden.includes(id)))
  return { order, hidden: hidden.length === order.length ? first.hidden : hidden }
}

/** The columns to show, in their order. */
export const arrangeColumns = <C extends Named>(columns: readonly C[], { order, hidden }: Columns): readonly C[] =>
  order.flatMap((id) => columns.filter((column) => column.id === id && !hidden.includes(id)))

/** The column one place earlier (-1) or later (1) among those shown. */
export const moveColumn = <L extends Columns>(layout: L, id: string, by: -1 | 1): L => {
  const shown = layout.order.filter((one) => !layout.hidden.includes(one))
  const other = shown[shown.indexOf(id) + by]
  if (other === undefined || !shown.includes(id)) return layout
  const swap = (one: string): string => {
    if (one === id) return other
    return one === other ? id : one
  }
  return { ...layout, order: layout.order.map(swap) }
}

/** Hides a column or shows it again; the last one that is shown stays. */
export const toggleColumn = <L extends Columns>(layout: L, id: string): L => {
  if (layout.hidden.includes(id)) return { ...layout, hidden: layout.hidden.filter((one) => one !== id) }
  return layout.order.length - layout.hidden.length <= 1 ? layout : { ...layout, hidden: [...layout.hidden, id] }
}

/** A cell in a file: a text, a number, an amount of the wire, or a moment (epoch ms). */
type PlainCell = string | number | { amount: string } | { at: number }

/** A table for a file: plain cells below their heads. */
export type TableSheet = { columns: string[]; rows: PlainCell[][] }

export const makeSheet = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): TableSheet => {
  const exported = columns.flatMap(({ header, plain }) => (plain ? [{ header, plain }] : []))
  return { columns: exported.map(({ header }) => header), rows: rows.map((row) => exported.map(({ plain }) => plain(row))) }
}

/** The list with the row of this key replaced, or with a new one (key null) at its end. */
export const replaceItem = <Row>(
  rows: readonly Row[],
  key: string | null,
  row: Row,
  keyOf: (row: Row) => string,
): readonly Row[] => (key === null ? [...rows, row] : rows.map((old) => (keyOf(old) === key ? row : old)))

/** The list with one item a place earlier (-1) or later (1); what would leave it stays. */
export const moveItem = <Row>(rows: readonly Row[], at: number, by: -1 | 1): readonly Row[] => {
  const [one, other] = [rows[at], rows[at + by]]
  if (one === undefined || other === undefined) return rows
  return rows.with(at, other).with(at + by, one)
}
