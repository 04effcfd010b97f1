import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Column, Sort } from './data-table-model.ts'
import { ServerTable } from './server-table.tsx'

afterEach(cleanup)

type Row = { id: string; total: number }

const columns: Column<Row>[] = [
  { id: 'id', header: 'Booking', cell: ({ id }) => id },
  { id: 'total', header: 'Total', cell: ({ total }) => total, sort: ({ total }) => total, align: 'end' },
]

const rowsOf = (page: number): Row[] => [1, 2].map((n) => ({ id: `B${page}${n}`, total: 100 - n }))

type Given = { total?: number | null; asked?: string; onSort?: (sort: Sort | null) => void; hidden?: string[] }

/** A server with so many pages of two rows, of which the first is here. */
const Paged = ({ total = 6, asked = '', onSort = () => undefined, hidden = [] }: Given) => {
  const [pages, setPages] = useState([rowsOf(0)])
  const source: Parameters<typeof ServerTable<Row>>[0]['source'] = {
    pages,
    count: total,
    loading: false,
    error: { flag: false, cause: null },
    reload: () => undefined,
    hasMore: pages.length < 3,
    loadMore: () => setPages((now) => [...now, rowsOf(now.length)]),
    loadingMore: false,
  }
  return (
    <MantineProvider env="test">
      <ServerTable
        caption="Bookings"
        columns={columns}
        source={source}
        pageSize={2}
        most={10}
        rowKey={({ id }) => id}
        emptyText="none"
        sort={{ column: 'total', down: true }}
        onSort={onSort}
        asked={asked}
        layout={{ order: ['total', 'id'], hidden, dense: true }}
      />
    </MantineProvider>
  )
}

const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.dataset['row'])
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('pages come one after the other, and those that are here again at once', () => {
  render(<Paged />)
  expect(shown()).toEqual(['B01', 'B02'])
  expect(screen.getByText('table_page')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'table_previous' })).toHaveProperty('disabled', true)
  press('table_next')
  expect(shown()).toEqual(['B11', 'B12'])
  press('table_next')
  expect(screen.getByRole('button', { name: 'table_next' })).toHaveProperty('disabled', true)
  press('table_previous')
  press('table_previous')
  expect(shown()).toEqual(['B01', 'B02'])
})

test('another question begins with its first page', () => {
  const { rerender } = render(<Paged asked="a" />)
  press('table_next')
  expect(shown()).toEqual(['B11', 'B12'])
  rerender(<Paged asked="b" />)
  expect(shown()).toEqual(['B01', 'B02'])
})

test('the order is the server’s: the head shows it and asks for the next one', () => {
  const onSort = vi.fn()
  render(<Paged onSort={onSort} />)
  const head = screen.getByRole('columnheader', { name: /Total/ })
  expect(head.getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole('columnheader', { name: 'Booking' }).getAttribute('aria-sort')).toBeNull()
  fireEvent.click(within(head).getByRole('button'))
  expect(onSort).toHaveBeenCalledWith(null)
  // rows stay as they came
  expect(shown()).toEqual(['B01', 'B02'])
})

test('columns stand as the person likes them', () => {
  render(<Paged hidden={['id']} />)
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Total ↓'])
})

test('more than the server counts is said as such, and nobody promises a last page', () => {
  const { rerender } = render(<Paged total={11} />)
  expect(screen.getByRole('status').textContent).toBe('table_rows_least')
  expect(screen.getByText('table_page_open')).toBeTruthy()
  rerender(<Paged total={null} />)
  expect(screen.getByRole('status').textContent).toBe('table_rows_more')
})
