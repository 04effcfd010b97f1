// A table of a small list that is here as a whole: searched, put in order, paged and exported on the page.
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import {
  arrangeColumns,
  makeSheet,
  searchRows,
  slicePage,
  sortRows,
  type Column,
  type RowAction,
  type RowEditing,
  type Sort,
  type TableSheet,
} from './data-table-model.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { FilterChips } from './filter-chips.tsx'
import { TablePager } from './table-pager.tsx'
import { TableToolbar, type TableToolbarProps } from './table-toolbar.tsx'
import { useHeld } from './use-held.ts'
import { useLayout } from './use-layout.ts'

export type ClientTableProps<Row> = Omit<
  DataTableProps<Row>,
  'toolbar' | 'paged' | 'dense' | 'hasMore' | 'onMore' | 'loadingMore' | 'actions' | 'onClearFilter'
> & {
  /** under which the person's own layout is kept */
  keepAs: string
  /** the way to a file of all rows */
  exports?: (sheet: () => TableSheet) => ReactNode
  pageSize?: number
  /** kinds of rows that one may look at alone */
  kinds?: { label: string; options: readonly { id: string; label: string; holds: (row: Row) => boolean }[] }
  /** what is locked, in a sentence: nothing is exported then */
  locked?: string | null
  add?: TableToolbarProps['add']
  /** `inOrder`: the rows stand as in the list, neither searched nor sorted */
  actions?: ((row: Row, view: { inOrder: boolean }) => readonly RowAction[]) | undefined
  /** the words that a link to this page looks for; another visit asks anew, for the same ones, too */
  asked?: { search: string; visit: string } | undefined
  /** a list within a row of another has no search, no columns to choose and no export */
  bare?: boolean
}

type Wanted<Row> = { pageSize: number } & Pick<ClientTableProps<Row>, 'asked' | 'kinds'>

/** What one looks at: the words, the order and the page. */
const useView = <Row,>(rows: readonly Row[] | null, columns: readonly Column<Row>[], wanted: Wanted<Row>) => {
  const { pageSize, asked, kinds } = wanted
  const [search, setTyped] = useState(asked?.search ?? '')
  const [before, setBefore] = useState(asked?.visit)
  const [kind, setKept] = useState<string | null>(null)
  const [sort, setOrder] = useState<Sort | null>(null)
  const [page, setPage] = useState(0)
  const holds = kinds?.options.find(({ id }) => id === kind)?.holds
  const found = useMemo(() => {
    const meant = holds ? (rows ?? []).filter(holds) : (rows ?? [])
    return sortRows(searchRows(meant, columns, search), columns, sort)
  }, [rows, columns, search, sort, holds])
  // what is found and in which order begins with its first page
  const setSearch = (next: string) => {
    setTyped(next)
    setPage(0)
  }
  const setSort = (next: Sort | null) => {
    setOrder(next)
    setPage(0)
  }
  const setKind = (next: string | null) => {
    setKept(next)
    setPage(0)
  }
  if (asked && asked.visit !== before) {
    setBefore(asked.visit)
    setSearch(asked.search)
    setKept(null)
  }
  const isNarrowed = search.trim() !== '' || kind !== null
  return {
    search,
    kind,
    setKind,
    sort,
    found,
    /** the rows stand as in the list */
    inOrder: !isNarrowed && sort === null,
    /** undefined while nothing is hidden */
    clear: isNarrowed
      ? () => {
          setSearch('')
          setKind(null)
        }
      : undefined,
    paged: slicePage(found, page, pageSize),
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
  exports?.(() => makeSheet(columns, rows ?? []))

export function ClientTable<Row>({ pageSize = 25, bare = false, locked = null, add = null, ...props }: ClientTableProps<Row>) {
  const { columns, actions, editing = null, busyKey = null } = props
  // a change shows once its row is no longer busy, though the news of it may come before
  const rows = useHeld(props.rows, busyKey !== null)
  const view = useView(rows, columns, { pageSize, asked: props.asked, kinds: props.kinds })
  const { paged, setPage, setSearch } = view
  const { layout, setLayout } = useLayout(props.keepAs, columns)
  const shown = useMemo(() => arrangeColumns(columns, layout), [columns, layout])
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
      onClearFilter={view.clear}
      toolbar={
        <>
          <TableToolbar
            bare={bare}
            caption={props.caption}
            search={view.search}
            onSearch={setSearch}
            columns={columns}
            layout={layout}
            onLayout={setLayout}
            exports={filesOf({ exports: props.exports, columns }, rows)}
            locked={locked}
            add={add}
          />
          {props.kinds && <FilterChips {...props.kinds} value={view.kind} onChange={view.setKind} />}
        </>
      }
      paged={{
        sort: view.sort,
        onSort: view.setSort,
        count: view.found.length,
        pager: paged.pages > 1 && <TablePager page={paged.page} pages={paged.pages} onPage={setPage} />,
      }}
    />
  )
}
