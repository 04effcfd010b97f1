import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, press } from '../../../test/server.tsx'
import { act, bodyOf, driver, lastQuestion, openPeople, recordOf, rider } from './fake-people.tsx'

const server = makeServer()

test('a link opens the list as it was shared; an empty list has the words of its own', async () => {
  openPeople(server, 'rider', { at: '/riders?approved=false&sort=-lastName' })
  expect(await screen.findByText('table_no_match')).toBeTruthy()
  expect(lastQuestion(server)).toMatchObject({ userType: 'rider', approved: 'false', sort: '-lastName', withCount: 'true' })
  press('table_clear_filter')
  expect(await screen.findByText('no_users')).toBeTruthy()
  expect(lastQuestion(server)).not.toHaveProperty('approved')
})

test('drivers who wait and drivers who are blocked are filtered apart', async () => {
  openPeople(server, 'driver', { people: [driver], at: '/drivers' })
  press('table_filters')
  const select = await screen.findByRole('combobox', { name: 'status' })
  const names = within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['filter_any', 'driver_approved', 'driver_waiting', 'person_blocked'])
  fireEvent.change(select, { target: { value: 'waiting' } })
  await waitFor(() => expect(lastQuestion(server)).toMatchObject({ approved: 'false', blocked: 'false' }))
  fireEvent.change(select, { target: { value: 'blocked' } })
  await waitFor(() => expect(lastQuestion(server)).toMatchObject({ blocked: 'true' }))
  expect(lastQuestion(server)).not.toHaveProperty('approved')
})

test('an order that the server knows is asked for; others have no button', async () => {
  openPeople(server, 'rider', { people: [rider] })
  await screen.findByRole('row', { name: /Åsa Ek/ })
  press(/^email/)
  await waitFor(() => expect(lastQuestion(server)['sort']).toBe('email'))
  expect(screen.queryByRole('button', { name: /^mobile/ })).toBeNull()
})

test('admins are listed by name, address and state, and brought in one by one', async () => {
  openPeople(server, 'admin', { people: [{ ...rider, userType: 'admin' }] })
  await screen.findByRole('row', { name: /Åsa Ek/ })
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/ [↕↓↑]$/, ''))).toEqual([
    'first_name',
    'last_name',
    'email',
    'status',
    'table_actions',
  ])
  expect(screen.queryByRole('button', { name: 'people_import' })).toBeNull()
})

test('a fleet admin sees the own drivers, without bank, wallet, fleet or a way to delete', async () => {
  openPeople(server, 'driver', { people: [driver], viewer: 'fleetadmin' })
  expect(await screen.findByRole('heading', { name: 'drivers_own' })).toBeTruthy()
  press('table_actions', await screen.findByRole('row', { name: /Omar Lund/ }))
  expect(await screen.findByRole('menuitem', { name: /table_edit/ })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /table_remove/ })).toBeNull()
  for (const name of ['role_fleetadmin', 'nav_wallet']) expect(screen.queryByRole('columnheader', { name })).toBeNull()
})

const isOff = (name: RegExp) => screen.getByRole('menuitem', { name }).hasAttribute('data-disabled')

test('while edits are locked, riders can be added and edited, and nothing is exported, imported, blocked or deleted', async () => {
  const hidden = { ...rider, contactHidden: true, email: null, mobile: null }
  openPeople(server, 'rider', { people: [hidden], locked: true })
  const row = await screen.findByRole('row', { name: /Åsa Ek/ })
  expect(within(row).getAllByText('contact_hidden')).toHaveLength(2)
  for (const name of ['report_export', 'people_import'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'rider_add' })).toHaveProperty('disabled', false)
  press('table_actions', row)
  await screen.findByRole('menuitem', { name: /table_edit/ })
  expect([/table_edit/, /person_block/, /table_remove/].map(isOff)).toEqual([false, true, true])
  fireEvent.click(screen.getByRole('menuitem', { name: /table_edit/ }))
  await screen.findByRole('dialog')
  expect(screen.getByRole('textbox', { name: 'email' })).toMatchObject({ readOnly: true, value: 'contact_hidden' })
})

test('while edits are locked nobody else can be added', async () => {
  openPeople(server, 'driver', { locked: true })
  expect(await screen.findByText('people_locked')).toBeTruthy()
  for (const name of ['driver_add', 'people_import'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
})

test('whoever is on a trip is neither kept out nor deleted', async () => {
  openPeople(server, 'driver', { people: [{ ...driver, queue: true }] })
  press('table_actions', await screen.findByRole('row', { name: /Omar Lund/ }))
  expect((await screen.findByRole('menuitem', { name: /driver_withdraw/ })).textContent).toContain('driver_withdraw_busy')
  expect([/table_edit/, /driver_withdraw/, /table_remove/].map(isOff)).toEqual([false, true, true])
})

test('the drawer of a link shows figures and ways on; a driver waits for an approval that is asked for', async () => {
  server.answers['PUT /api/people/d1/approval'] = driver
  openPeople(server, 'driver', { people: [{ ...driver, approved: false }], at: '/drivers?person=d1' })
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByText('license_image_none')).toBeTruthy()
  expect(within(drawer).getByRole('link', { name: 'person_bookings' }).getAttribute('href')).toBe('/bookings?search=Omar+Lund')
  press('driver_approve', drawer)
  const question = await screen.findByRole('dialog', { name: 'driver_approve_title' })
  press('driver_approve', question)
  await waitFor(() => expect(bodyOf(server, 'PUT /api/people/d1/approval')).toEqual({ approved: true }))
})

test('who can sign in already needs no invitation, which is told', async () => {
  const busy = new Response(JSON.stringify({ error: { key: 'conflict', message: '', requestId: 'r' } }), { status: 409 })
  server.answers['POST /api/people/d1/invitation'] = busy
  openPeople(server, 'driver', { people: [{ ...driver, invitation: 'sent' }] })
  await act(/Omar Lund/, 'invitation_again')
  expect((await screen.findByRole('dialog')).textContent).toContain('invitation_needless')
})

test('a number that the desk has to mend is told with whose it is', async () => {
  const faulty = { ...rider, mobileFault: 'taken' as const }
  server.answers = {
    [`GET /api/people/${rider.id}`]: { ...recordOf(faulty), sameMobile: { id: 'd1', userType: 'driver', name: 'Omar Lund' } },
  }
  openPeople(server, 'rider', { people: [faulty], at: '/riders?mobileFault=true&person=u1' })
  expect(lastQuestion(server)).toMatchObject({ mobileFault: 'true' })
  expect(await screen.findByText('mobile_taken_text')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Omar Lund' }).getAttribute('href')).toBe('/drivers?person=d1')
})
