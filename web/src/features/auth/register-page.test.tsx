import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { makeServer, refusal, show } from '../../../test/server.tsx'
import { challenge } from './fake-challenge.ts'
import { RegisterPage } from './register-page.tsx'

const paths = {
  exists: 'POST /api/functions/check_user_exists',
  referrer: 'POST /api/functions/validate_referrer',
  signUp: 'POST /api/accounts/sign-up',
  signIn: 'POST /api/accounts/sign-in',
}

const server = makeServer()

beforeEach(() => {
  server.settings = { allowCountrySelection: false }
  Object.assign(server.answers, {
    'GET /api/accounts/challenge': challenge,
    [paths.exists]: { users: [] },
    [paths.referrer]: { uid: 'token' },
    [paths.signUp]: { uid: 'u1', outcome: 'account_create_successfully', approved: true },
    [paths.signIn]: { me: { id: 'u1', userType: 'rider' }, token: 't' },
  })
})

const open = async (address = '/register', dialCode = '+46') => {
  const { router } = show(
    server,
    <Routes>
      <Route path="/register" element={<RegisterPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    address,
  )
  await screen.findByText(dialCode)
  return router
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const enter = (label: string) => fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter' })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'register' }))

const fillIn = (part: Record<string, string> = {}) => {
  const all = { first_name: 'Elsa', last_name: 'Strand', email: 'elsa@example.org', password: 'wayfare1', mobile: '0701234567' }
  for (const [label, value] of Object.entries({ ...all, ...part })) type(label, value)
}

const told = async (text: string) => {
  const dialog = await screen.findByRole('dialog', { name: 'alert_title' })
  expect(dialog.textContent).toContain(text)
  return dialog
}

test('what is wrong is said at each field, the first has the cursor, and mending it takes the words away', async () => {
  await open()
  send()
  expect(await screen.findAllByText('proper_input_name')).toHaveLength(2)
  for (const key of ['proper_email', 'password_blank_messege', 'mobile_no_blank_error'])
    expect(screen.getByText(key)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('first_name'))
  fireEvent.input(screen.getByLabelText('email'), { target: { value: 'e' } })
  expect(screen.queryByText('proper_email')).toBeNull()
  expect(server.sentTo(paths.exists)).toEqual([])
})

test('Enter goes on to the next field that has to be filled in, past those that are; after the last one it sends', async () => {
  await open()
  type('password', 'wayfare1')
  for (const [label, value, next] of [
    ['first_name', 'Elsa', 'last_name'],
    ['last_name', 'Strand', 'email'],
    ['email', 'elsa@example.org', 'mobile'],
  ] as const) {
    type(label, value)
    // what is prevented sends nothing
    expect(enter(label)).toBe(false)
    expect(document.activeElement).toBe(screen.getByLabelText(next))
  }
  type('mobile', '0701234567')
  expect(enter('mobile')).toBe(true)
  // the invitation may stay empty
  expect(enter('referral_id')).toBe(true)
})

test('a password that breaks the rule is told at its field, and nothing is sent', async () => {
  await open()
  fillIn({ password: 'two words' })
  send()
  expect(await screen.findByText('password_alphaNumeric_check')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('password'))
  expect(server.sentTo(paths.exists)).toEqual([])
})

test('who exists already is told before anything else is asked', async () => {
  server.answers[paths.exists] = { users: [{ exists: true }] }
  await open()
  fillIn({ referral_id: 'nobody1234' })
  send()
  await told('user_exists')
  const [asked] = server.sentTo(paths.exists)
  expect(asked?.body).toMatchObject({ email: 'elsa@example.org', mobile: '+46701234567', challenge: { solution: {} } })
  expect(server.sentTo(paths.referrer)).toEqual([])
  expect(server.sentTo(paths.signUp)).toEqual([])
})

test('an address or number that cannot be looked up is told as such', async () => {
  server.answers[paths.exists] = { error: 'email_or_mobile_issue' }
  await open()
  fillIn()
  send()
  await told('email_or_mobile_issue')
  expect(server.sentTo(paths.signUp)).toEqual([])
})

test('a referral id that is nobody’s ends it; the address may bring one along', async () => {
  server.answers[paths.referrer] = { uid: '' }
  await open('/register?ref=anna1234')
  fillIn()
  send()
  await told('referer_not_found')
  expect(server.sentTo(paths.referrer).map(({ body }) => body)).toEqual([{ referralId: 'anna1234' }])
  expect(server.sentTo(paths.signUp)).toEqual([])
})

test('a referral id is looked up when its field is left, and not again when the form is sent', async () => {
  await open()
  fillIn({ referral_id: ' Anna1234 ' })
  fireEvent.blur(screen.getByLabelText('referral_id'))
  await screen.findByText('referral_known')
  send()
  await told('account_create_successfully')
  expect(server.sentTo(paths.referrer)).toHaveLength(1)
  expect(server.sentTo(paths.signUp)[0]?.body).toMatchObject({ referralId: 'Anna1234' })
})

test('an account that could not be made is told', async () => {
  server.answers[paths.signUp] = refusal('reg_error')
  await open()
  fillIn()
  send()
  await told('reg_error')
})

test('a new account is told and signs in by itself after three seconds', async () => {
  const router = await open()
  fillIn()
  send()
  await told('account_create_successfully')
  expect(server.sentTo(paths.signUp)[0]?.body).toEqual({
    firstName: 'Elsa',
    lastName: 'Strand',
    email: 'elsa@example.org',
    password: 'wayfare1',
    dialCode: '46',
    mobile: '+46701234567',
    referralId: '',
    language: 'en',
  })
  expect(server.sentTo(paths.signIn)).toEqual([])
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  const [made, entered] = [server.sentTo(paths.signUp)[0], server.sentTo(paths.signIn)[0]]
  expect(entered?.body).toEqual({ email: 'elsa@example.org', password: 'wayfare1' })
  expect((entered?.at ?? 0) - (made?.at ?? 0)).toBeGreaterThanOrEqual(3000)
})

test('where addresses are verified nobody is signed in: closing the words leads to the page to sign in', async () => {
  server.answers[paths.signUp] = { uid: 'u1', outcome: 'email_verify_message', approved: true }
  const router = await open()
  fillIn()
  send()
  const dialog = await told('email_verify_message')
  fireEvent.click(within(dialog).getByRole('button', { name: 'close' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(server.sentTo(paths.signIn)).toEqual([])
})

test('the country is a choice only where the operator allows it', async () => {
  server.settings = { allowCountrySelection: true }
  await open()
  expect(await screen.findByDisplayValue(/Sweden.*\+46/)).toBeTruthy()
  cleanup()
  server.settings = { allowCountrySelection: false, country: 'EG' }
  await open('/register', '+20')
  expect(screen.queryByLabelText('country')).toBeNull()
})
