import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AllSettings } from '@wayfare/contract/settings'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { AppInfoPage } from './app-info-page.tsx'
import { makeServer, refusal } from '../../../test/server.tsx'
import { field, save, savedBy, saveWay, showSettings, stored, type } from './fake-settings.tsx'

const server = makeServer()

test('only what was changed is sent, and the page then shows what the server stored', async () => {
  const { client } = await showSettings(server)
  expect(screen.getByRole('button', { name: 'save' })).toHaveProperty('disabled', true)
  type('symbol', 'SEK')
  fireEvent.click(field('autoDispatch'))
  expect(screen.getByText('settings_changed')).toBeTruthy()
  save()
  await waitFor(() => expect(savedBy(server)).toEqual([{ symbol: 'SEK', autoDispatch: false, version: 1 }]))
  await screen.findByText('settings_unchanged')
  expect(client.getQueryData<AllSettings>(queryKeys.allSettings)?.settings.symbol).toBe('SEK')
})

/** Settings whose saves are answered when the test says so. */
const showSlowSettings = async () => {
  const answer: { come?: () => void } = {}
  server.answers[saveWay] = async (body: object) => {
    await new Promise<void>((resolve) => void (answer.come = resolve))
    return { ...stored, version: 2, settings: { ...stored.settings, ...body } }
  }
  await showSettings(server)
  return answer
}

test('what is typed while a save is on its way stays, and is saved next', async () => {
  const answer = await showSlowSettings()
  type('symbol', 'SEK')
  save()
  await waitFor(() => expect(savedBy(server)).toHaveLength(1))
  type('bonus', '7')
  answer.come?.()
  await waitFor(() => expect(screen.getByRole('button', { name: 'save' })).toHaveProperty('disabled', false))
  expect(Number(field('bonus').value)).toBe(7)
  save()
  await waitFor(() => expect(savedBy(server)).toHaveLength(2))
  expect(savedBy(server)[1]).toEqual({ bonus: 7, version: 2 })
  answer.come?.()
  await screen.findByText('settings_unchanged')
})

test('who types on in a field that is being saved contests nobody', async () => {
  const answer = await showSlowSettings()
  type('symbol', 'SE')
  save()
  await waitFor(() => expect(savedBy(server)).toHaveLength(1))
  type('symbol', 'SEK')
  answer.come?.()
  await waitFor(() => expect(screen.getByRole('button', { name: 'save' })).toHaveProperty('disabled', false))
  expect(field('symbol').value).toBe('SEK')
  expect(screen.queryByText('row_changed')).toBeNull()
  save()
  await waitFor(() => expect(savedBy(server)).toHaveLength(2))
  expect(savedBy(server)[1]).toEqual({ symbol: 'SEK', version: 2 })
  answer.come?.()
  await screen.findByText('settings_unchanged')
})

test('an empty bonus is proper_bonus in its field, with the cursor there and nothing sent', async () => {
  await showSettings(server)
  type('bonus', '')
  type('driverRadius', '')
  save()
  expect(document.activeElement).toBe(field('bonus'))
  expect(screen.getByText('proper_bonus')).toBeTruthy()
  expect(screen.getByText('proper_radius')).toBeTruthy()
  expect(savedBy(server)).toEqual([])
  type('bonus', '5')
  expect(screen.queryByText('proper_bonus')).toBeNull()
})

test.each(['-4', 'abc', '1e5'])('%s in a number field is empty once one leaves it', async (typed) => {
  await showSettings(server)
  for (const name of ['decimal', 'bonus', 'driverRadius']) {
    type(name, typed)
    fireEvent.blur(field(name))
    expect(field(name).value).toBe('')
  }
})

test('a number may be typed digit by digit', async () => {
  await showSettings(server)
  for (const typed of ['1', '10', '10.', '10.5']) {
    type('driverRadius', typed)
    expect(field('driverRadius').value).toBe(typed)
  }
})

test('amounts are shown as they will read', async () => {
  await showSettings(server)
  expect(screen.getByText('95 kr')).toBeTruthy()
  type('symbol', '€')
  type('decimal', '2')
  fireEvent.click(field('swipeSymbol'))
  expect(screen.getByText('€1,249.50')).toBeTruthy()
  type('decimal', '7')
  expect(screen.queryByText(/€\d/)).toBeNull()
})

test.each(['', '0.5', '1.5', '99', '-1', '0.000000001', '999999999999.999999999'])(
  '"%s" as the digits of amounts is proper_decimal in its field, and what else was typed stays',
  async (typed) => {
    await showSettings(server)
    type('bonus', '12.5')
    type('decimal', typed)
    expect(screen.queryByText('95 kr')).toBeNull()
    save()
    expect(screen.getByText('proper_decimal')).toBeTruthy()
    expect([field('symbol').value, Number(field('bonus').value), savedBy(server)]).toEqual(['kr', 12.5, []])
  },
)

test('a license that the vendor refuses is wrong_code, and all that was typed stays', async () => {
  server.answers[saveWay] = refusal('wrong_code')
  await showSettings(server)
  type('license', 'ABCD')
  type('symbol', 'SEK')
  save()
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('settings_unsaved_title')).toBeTruthy()
  expect(within(dialog).getByText('wrong_code')).toBeTruthy()
  expect([field('license').value, field('symbol').value]).toEqual(['ABCD', 'SEK'])
})

test('what the server refuses by field stands at the field', async () => {
  server.answers[saveWay] = refusal('currency_in_use', { fields: { code: 'currency_in_use' } })
  await showSettings(server)
  type('symbol', 'EUR')
  save()
  await waitFor(() => expect(screen.getAllByText('currency_in_use').length).toBeGreaterThan(1))
})

test.each([
  ['a server that fails', () => refusal('server_error', undefined, 500)],
  ['a network that is away', () => Promise.reject(new TypeError('failed'))],
])('%s is update_failed', async (_what, answer) => {
  server.answers[saveWay] = answer
  await showSettings(server)
  type('symbol', 'SEK')
  save()
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('update_failed'))
  expect(field('symbol').value).toBe('SEK')
})

test('locked by another admin meanwhile, a save says demo_mode', async () => {
  server.answers[saveWay] = refusal('demo_mode')
  await showSettings(server)
  type('symbol', 'SEK')
  save()
  await waitFor(() => expect(within(screen.getByRole('dialog')).getByText('demo_mode')).toBeTruthy())
})

test('under the demo lock the page explains, shows everything and offers nothing', async () => {
  await showSettings(server, { ...stored, settings: { ...stored.settings, allowCriticalEditsAdmin: false } })
  expect(screen.getByText('demo_mode')).toBeTruthy()
  expect([field('symbol').disabled, field('autoDispatch').disabled, field('license').disabled]).toEqual([true, true, true])
  expect(screen.queryByRole('button', { name: 'save' })).toBeNull()
})

test('locking is asked about first', async () => {
  await showSettings(server)
  fireEvent.click(field('allowCriticalEditsAdmin'))
  save()
  const dialog = await screen.findByRole('dialog')
  expect(savedBy(server)).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'settings_lock' }))
  await waitFor(() => expect(savedBy(server)).toEqual([{ allowCriticalEditsAdmin: false, version: 1 }]))
})

test('one does not leave with unsaved changes without being asked', async () => {
  const { router } = await showSettings(server)
  type('symbol', 'SEK')
  fireEvent.click(screen.getByText('away'))
  const dialog = await screen.findByRole('dialog')
  expect(router.state.location.pathname).toBe('/settings')
  fireEvent.click(within(dialog).getByRole('button', { name: 'settings_leave' }))
  await screen.findByText('bookings')
})

test('without changes one leaves freely', async () => {
  await showSettings(server)
  type('symbol', 'SEK')
  fireEvent.click(screen.getByRole('button', { name: 'settings_discard' }))
  fireEvent.click(screen.getByText('away'))
  await screen.findByText('bookings')
})

test('app info has its two groups, and only what was changed in them is sent', async () => {
  const { client } = await showSettings(server, stored, AppInfoPage)
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'settings_group_app',
    'settings_group_links',
  ])
  expect(document.querySelector('[data-field="bonus"]')).toBeNull()
  type('appName', 'Majorna Taxi')
  type('contactEmail', 'hello@taxi.example')
  save()
  await waitFor(() => expect(savedBy(server)).toMatchObject([{ appName: 'Majorna Taxi', contactEmail: 'hello@taxi.example' }]))
  await screen.findByText('settings_unchanged')
  expect(client.getQueryData<AllSettings>(queryKeys.allSettings)?.settings.appName).toBe('Majorna Taxi')
})

test.each([
  ['appName', '', 'proper_text'],
  ['contactEmail', 'nobody', 'proper_email'],
  ['companyWebsite', 'javascript:alert(1)', 'proper_link'],
  ['companyTerms', 'terms', 'proper_link'],
  ['facebookHandle', 'two words', 'proper_handle'],
  ['playStoreLink', 'ftp://store.example', 'proper_link'],
])('%s as "%s" is %s in its field, with the cursor there and nothing sent', async (name, typed, key) => {
  await showSettings(server, stored, AppInfoPage)
  type(name === 'appName' ? 'companyName' : 'appName', 'Majorna')
  type(name, typed)
  save()
  expect(document.activeElement).toBe(field(name))
  expect(screen.getByText(key)).toBeTruthy()
  expect(savedBy(server)).toEqual([])
})

test('a save of app info that the server refuses for another page’s field says why', async () => {
  server.answers[saveWay] = refusal('proper_bonus', { fields: { bonus: 'proper_bonus' } })
  await showSettings(server, stored, AppInfoPage)
  type('appName', 'Majorna')
  save()
  await waitFor(() => expect(within(screen.getByRole('dialog')).getByText('proper_bonus')).toBeTruthy())
  expect(field('appName').value).toBe('Majorna')
})

const needing = ['emailVerify', 'mobileLoginEnabled'] as const

test('without mail and SMS the switches that need them are off for good, and say what is missing and where it is set up', async () => {
  await showSettings(server, { ...stored, messages: { mail: 'none', sms: 'none' } })
  expect(needing.map((name) => field(name).disabled)).toEqual([true, true])
  for (const key of ['mail_service_missing service_setup_mail', 'sms_service_missing service_setup_sms']) screen.getByText(key)
  expect(screen.queryByText('setting_emailVerify_help')).toBeNull()
})

test('a switch that is on while its service is gone warns, and can be switched off and back while nothing is saved', async () => {
  await showSettings(server, {
    ...stored,
    settings: { ...stored.settings, emailVerify: true },
    messages: { mail: 'none', sms: 'service' },
  })
  screen.getByText('setting_on_without_mail service_setup_mail')
  expect(field('mobileLoginEnabled').disabled).toBe(false)
  for (const isOn of [false, true]) {
    fireEvent.click(field('emailVerify'))
    expect([field('emailVerify').checked, field('emailVerify').disabled]).toEqual([isOn, false])
  }
})

test('with the dev inbox the switches are as with a service', async () => {
  await showSettings(server, { ...stored, messages: { mail: 'dev_inbox', sms: 'dev_inbox' } })
  expect(needing.map((name) => field(name).disabled)).toEqual([false, false])
})
