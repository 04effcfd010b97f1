import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePushBrowser } from '../api/fake-push-browser.ts'
import { AlertProvider } from '../ui/dialogs.tsx'
import { NoticesCard } from '../features/profile/notices-card.tsx'
import { PushOffer } from './push-offer.tsx'

const rita = { id: 'rita', userType: 'rider' } as Me

let given: ReturnType<typeof makePushBrowser>
beforeEach(() => {
  localStorage.clear()
  given = makePushBrowser()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (what: ReactNode) => {
  render(
    <MantineProvider env="test">
      <AlertProvider>{what}</AlertProvider>
    </MantineProvider>,
  )
}
const accept = () => screen.findByRole('button', { name: 'push_turn_on' })
const offer = () => screen.queryByText('push_offer_title')
/** The page knows the state and has had time to show it. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

test('the offer asks the browser only after a tap, and goes once notices are on', async () => {
  show(<PushOffer me={rita} />)
  const button = await accept()
  expect(screen.getByRole('region', { name: 'push_offer_title' })).toBeTruthy()
  expect([given.browser.prompts, screen.queryByRole('alert')]).toEqual([0, null])
  fireEvent.click(button)
  await waitFor(() => expect(offer()).toBeNull())
  expect([given.browser.prompts, given.browser.subscriptions]).toEqual([1, 1])
})

test('whoever puts the offer aside is not asked again, and neither is the browser', async () => {
  show(<PushOffer me={rita} />)
  fireEvent.click(await screen.findByRole('button', { name: 'push_not_now' }))
  expect(offer()).toBeNull()
  cleanup()
  show(<PushOffer me={rita} />)
  await settle()
  expect([offer(), given.browser.prompts]).toEqual([null, 0])
})

test('where notices are forbidden, impossible or on there is no offer', async () => {
  given.browser.permission = 'denied'
  show(<PushOffer me={rita} />)
  await settle()
  expect(offer()).toBeNull()
  cleanup()
  vi.stubGlobal('isSecureContext', false)
  show(<PushOffer me={rita} />)
  await settle()
  expect(offer()).toBeNull()
})

test('a push service that does not answer is said so, and the offer stays to try again', async () => {
  given.browser.isServerDown = true
  show(<PushOffer me={rita} />)
  fireEvent.click(await accept())
  expect((await screen.findByRole('alert')).textContent).toBe('Fetch Call Error')
  given.browser.isServerDown = false
  fireEvent.click(await accept())
  await waitFor(() => expect(offer()).toBeNull())
})

test('the profile has a switch that turns notices on and off', async () => {
  show(<NoticesCard me={rita} />)
  const knob = await screen.findByRole<HTMLInputElement>('switch', { name: 'push_turn_on' })
  expect(knob.checked).toBe(false)
  fireEvent.click(knob)
  await waitFor(() => expect(knob.checked).toBe(true))
  expect(given.asked.map(({ url }) => url)).toEqual(['/api/push', '/api/push/devices'])
  fireEvent.click(knob)
  await waitFor(() => expect(knob.checked).toBe(false))
  expect(given.asked.at(-1)?.url).toBe('/api/push/devices/remove')
})

test('a no in the browser’s prompt is explained in place of the switch', async () => {
  given.browser.answer = 'denied'
  show(<NoticesCard me={rita} />)
  fireEvent.click(await screen.findByRole('switch'))
  expect(await screen.findByText('push_denied')).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a browser without notices says what would help', async () => {
  vi.stubGlobal('isSecureContext', false)
  show(<NoticesCard me={rita} />)
  expect(await screen.findByText('push_unsupported')).toBeTruthy()
})
