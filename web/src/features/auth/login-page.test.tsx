import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeServer, press, refusal, show } from '../../../test/server.tsx'
import { challenge } from './fake-challenge.ts'
import { LoginPage } from './login-page.tsx'

const server = makeServer()

beforeEach(() => {
  server.answers['GET /api/accounts/challenge'] = challenge
})

const rider = { id: 'u1', userType: 'rider', firstName: 'Maja', lastName: 'Lund' } as unknown as Me

const open = async (address = '/login') =>
  show(
    server,
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    address,
  ).router

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

const closeAlert = async (...says: string[]) => {
  const dialog = await screen.findByRole('dialog')
  for (const text of says) expect(dialog.textContent).toContain(text)
  fireEvent.click(within(dialog).getByRole('button', { name: 'close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

const askForCode = async () => {
  server.settings = { mobileLoginEnabled: true, allowCountrySelection: false }
  server.answers['POST /api/accounts/sign-in/code'] = { verificationId: 'v1', expiresAt: Date.now() + 300_000 }
  await open()
  fireEvent.click(await screen.findByRole('tab', { name: 'login_tab_phone' }))
  await screen.findByLabelText('mobile')
  type('mobile', '0701740605')
  press('code_send')
  await screen.findByLabelText('code_label')
}

test('an address or a password that cannot be right is not sent, and the fields are empty after every try', async () => {
  await open()
  type('email', 'maja@')
  type('password', 'secret1')
  press('sign_in')
  await closeAlert('login_validate_error')
  expect([valueOf('email'), valueOf('password')]).toEqual(['', ''])
  expect(server.sentTo('POST /api/accounts/sign-in')).toEqual([])
})

test.each([
  ['login_error'],
  ['require_approval'],
  ['user_issue_contact_admin'],
  ['not_valid_user_type'],
  ['base_settings_error_1'],
  ['base_settings_error_2'],
  ['email_verify_message'],
  ['account_blocked'],
])('a sign-in refused with %s is told in these words', async (key) => {
  server.answers['POST /api/accounts/sign-in'] = refusal(key)
  await open()
  type('email', 'maja@example.org')
  type('password', 'secret1')
  press('sign_in')
  await closeAlert(key)
  expect(server.sentTo('POST /api/accounts/sign-in')[0]?.body).toEqual({ email: 'maja@example.org', password: 'secret1' })
})

test('a proof of work that the server asks for is done in silence, and the sign-in goes on with it', async () => {
  server.answers['POST /api/accounts/sign-in'] = (body: object) =>
    !('challenge' in body) ? refusal('challenge_needed') : { me: rider, token: 't' }
  await open()
  type('email', 'maja@example.org')
  type('password', 'secret1')
  press('sign_in')
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  expect(server.sentTo('GET /api/accounts/challenge')).toHaveLength(1)
  expect(server.sentTo('POST /api/accounts/sign-in').map(({ body }) => Object.keys(body as object))).toEqual([
    ['email', 'password'],
    ['email', 'password', 'challenge'],
  ])
})

test('a lock names its minutes', async () => {
  server.answers['POST /api/accounts/sign-in'] = refusal('rate_limited', { retryAfterS: 700 })
  await open()
  type('email', 'maja@example.org')
  type('password', 'secret1')
  press('sign_in')
  await closeAlert('rate_limited_minutes')
})

test('phone and providers are offered only where the operator has them', async () => {
  await open()
  await waitFor(() => expect(server.sentTo('GET /api/accounts/session')).toHaveLength(1))
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('button', { name: 'continue_with_facebook' })).toBeNull()
  cleanup()
  server.settings = { mobileLoginEnabled: true }
  server.session = { me: null, demoSignIns: [], social: ['facebook', 'apple'] }
  await open()
  expect(await screen.findByRole('tab', { name: 'login_tab_phone' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'continue_with_facebook' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'sign_in_with_apple' })).toBeTruthy()
})

test('what is typed before the settings have come stays', async () => {
  server.settings = { mobileLoginEnabled: true }
  await open()
  expect(screen.queryByRole('tab')).toBeNull()
  type('email', 'maja@example.org')
  await screen.findByRole('tab', { name: 'login_tab_phone' })
  expect(valueOf('email')).toBe('maja@example.org')
})

test('a number that is none is not sent; a good one goes out in one spelling, with a solved challenge', async () => {
  server.settings = { mobileLoginEnabled: true }
  await open()
  fireEvent.click(await screen.findByRole('tab', { name: 'login_tab_phone' }))
  await screen.findByLabelText('mobile')
  type('mobile', '12 34')
  press('code_send')
  expect(await screen.findByText('mobile_no_blank_error')).toBeTruthy()
  expect(server.sentTo('POST /api/accounts/sign-in/code')).toEqual([])
  type('mobile', '٠٧٠١٧٤٠٦٠٥')
  server.answers['POST /api/accounts/sign-in/code'] = refusal('user_does_not_exists')
  press('code_send')
  // errors of the phone sign-in show their code, too
  await closeAlert('user_does_not_exists', 'problem_code')
  const body = server.sentTo('POST /api/accounts/sign-in/code')[0]?.body
  expect(body).toMatchObject({
    mobile: '+46701740605',
    challenge: { challenge, solution: { derivedKey: expect.stringMatching(/^0/) } },
  })
})

test('while a code is on its way there is no other door; cancelling opens them again', async () => {
  await askForCode()
  const email = screen.getByRole('tab', { name: 'login_tab_email' })
  expect(email).toHaveProperty('disabled', true)
  press('cancel')
  expect(await screen.findByLabelText('mobile')).toBeTruthy()
  expect(email).toHaveProperty('disabled', false)
})

test('a code that cannot be one is not sent', async () => {
  await askForCode()
  for (const code of ['12345', '100000', '']) {
    type('code_label', code)
    press('sign_in')
    expect(await screen.findByText('otp_validate_error')).toBeTruthy()
  }
  expect(server.sentTo('POST /api/accounts/sign-in/code/verify')).toEqual([])
})

test('wrong codes use up the tries, after which only another code helps', async () => {
  await askForCode()
  for (const triesLeft of [2, 1, 0]) {
    server.answers['POST /api/accounts/sign-in/code/verify'] = refusal('code_wrong', { triesLeft })
    type('code_label', '123 456')
    press('sign_in')
    await closeAlert('code_wrong')
    if (triesLeft > 0) await screen.findByText('code_tries_left')
  }
  expect(server.sentTo('POST /api/accounts/sign-in/code/verify').map(({ body }) => body)).toEqual([
    { verificationId: 'v1', otp: '123456' },
    { verificationId: 'v1', otp: '123456' },
    { verificationId: 'v1', otp: '123456' },
  ])
  expect(await screen.findByText('code_expired')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'sign_in' })).toBeNull()
})

test('the right code signs in, and the page leads on', async () => {
  await askForCode()
  server.answers['POST /api/accounts/sign-in/code/verify'] = { me: rider, token: 't' }
  type('code_label', '654321')
  press('sign_in')
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

test('a second factor that is asked for is one more step, at the end of which one is signed in', async () => {
  server.answers['POST /api/accounts/sign-in'] = refusal('second_factor_needed', { pending: 'p1' })
  server.answers['POST /api/accounts/sign-in/second-factor'] = ({ code }: { code: string }) =>
    code === '654321' ? { me: rider, token: 't' } : refusal('second_factor_wrong')
  await open()
  type('email', 'maja@example.org')
  type('password', 'secret1')
  press('sign_in')
  await screen.findByLabelText('second_factor_label')
  type('second_factor_label', '111111')
  press('sign_in')
  expect(await screen.findByText('second_factor_wrong')).toBeTruthy()
  type('second_factor_label', '654321')
  press('sign_in')
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  expect(server.sentTo('POST /api/accounts/sign-in/second-factor').map(({ body }) => body)).toEqual([
    { pending: 'p1', code: '111111' },
    { pending: 'p1', code: '654321' },
  ])
})

test('a second step that took too long begins anew', async () => {
  server.answers['POST /api/accounts/sign-in/second-factor'] = refusal('code_expired')
  const router = await open('/login?problem=second_factor_needed#pending=p2')
  await screen.findByLabelText('second_factor_label')
  expect(router.state.location.hash).toBe('')
  press('second_factor_use_backup')
  type('second_factor_backup_label', 'TYB27-2J5T9')
  press('sign_in')
  await closeAlert('second_factor_late')
  expect(screen.getByLabelText('email')).toBeTruthy()
})

test('back from a provider the profile is read after two seconds, not before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const openedAt = Date.now()
  const router = await open('/login?social=facebook')
  expect(await screen.findByText(/login_success/)).toBeTruthy()
  server.session = { ...server.session, me: { ...rider, userType: 'driver' } }
  await vi.advanceTimersByTimeAsync(2100)
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/bookings')
  const [, read] = server.sentTo('GET /api/accounts/session')
  expect((read?.at ?? 0) - openedAt).toBeGreaterThanOrEqual(2000)
})

test('back from a provider without a session is a sign-in that failed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open('/login?social=apple')
  await screen.findByText(/login_success/)
  await vi.advanceTimersByTimeAsync(2100)
  await closeAlert('auth_error')
  expect(screen.getByLabelText('email')).toBeTruthy()
})

test.each([
  ['user_issue_contact_admin', 'user_issue_contact_admin'],
  ['rate_limited&wait=41', 'rate_limited_seconds'],
])('what a provider sign-in was refused with is told once and leaves the address: %s', async (problem, told) => {
  const router = await open(`/login?problem=${problem}`)
  await closeAlert(told)
  expect(router.state.location.search).toBe('')
})

test('the mail about a changed password leads straight to a new one', async () => {
  await open('/login?forgot=1')
  expect(await screen.findByRole('dialog', { name: 'forgot_title' })).toBeTruthy()
})
