import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, press, refusal } from '../../../test/server.tsx'
import { act, bodyOf, driver, openPeople, recordOf, rider } from './fake-people.tsx'

const server = makeServer()

const fieldOf = (form: HTMLElement, name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)

const fill = (form: HTMLElement, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(form, name)
    if (field === null) throw new Error(`no field ${name}`)
    fireEvent.change(field, { target: { value } })
  }
}

test('a driver is added with the fields of a driver; what is wrong stands at its field, with the cursor on the first', async () => {
  server.answers['POST /api/people'] = refusal('user_exists', { field: 'mobile' })
  openPeople(server, 'driver')
  fireEvent.click(await screen.findByRole('button', { name: 'driver_add' }))
  const form = await screen.findByRole('dialog')
  press('save', form)
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('firstName'))
  expect(bodyOf(server, 'POST /api/people')).toBeUndefined()
  fill(form, { firstName: 'Omar', lastName: 'Lund', email: 'omar@x.example', mobile: '701740605' })
  press('save', form)
  expect(await within(form).findByText('user_exists')).toBeTruthy()
  expect(bodyOf(server, 'POST /api/people')).toMatchObject({ userType: 'driver', mobile: '+46701740605', invite: true })
  server.answers['POST /api/people'] = driver
  fill(form, { mobile: '701740606' })
  press('save', form)
  expect(await screen.findByText('person_added_invited')).toBeTruthy()
})

test('an invitation that a demo keeps is said to lie in its dev inbox', async () => {
  server.answers['POST /api/people'] = { ...driver, invitation: 'sent', mail: 'dev_inbox' }
  openPeople(server, 'driver')
  fireEvent.click(await screen.findByRole('button', { name: 'driver_add' }))
  const form = await screen.findByRole('dialog')
  fill(form, { firstName: 'Omar', lastName: 'Lund', email: 'omar@x.example', mobile: '701740606' })
  press('save', form)
  expect(await screen.findByText('person_added_invited mail_in_dev_inbox')).toBeTruthy()
})

test.each([
  ['service', 'person_email_hint'],
  ['dev_inbox', 'person_email_hint mail_in_dev_inbox'],
  ['none', 'person_email_hint_no_mail'],
] as const)('a new address is said to be told to the old one where mail leaves by %s: %s', async (mail, told) => {
  openPeople(server, 'rider', { people: [{ ...rider, mail }] })
  await act(/Åsa Ek/, 'table_edit')
  expect(await within(await screen.findByRole('dialog')).findByText(told)).toBeTruthy()
})

test('what another saved meanwhile is shown beside what was typed; saving mine sends the version that is there now', async () => {
  openPeople(server, 'rider', { people: [rider] })
  server.answers['PUT /api/people/u1'] = refusal('row_changed')
  server.answers['GET /api/people/u1'] = recordOf({ ...rider, firstName: 'Eva', lastName: 'Berg', version: 5 })
  await act(/Åsa Ek/, 'table_edit')
  const form = await screen.findByRole('dialog')
  fill(form, { lastName: 'Al' })
  press('save', form)
  const note = await screen.findByText('row_changed_text')
  expect([fieldOf(form, 'firstName')?.value, fieldOf(form, 'lastName')?.value]).toEqual(['Eva', 'Al'])
  expect(note.closest('[role=alert]')?.textContent).toContain('Berg')
  server.answers['PUT /api/people/u1'] = { ...rider, version: 6 }
  press('row_changed_save')
  expect(await screen.findByText('person_saved')).toBeTruthy()
  expect(bodyOf(server, 'PUT /api/people/u1')).toEqual({ lastName: 'Al', version: 5 })
})

test('an address is not changed under a driver on a trip, which is told at the field', async () => {
  server.answers['PUT /api/people/d1'] = refusal('conflict')
  openPeople(server, 'driver', { people: [driver] })
  await act(/Omar Lund/, 'table_edit')
  const form = await screen.findByRole('dialog')
  fill(form, { email: 'new@x.example' })
  press('save', form)
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('email'))
  expect(within(form).getByText('person_contact_busy')).toBeTruthy()
})

test('nobody is deleted without a question that names them, and what it costs is agreed to first', async () => {
  server.answers['DELETE /api/accounts/u1'] = refusal('balance_not_zero')
  openPeople(server, 'rider', { people: [rider] })
  await act(/Åsa Ek/, 'table_remove')
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText('person_remove_kept')).toBeTruthy()
  press('table_remove', question)
  fireEvent.click(await within(question).findByRole('switch', { name: 'person_remove_forfeit' }))
  server.answers['DELETE /api/accounts/u1'] = { done: true }
  press('table_remove', question)
  expect(await screen.findByText('person_removed')).toBeTruthy()
  expect(bodyOf(server, 'DELETE /api/accounts/u1')).toEqual({ forfeit: true })
})

test('whoever is paying is not deleted, and what keeps them is told', async () => {
  server.answers['DELETE /api/accounts/u1'] = refusal('conflict', { paymentId: 'p1' })
  openPeople(server, 'rider', { people: [rider] })
  await act(/Åsa Ek/, 'table_remove')
  const question = await screen.findByRole('dialog')
  press('table_remove', question)
  expect((await within(question).findByRole('alert')).textContent).toBe('delete_open_payment')
})
