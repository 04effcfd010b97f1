import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, press, refusal, type } from '../../../test/server.tsx'
import { bodyOf, openPeople } from './fake-people.tsx'

const server = makeServer()
const way = 'POST /api/people/import'

const row = { line: 2, outcome: 'make', firstName: 'A', lastName: 'B', email: 'a@b.example', mobile: '', problems: [] }
const wrong = { ...row, line: 3, outcome: 'wrong', email: 'nothing', problems: [{ field: 'email', key: 'proper_email' }] }
const report = { make: 1, made: 0, exists: 0, wrong: 1, unknownColumns: ['shoe'], mail: 'service', rows: [row, wrong] }

const open = async () => {
  openPeople(server, 'rider')
  fireEvent.click(await screen.findByRole('button', { name: 'people_import' }))
  return screen.findByRole('dialog')
}

const choose = (place: HTMLElement, content: BlobPart) => {
  const input = place.querySelector('[data-file=people]')
  if (input) fireEvent.change(input, { target: { files: [new File([content], 'people.csv')] } })
}

test('a file is looked at before anything is made of it, its faulty rows first', async () => {
  server.answers[way] = report
  const dialog = await open()
  type('people_import_paste', 'firstName,lastName,email\nA,B,a@b.example')
  press('people_import_look', dialog)
  expect(await within(dialog).findByText('email: proper_email')).toBeTruthy()
  const [, first] = within(dialog).getAllByRole('row')
  expect(first?.textContent).toContain('nothing')
  expect(bodyOf(server, way)).toMatchObject({ userType: 'rider', dryRun: true })
  server.answers[way] = { ...report, make: 0, made: 1, rows: [{ ...row, outcome: 'made' }, wrong] }
  fireEvent.click(within(dialog).getByRole('switch', { name: 'import_invite' }))
  press(/import_run/, dialog)
  expect(await within(dialog).findByText(/import_count_made/)).toBeTruthy()
  expect(bodyOf(server, way)).toMatchObject({ dryRun: false, invite: true })
})

test('a file that is not UTF-8 is not guessed at, an empty one is not sent, and a refusal is told', async () => {
  const dialog = await open()
  choose(dialog, new Uint8Array([0x66, 0xe5, 0xff, 0x2c]))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('import_unreadable')
  choose(dialog, ' \n')
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe('people_import_empty'))
  expect(bodyOf(server, way)).toBeUndefined()
  server.answers[way] = refusal('import_columns')
  choose(dialog, 'name\nA')
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe('import_columns'))
})

test('an import where no mail leaves offers no invitations by mail, and says how people come in', async () => {
  server.answers[way] = { ...report, mail: 'none' }
  const dialog = await open()
  choose(dialog, 'firstName,lastName,email\nA,B,a@b.example')
  expect(await within(dialog).findByText('import_invite_no_mail')).toBeTruthy()
  expect(within(dialog).queryByRole('switch')).toBeNull()
})

test('where no row is good there is nothing to add', async () => {
  server.answers[way] = { ...report, make: 0, rows: [wrong] }
  const dialog = await open()
  choose(dialog, 'firstName,lastName,email\nA,B,nothing')
  const run = await within(dialog).findByRole('button', { name: /import_run/ })
  expect(run).toHaveProperty('disabled', true)
  press('import_another', dialog)
  expect(within(dialog).getByRole('button', { name: 'people_import_template' })).toBeTruthy()
})

test.each([
  ['fleetadmin', 1],
  ['admin', 0],
] as const)(
  'a look of a %s says when accounts elsewhere are not looked at, and names no field where there is none',
  async (viewer, notes) => {
    const later = { ...wrong, email: 'late@x.example', problems: [{ field: '', key: 'import_rest_later' }] }
    server.answers[way] = { ...report, rows: [row, later] }
    openPeople(server, 'driver', { viewer })
    fireEvent.click(await screen.findByRole('button', { name: 'people_import' }))
    const dialog = await screen.findByRole('dialog')
    choose(dialog, 'firstName,lastName,email\nA,B,a@b.example')
    expect(await within(dialog).findByText('import_rest_later')).toBeTruthy()
    expect(within(dialog).queryAllByText('import_unseen')).toHaveLength(notes)
  },
)
