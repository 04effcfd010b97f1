// What a table's columns are, and how its rows are put in order.
import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** gives the column a sort button */
  sort?: (row: Row) => string | number
  /** where the cell goes on a card (narrow screens); a fact unless told */
  card?: 'title' | 'status' | 'fact' | 'hidden'
}

export type RowAction = {
  label: string
  icon?: ReactNode
  onClick: () => void
  /** the action stays visible but cannot be used, and says why */
  disabledReason?: string | null
  color?: string
}

export type Sort = { column: string; down: boolean }

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))

export const sortRows = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] => {
  const value = columns.find((column) => column.id === sort?.column)?.sort
  if (!sort || !value) return rows
  const sign = sort.down ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)))
}
