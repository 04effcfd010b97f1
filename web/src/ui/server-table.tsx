// A table of a long list that the server filters, sorts and counts: page after page, each fetched when it is wanted.
import { useState } from 'react'
import { arrangeColumns, type Layout, type Sort } from './data-table-model.ts'
import type { NoRowsProps } from './data-table-notes.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { TablePager } from './table-pager.tsx'
import { useHeld } from './use-held.ts'

type ServerSource<Row> = NonNullable<NoRowsProps['reading']> & {
  pages: readonly (readonly Row[])[] | null
  /** null while not known; `most` + 1 stands for any number above */
  count: number | null
  hasMore: boolean
  loadMore: () => void
  loadingMore: boolean
}

type ServerTableProps<Row> = Omit<
  DataTableProps<Row>,
  'rows' | 'paged' | 'dense' | 'reading' | 'hasMore' | 'onMore' | 'loadingMore'
> & {
  source: ServerSource<Row>
  pageSize: number
  /** the server counts no further */
  most: number
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** what is asked for, in any form: another question begins with its first page */
  asked: string
  layout?: Layout
}

const usePage = (asked: string) => {
  const [at, setAt] = useState({ asked, page: 0 })
  if (at.asked !== asked) setAt({ asked, page: 0 })
  return { page: at.asked === asked ? at.page : 0, setPage: (page: number) => setAt({ asked, page }) }
}

type Place = { page: number; pages: number | null; hasNext: boolean }

/** Where one is: the page that is shown, and of how many. */
const placeOf = <Row,>({ pages, count, hasMore }: ServerSource<Row>, page: number, size: number, most: number): Place => {
  const known = pages?.length ?? 0
  const shown = Math.min(page, Math.max(0, known - 1))
  const total = count === null || count > most ? null : Math.max(known, Math.ceil(count / size))
  return { page: shown, pages: total, hasNext: shown < known - 1 || hasMore }
}

/** How many rows there are, or at least. */
const counted = (count: number | null, most: number, here: number) => {
  if (count === null) return { count: here, isLeast: false }
  return count > most ? { count: most, isLeast: true } : { count, isLeast: false }
}

export function ServerTable<Row>({ source, pageSize, most, sort, onSort, asked, layout, ...props }: ServerTableProps<Row>) {
  const { count, hasMore } = source
  // a change shows once its row is no longer busy, though the news of it may come before
  const pages = useHeld(source.pages, (props.busyKey ?? null) !== null)
  const { page, setPage } = usePage(asked)
  const place = placeOf({ ...source, pages }, page, pageSize, most)
  const rows = pages?.[place.page] ?? null
  const turn = (next: number) => {
    if (!pages?.[next]) source.loadMore()
    setPage(next)
  }
  const isOnePage = place.page === 0 && !place.hasNext
  return (
    <DataTable<Row>
      {...props}
      columns={layout ? arrangeColumns(props.columns, layout) : props.columns}
      rows={rows}
      reading={source}
      dense={layout?.dense}
      hasMore={count === null && hasMore}
      paged={{
        sort,
        onSort,
        ...counted(count, most, rows?.length ?? 0),
        pager: !isOnePage && <TablePager {...place} busy={source.loadingMore} onPage={turn} />,
      }}
    />
  )
}
