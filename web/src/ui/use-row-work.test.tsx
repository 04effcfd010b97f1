import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientTable } from './client-table.tsx'
import type { Column, RowAction } from './data-table-model.ts'
import { AlertProvider } from './dialogs.tsx'
import { ServerTable } from './server-table.tsx'
import { useRowWork } from './use-row-work.ts'

type Row = { id: string; state: string }

const columns: Column<Row>[] = [{ id: 'state', header: 'State', cell: ({ state }) => state }]
const nothing = () => undefined

type ListProps = { rows: Row[]; actions: (row: Row) => readonly RowAction[]; busyKey: string | null }

const shared = { caption: 'Rows', columns, rowKey: ({ id }: Row) => id, emptyText: 'none' }

const OnThePage = ({ rows, ...rest }: ListProps) => <ClientTable {...shared} {...rest} rows={rows} keepAs="rows" />

const FromTheServer = ({ rows, ...rest }: ListProps) => (
  <ServerTable
    {...shared}
    {...rest}
    source={{
      pages: [rows],
      count: rows.length,
      loading: false,
      error: { flag: false, cause: null },
      reload: () => undefined,
      hasMore: false,
      loadMore: nothing,
      loadingMore: false,
    }}
    pageSize={25}
    most={100}
    sort={null}
    onSort={nothing}
    asked=""
  />
)

type Saving = { List: typeof OnThePage; failed?: (cause: unknown) => void }

/** The news of the change is there at once, as over the socket; `failed`: the save is refused. */
const Page = ({ List, failed }: Saving) => {
  const [rows, setRows] = useState<Row[]>([{ id: 'A', state: 'before' }])
  const work = useRowWork()
  const save = async () => {
    if (failed) throw new Error('refused')
    setRows([{ id: 'A', state: 'after' }])
  }
  const action = { label: 'save', icon: null, onClick: () => void work.run('A', save, failed) }
  return <List rows={rows} busyKey={work.busyKey} actions={() => [action]} />
}

const open = (saving: Saving) => {
  render(
    <MantineProvider env="test">
      <AlertProvider>
        <Page {...saving} />
      </AlertProvider>
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
}

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const seen = () => {
  const row = screen.getAllByRole('row').at(-1)
  return [row?.firstElementChild?.textContent, row?.getAttribute('aria-busy')]
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['on the page', OnThePage],
  ['from the server', FromTheServer],
])('a row of a list %s is busy for 600 ms once it is saved, and changes after that', async (_where, List) => {
  open({ List })
  await later(599)
  expect(seen()).toEqual(['before', 'true'])
  await later(1)
  expect(seen()).toEqual(['after', null])
})

test('a save that is refused is told after the same time, and the row is as it was', async () => {
  const failed = vi.fn<(cause: unknown) => void>()
  open({ List: OnThePage, failed })
  await later(599)
  expect(failed).not.toHaveBeenCalled()
  await later(1)
  expect(failed).toHaveBeenCalledOnce()
  expect(seen()).toEqual(['before', null])
})
