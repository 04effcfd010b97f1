// One table for every list: native cells, all states, cards on narrow screens. `client-table` adds what small lists can do.
import { Stack } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import { TableBody, type RowsProps } from './data-table-body.tsx'
import { TableCards } from './data-table-cards.tsx'
import { sortRows, type Column, type RowAction, type RowEditing, type Sort } from './data-table-model.ts'
import { NoRows, Skeletons, TableFooter, type NoRowsProps } from './data-table-notes.tsx'
import { useCards, useWide } from './use-narrow.ts'
import { useTableKeys } from './use-table-keys.ts'

export type DataTableProps<Row> = NoRowsProps & {
  /** what the table lists, for those who cannot see it */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | null
  rowKey: (row: Row) => string
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  onRow?: (row: Row) => void
  /** what is inside a row, shown below it when it is opened */
  renderDetail?: ((row: Row) => ReactNode) | undefined
  /** the key of the row that is being saved */
  busyKey?: string | null
  /** the row that is being written in its place */
  editing?: RowEditing | null
  /** rows close together; on large screens unless told */
  dense?: boolean | undefined
  hasMore?: boolean
  loadingMore?: boolean
  onMore?: () => void
  /** how many rows to speak of, where one of them is their total */
  count?: number
  /** search and filters above the rows */
  toolbar?: ReactNode
  /** whoever pages the rows puts them in order as well, and counts them */
  paged?: {
    sort: Sort | null
    onSort: (sort: Sort | null) => void
    count: number
    /** there are more than were counted */
    isLeast?: boolean
    pager: ReactNode
  }
}

type TableRowsProps<Row> = RowsProps<Row> & { sort: Sort | null; onSort: (sort: Sort | null) => void }

function TableRows<Row>({ sort, onSort, ...body }: TableRowsProps<Row>) {
  return useCards() ? <TableCards {...body} /> : <TableBody {...body} sort={sort} onSort={onSort} />
}

/** Which details are open. */
const useOpened = () => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const onOpen = (key: string) =>
    setOpened((now) => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return { opened, onOpen }
}

/** The rows in their order, which whoever pages them has made already. */
const useSorted = <Row,>({ columns, rows, paged }: Pick<DataTableProps<Row>, 'columns' | 'rows' | 'paged'>) => {
  const [ownSort, setOwnSort] = useState<Sort | null>(null)
  const isPaged = paged !== undefined
  const sorted = useMemo(() => sortRows(rows ?? [], columns, isPaged ? null : ownSort), [columns, rows, ownSort, isPaged])
  if (paged) return { isLeast: false, ...paged, sorted }
  return { sorted, sort: ownSort, onSort: setOwnSort, count: sorted.length, isLeast: false, pager: null }
}

type AllRowsProps<Row> = DataTableProps<Row> & Pick<TableRowsProps<Row>, 'sort' | 'onSort'>

/** The rows with the details that are open. */
function OpenableRows<Row>({ busyKey = null, editing = null, dense, ...props }: AllRowsProps<Row>) {
  const details = useOpened()
  const isWide = useWide()
  return (
    <TableRows
      columns={props.columns}
      rows={props.rows ?? []}
      rowKey={props.rowKey}
      caption={props.caption}
      actions={props.actions}
      onRow={props.onRow}
      renderDetail={props.renderDetail}
      busyKey={busyKey}
      editing={editing}
      dense={dense ?? isWide}
      sort={props.sort}
      onSort={props.onSort}
      {...details}
    />
  )
}

export function DataTable<Row>({ hasMore = false, loadingMore = false, ...props }: DataTableProps<Row>) {
  const { sorted, sort, onSort, count, isLeast, pager } = useSorted(props)
  useTableKeys()
  const isBusy = props.reading?.loading === true && sorted.length === 0
  const hasRows = sorted.length > 0 || Boolean(props.editing)
  return (
    <Stack gap="sm" data-table>
      {props.toolbar}
      {isBusy && <Skeletons />}
      {!isBusy && !hasRows && <NoRows {...props} />}
      {hasRows && <OpenableRows {...props} rows={sorted} sort={sort} onSort={onSort} />}
      <TableFooter
        busy={isBusy}
        count={props.count ?? count}
        isLeast={isLeast}
        hasMore={hasMore}
        loadingMore={loadingMore}
        onMore={props.onMore}
        pager={pager}
      />
    </Stack>
  )
}
