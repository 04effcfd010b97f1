import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { makeServer, refusal, show } from '../../../test/server.tsx'
import { ProfilePage } from './profile-page.tsx'

// looking whether each element is hidden takes most of the time of a page this long
configure({ defaultHidden: true })

const rita = {
  id: 'rita',
  userType: 'rider',
  firstName: 'Rita',
  lastName: 'Ray',
  email: 'rita@example.org',
  mobile: '+46701740605',
  profileImage: null,
  approved: true,
  walletBalance: '0',
  loginType: 'email',
  emailVerified: true,
  locked: ['email', 'mobile'],
  hasPassword: true,
  secondFactor: false,
  language: null,
  theme: null,
  carType: null,
  licenseImage: null,
  demo: false,
  createdAt: 0,
} as unknown as Me

const server = makeServer()

beforeEach(() => {
  server.answers['GET /api/accounts/sessions'] = { sessions: [] }
  server.answers['GET /api/accounts/saved-places'] = { places: [] }
  server.answers['GET /api/accounts/second-factor'] = { enabled: false, backupCodesLeft: 0 }
})

const open = async (me: Me) => {
  server.session = { me, demoSignIns: [], social: [] }
  show(
    server,
    <Routes>
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="/" element={<p>home</p>} />
    </Routes>,
    '/profile',
  )
  await screen.findByRole('heading', { name: 'nav_profile' })
}

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const part = (title: string) => within(screen.getByRole('region', { name: title }))
const press = (title: string, name: string) => fireEvent.click(part(title).getByRole('button', { name }))
const savedProfiles = () => server.sentTo('PUT /api/accounts/profile').map(({ body }) => body)

test('who signs in by e-mail sees address and number locked, each with the reason as its description', async () => {
  await open(rita)
  for (const label of ['email', 'mobile']) {
    expect(field(label).readOnly).toBe(true)
    const described = field(label).getAttribute('aria-describedby') ?? ''
    expect(described.split(' ').map((id) => document.querySelector(`[id="${id}"]`)?.textContent)).toContain('profile_locked')
  }
  expect(field('profile_type')).toMatchObject({ readOnly: true, value: 'role_rider' })
})

test('only what was changed is sent along with the names, and the toast says that it is saved', async () => {
  await open(rita)
  server.answers['PUT /api/accounts/profile'] = { ...rita, firstName: 'Rosa' }
  type('first_name', ' Rosa ')
  press('profile_person', 'save')
  expect(await screen.findByText('profile_updated')).toBeTruthy()
  expect(savedProfiles()).toEqual([{ firstName: 'Rosa', lastName: 'Ray' }])
})

test('what is typed while a save is on its way stays', async () => {
  const answer: { come?: () => void } = {}
  server.answers['PUT /api/accounts/profile'] = async (body: object) => {
    await new Promise<void>((resolve) => void (answer.come = resolve))
    return { ...rita, ...body }
  }
  await open(rita)
  type('first_name', 'Rut')
  press('profile_person', 'save')
  await waitFor(() => expect(savedProfiles()).toHaveLength(1))
  type('last_name', 'Roy')
  answer.come?.()
  await screen.findByText('profile_updated')
  expect([field('first_name').value, field('last_name').value]).toEqual(['Rut', 'Roy'])
})

test('each field says what is wrong with it, the first has the cursor, and nothing is sent', async () => {
  await open({ ...rita, email: ' ', mobile: ' ', loginType: 'apple', locked: [] })
  type('first_name', ' ')
  type('email', 'rita@@example.org')
  type('mobile', '12')
  press('profile_person', 'save')
  expect(await screen.findByText('proper_input_name')).toBeTruthy()
  expect(screen.getByText('proper_email')).toBeTruthy()
  expect(screen.getByText('profile_mobile_wrong')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('first_name')))
  expect(savedProfiles()).toEqual([])
})

test('what wants a proof asks for the password, says when it is wrong, and then does the same again', async () => {
  const social = { ...rita, email: ' ', mobile: ' ', loginType: 'facebook', locked: [] } as Me
  await open(social)
  let isProved = false
  server.answers['PUT /api/accounts/profile'] = () => (isProved ? { ...social, mobile: '+46701740605' } : refusal('prove_first'))
  server.answers['POST /api/accounts/prove'] = ({ password }: { password: string }) => {
    isProved = password === 'right1'
    return isProved ? { done: true } : refusal('password_wrong')
  }
  type('mobile', '070-174 06 05')
  press('profile_person', 'save')
  const dialog = within(await screen.findByRole('dialog', { name: 'prove_title' }))
  const confirm = (password: string) => {
    fireEvent.change(dialog.getByLabelText('password'), { target: { value: password } })
    fireEvent.click(dialog.getByRole('button', { name: 'prove_confirm' }))
  }
  confirm('wrong1')
  expect(await dialog.findByText('password_wrong')).toBeTruthy()
  confirm('right1')
  expect(await screen.findByText('profile_updated')).toBeTruthy()
  const sent = { firstName: 'Rita', lastName: 'Ray', mobile: '+46701740605' }
  expect(savedProfiles()).toEqual([sent, sent])
})

test('who gives up the proof has saved nothing and keeps what was typed', async () => {
  await open({ ...rita, mobile: ' ', loginType: 'apple', locked: [], hasPassword: false })
  server.answers['PUT /api/accounts/profile'] = refusal('prove_first')
  type('mobile', '+46701740605')
  press('profile_person', 'save')
  const dialog = within(await screen.findByRole('dialog', { name: 'prove_title' }))
  expect(dialog.getByRole('button', { name: 'prove_sign_in_again' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(savedProfiles()).toHaveLength(1)
  expect(field('mobile').value).toBe('+46701740605')
})

test('whom the desk took down by number is asked for no password: signing in again is the proof, and an address comes first', async () => {
  await open({ ...rita, email: ' ', locked: ['mobile'], hasPassword: false })
  expect([field('email').readOnly, field('mobile').readOnly]).toEqual([false, true])
  expect(part('password').getByText('profile_password_no_email')).toBeTruthy()
  server.answers['PUT /api/accounts/profile'] = refusal('prove_first')
  type('email', 'rita@example.org')
  press('profile_person', 'save')
  const dialog = within(await screen.findByRole('dialog', { name: 'prove_title' }))
  expect(dialog.getByRole('button', { name: 'prove_sign_in_again' })).toBeTruthy()
  expect([dialog.queryByLabelText('password'), dialog.queryByRole('button', { name: 'prove_confirm' })]).toEqual([null, null])
})

test('an unverified address offers the mail again', async () => {
  await open({ ...rita, emailVerified: false })
  server.answers['POST /api/accounts/email/verification'] = { done: true }
  press('profile_person', 'profile_send_again')
  expect(await screen.findByText('verify_sent')).toBeTruthy()
  expect(server.sentTo('POST /api/accounts/email/verification')).toHaveLength(1)
})

const askToDelete = async (word: string) => {
  press('data_title', 'delete_me')
  const dialog = within(await screen.findByRole('dialog', { name: 'delete_title' }))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: word } })
  const confirm = () => fireEvent.click(dialog.getByRole('button', { name: 'delete_me' }))
  confirm()
  return { dialog, confirm }
}

test('an account is deleted by typing the word, not by anything else, and then a visitor is at home', async () => {
  await open(rita)
  server.answers['POST /api/accounts/delete'] = { done: true }
  const { dialog, confirm } = await askToDelete('something')
  expect(server.sentTo('POST /api/accounts/delete')).toEqual([])
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Delete_Word' } })
  confirm()
  expect(await screen.findByText('home')).toBeTruthy()
  expect(await screen.findByText('delete_done')).toBeTruthy()
  expect(server.sentTo('POST /api/accounts/delete').map(({ body }) => body)).toEqual([{ forfeit: false }])
})

test('money in the wallet is given up on purpose only', async () => {
  await open(rita)
  server.answers['POST /api/accounts/delete'] = ({ forfeit }: { forfeit: boolean }) =>
    forfeit === true ? { done: true } : refusal('balance_not_zero', { balance: '5', mayForfeit: true })
  const { dialog, confirm } = await askToDelete('delete_word')
  expect(await dialog.findByText('balance_not_zero')).toBeTruthy()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'delete_forfeit' }))
  confirm()
  expect(await screen.findByText('home')).toBeTruthy()
})

const refusals = [
  [refusal('conflict', { bookingId: 'b1' }), 'delete_open_trip'],
  [refusal('conflict', { paymentId: 'p1' }), 'delete_open_payment'],
  [refusal('conflict', { reason: 'the last admin stays' }), 'delete_last_admin'],
  [refusal('balance_not_zero', { balance: '-5', mayForfeit: false }), 'delete_debt'],
  [refusal('legal_hold'), 'legal_hold'],
] as const

test('what keeps an account is said: an open trip or payment, the last admin, a debt, a legal hold', async () => {
  await open(rita)
  const { dialog, confirm } = await askToDelete('')
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'delete_word' } })
  for (const [answer, words] of refusals) {
    server.answers['POST /api/accounts/delete'] = answer
    confirm()
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain(words))
  }
  expect(server.sentTo('POST /api/accounts/delete')).toHaveLength(refusals.length)
  expect(screen.getByRole('heading', { name: 'nav_profile' })).toBeTruthy()
})

test('each role has its own parts', async () => {
  await open({ ...rita, userType: 'driver', vehicleMake: 'Volvo' } as Me)
  for (const title of ['profile_vehicle', 'profile_license', 'profile_bank']) {
    expect(screen.getByRole('region', { name: title })).toBeTruthy()
  }
  expect(screen.queryByRole('region', { name: 'factor_title' })).toBeNull()
  cleanup()
  await open({ ...rita, userType: 'fleetadmin' })
  expect(await screen.findByRole('region', { name: 'factor_title' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'profile_vehicle' })).toBeNull()
})
