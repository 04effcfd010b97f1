import { fireEvent, screen, waitFor } from '@testing-library/react'
import { defaultSettings, pickPublicSettings } from '@wayfare/core/settings'
import { asId } from '@wayfare/core/ids'
import { beforeEach, expect, test } from 'vitest'
import { makeServer, show, writesOf } from '../../../test/server.tsx'
import { LegalHold } from './legal-hold.tsx'

const server = makeServer()

const someone = { id: 'ada', email: 'ada@taxi.example', firstName: 'Ada', lastName: 'Ek', mobile: null }
const as = (userType: string, allowCriticalEditsAdmin = true) => {
  server.answers['GET /api/accounts/session'] = { me: { ...someone, userType }, demoSignIns: [], social: [] }
  const settings = { ...pickPublicSettings(defaultSettings), allowCriticalEditsAdmin }
  server.answers['GET /api/settings'] = { settings, demo: false, serverTime: 0 }
}
beforeEach(() => {
  server.answers['PUT /api/people/u1/legal-hold'] = { id: 'u1', legalHold: true }
  server.answers['PUT /api/bookings/B1/legal-hold'] = { legalHold: false }
})
const toggle = () => screen.findByRole<HTMLInputElement>('switch', { name: /^legal_hold_label/ })

test('an admin puts a person under a legal hold, and takes a booking out of one', async () => {
  as('admin')
  const { unmount } = show(server, <LegalHold of={{ person: asId('u1') }} held={false} />)
  expect((await toggle()).checked).toBe(false)
  expect(screen.getByText('legal_hold_person_help')).toBeTruthy()
  fireEvent.click(await toggle())
  expect(await screen.findByText('legal_hold_begun')).toBeTruthy()
  unmount()
  show(server, <LegalHold of={{ booking: asId('B1') }} held />)
  expect((await toggle()).checked).toBe(true)
  fireEvent.click(await toggle())
  await waitFor(() => expect(writesOf(server)).toHaveLength(2))
  expect(writesOf(server)).toMatchObject([
    { way: 'PUT /api/people/u1/legal-hold', body: { held: true } },
    { way: 'PUT /api/bookings/B1/legal-hold', body: { held: false } },
  ])
})

test('the demo lock holds the switch, and says so', async () => {
  as('admin', false)
  show(server, <LegalHold of={{ person: asId('u1') }} held={false} />)
  expect(await screen.findByText('demo_mode')).toBeTruthy()
  expect((await toggle()).disabled).toBe(true)
})

test('a fleet admin does not see it', async () => {
  as('fleetadmin')
  const { container } = show(
    server,
    <>
      <p>here</p>
      <LegalHold of={{ booking: asId('B1') }} held />
    </>,
  )
  await waitFor(() => expect(container.textContent).toContain('here'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('switch')).toBeNull()
})
