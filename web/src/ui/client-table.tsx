// A table of a small list that is here as a whole: searched, put in order, paged and exported on the page.
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { arrange, pageOf, searchRows, sheetOf, sortRows } from './data-table-model.ts'
import type { Column, RowAction, RowEditing, Sort, TableSheet } from './data-table-model.ts'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './data-table.tsx'
import { TablePager } from './table-pager.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { TableToolbarProps } from './table-toolbar.tsx'
import { useHeld } from './use-held.ts'
import { useLayout } from './use-layout.ts'

export type ClientTableProps<Row> = Omit<
  DataTableProps<Row>,
  'toolbar' | 'paged' | 'dense' | 'hasMore' | 'onMore' | 'loadingMore' | 'actions' | 'onClearFilter' | 'emptyAction'
> & {
  /** under which the person's own layout is kept */
  keepAs: string
  /** the way to a file of all rows */
  exports?: (sheet: () => TableSheet) => ReactNode
  pageSize?: number
  /** what is locked, in a sentence: nothing is exported then */
  locked?: string | null
  add?: TableToolbarProps['add']
  /** `inOrder`: the rows stand as in the list, neither searched nor sorted */
  actions?: ((row: Row, view: { inOrder: boolean }) => readonly RowAction[]) | undefined
  /** a list within a row of another has no search, no columns to choose and no export */
  bare?: boolean
}

/** `asked`: the words to begin with. */
type Wanted = { pageSize: number; asked: () => string }

/** A link to a row finds it by name. */
const searchInAddress = (isBare: boolean): string =>
  (isBare ? null : new URLSearchParams(window.location.search).get('search')) ?? ''

/** What one looks at: the words, the order and the page. */
const useView = <Row,>(rows: readonly Row[] | null, columns: readonly Column<Row>[], { pageSize, asked }: Wanted) => {
  const [search, setTyped] = useState(asked)
  const [sort, setOrder] = useState<Sort | null>(null)
  const [page, setPage] = useState(0)
  const found = useMemo(() => sortRows(searchRows(rows ?? [], columns, search), columns, sort), [rows, columns, search, sort])
  // what is found and in which order begins with its first page
  const setSearch = (next: string) => {
    setTyped(next)
    setPage(0)
  }
  const setSort = (next: Sort | null) => {
    setOrder(next)
    setPage(0)
  }
  return {
    search,
    sort,
    found,
    paged: pageOf(found, page, pageSize),
    setPage,
    setSearch,
    setSort,
  }
}

/** A new row stands below the last one. */
const useNewRowInSight = (editing: RowEditing | null, show: () => void): void => {
  const isAdding = editing !== null && editing.key === null
  useEffect(() => {
    if (isAdding) show()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAdding])
}

const filesOf = <Row,>({ exports, columns }: Pick<ClientTableProps<Row>, 'exports' | 'columns'>, rows: readonly Row[] | null) =>
  exports?.(() => sheetOf(columns, rows ?? []))

export function ClientTable<Row>({ pageSize = 25, bare = false, locked = null, add = null, ...props }: ClientTableProps<Row>) {
  const { columns, actions, editing = null, busyKey = null } = props
  // a change shows once its row is no longer busy, though the news of it may come before
  const rows = useHeld(props.rows, busyKey !== null)
  const { search, sort, found, paged, setPage, setSearch, setSort } = useView(rows, columns, {
    pageSize,
    asked: () => searchInAddress(bare),
  })
  const { layout, setLayout } = useLayout(props.keepAs, columns)
  const shown = useMemo(() => arrange(columns, layout), [columns, layout])
  const isSearched = search.trim() !== ''
  const view = { inOrder: !isSearched && sort === null }
  useNewRowInSight(editing, () => {
    setSearch('')
    setPage(Number.MAX_SAFE_INTEGER)
  })
  return (
    <DataTable<Row>
      {...props}
      columns={shown}
      rows={rows && paged.rows}
      actions={actions && ((row) => actions(row, view))}
      editing={editing}
      dense={layout.dense}
      onClearFilter={isSearched ? () => setSearch('') : undefined}
      toolbar={
        <TableToolbar
          bare={bare}
          caption={props.caption}
          search={search}
          onSearch={setSearch}
          columns={columns}
          layout={layout}
          onLayout={setLayout}
          exports={filesOf({ exports: props.exports, columns }, rows)}
          locked={locked}
          add={add}
        />
      }
      paged={{
        sort,
        onSort: setSort,
        count: found.length,
        pager: paged.pages > 1 && <TablePager page={paged.page} pages={paged.pages} onPage={setPage} />,
      }}
    />
  )
}
