import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AlertProvider } from './dialogs.tsx'
import { EditableList } from './editable-list.tsx'

type Row = { id: string; name: string }

const named = (name: string): Row[] => [{ id: 'a', name }]

/** The page of a list that another saves; the page hears of it when the test says so. */
const open = async () => {
  const save = vi.fn(() => Promise.reject(Object.assign(new Error(), { key: 'row_changed', requestId: null })))
  const reread = vi.fn(() => Promise.resolve({ rows: named('Theirs'), save }))
  const pageOf = (rows: Row[]) => (
    <MantineProvider env="test">
      <AlertProvider>
        <EditableList
          caption="Rows"
          columns={[{ id: 'name', header: 'Name', cell: ({ name }) => name }]}
          list={{ rows, save }}
          reread={reread}
          rowKey={({ id }) => id}
          emptyText="none"
          keepAs="rows"
          fields={[{ id: 'name', label: 'Name', maxLength: 20 }]}
          draftOf={(row) => ({ name: row?.name ?? '' })}
          parse={({ name = '' }) => ({ row: { id: 'a', name } })}
          nameOf={({ name }) => name}
          addLabel="add"
        />
      </AlertProvider>
    </MantineProvider>
  )
  const { rerender } = render(pageOf(named('Before')))
  fireEvent.click(screen.getByRole('button', { name: 'table_actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /table_edit/ }))
  return { save, reread, hear: (name: string) => rerender(pageOf(named(name))) }
}

const field = () => screen.getByRole('textbox', { name: 'Name' })
const note = () => screen.getByRole('alert')
const button = (name: string) => screen.getByRole('button', { name })
const typeMine = () => {
  fireEvent.change(field(), { target: { value: 'Mine' } })
  field().focus()
}

afterEach(cleanup)

test('what another saved is news while one types; a save in spite of it leads to where both differ, each time', async () => {
  const { save, hear } = await open()
  typeMine()
  hear('Theirs')
  expect(note().textContent).toContain('NameMineTheirs')
  expect(document.activeElement).toBe(field())
  fireEvent.click(button('save'))
  expect(document.activeElement).toBe(note())
  field().focus()
  fireEvent.click(button('save'))
  expect(document.activeElement).toBe(note())
  expect(save).not.toHaveBeenCalled()
  // once it is decided, what comes next is news again
  fireEvent.click(button('row_changed_load'))
  typeMine()
  hear('Theirs again')
  expect(note().textContent).toContain('NameMineTheirs again')
  expect(document.activeElement).toBe(field())
})

test('a save that was refused leads to where both differ, however late what another saved is there', async () => {
  const { save, reread, hear } = await open()
  typeMine()
  fireEvent.click(button('save'))
  await waitFor(() => expect([reread.mock.calls.length, button('save').hasAttribute('data-loading')]).toEqual([1, false]))
  expect([save.mock.calls.length, screen.queryByRole('alert')]).toEqual([1, null])
  hear('Theirs')
  expect(document.activeElement).toBe(note())
})
