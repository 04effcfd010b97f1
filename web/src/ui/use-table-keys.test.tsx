import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientTable, type ClientTableProps } from './client-table.tsx'

type Row = { name: string }

const rows = ['Ada', 'Bo', 'Cleo'].map((name) => ({ name }))
const columns = [{ id: 'name', header: 'Name', cell: ({ name }: Row) => name, search: ({ name }: Row) => name }]

const show = (more: Partial<ClientTableProps<Row>>) =>
  render(
    <MantineProvider env="test">
      <ClientTable
        caption="People"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        emptyText="none"
        keepAs="people"
        {...more}
      />
    </MantineProvider>,
  )

const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const here = () => document.activeElement?.getAttribute('data-row') ?? null
const search = () => screen.getByRole<HTMLInputElement>('searchbox')

beforeEach(() => localStorage.clear())
afterEach(cleanup)

test('j and k walk the rows and stop at the ends; Enter opens the one that has the focus', () => {
  const onRow = vi.fn()
  show({ onRow })
  const walked = ['j', 'j', 'k', 'k', 'j', 'j', 'j'].map((name) => {
    key(name)
    return here()
  })
  expect(walked).toEqual(['Ada', 'Bo', 'Ada', 'Ada', 'Bo', 'Cleo', 'Cleo'])
  key('Enter')
  expect(onRow).toHaveBeenCalledExactlyOnceWith({ name: 'Cleo' })
})

test('where rows do not open, Enter shows what is inside them, or does the first thing that may be done', () => {
  const done = vi.fn()
  const { unmount } = show({ renderDetail: ({ name }) => `inside ${name}` })
  key('k')
  key('Enter')
  expect(screen.getByText('inside Cleo')).toBeTruthy()
  unmount()
  show({
    actions: ({ name }) => [
      { label: 'barred', onClick: () => done('barred'), disabledReason: 'locked' },
      { label: 'edit', onClick: () => done(name) },
    ],
  })
  key('j')
  key('Enter')
  expect(done.mock.calls).toEqual([['Ada']])
})

test('n adds, where something can be added', () => {
  const onAdd = vi.fn()
  const { rerender } = show({ add: { label: 'Add', onAdd } })
  key('n')
  rerender(<MantineProvider env="test">{null}</MantineProvider>)
  show({ add: { label: 'Add', onAdd, disabled: true } })
  key('n')
  expect(onAdd).toHaveBeenCalledOnce()
})

test('letters that are typed into the search stay there; Escape empties it and then leaves it', () => {
  show({})
  search().focus()
  key('j')
  expect(document.activeElement).toBe(search())
  fireEvent.change(search(), { target: { value: 'bo' } })
  expect(screen.getAllByRole('row')).toHaveLength(2)
  key('Escape')
  expect(search().value).toBe('')
  expect(screen.getAllByRole('row')).toHaveLength(4)
  key('Escape')
  expect(document.activeElement).not.toBe(search())
  key('j')
  expect(here()).toBe('Ada')
})
