import { fireEvent, screen } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import { StrictMode } from 'react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { makeServer, refusal, show } from '../../../test/server.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { VerifyEmailPage } from './verify-email-page.tsx'

const server = makeServer()

const open = (address: string) =>
  show(
    server,
    <StrictMode>
      <Routes>
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/verify-email" element={<VerifyEmailPage />} />
      </Routes>
    </StrictMode>,
    address,
  )

const save = (password: string) => {
  fireEvent.change(screen.getByLabelText('reset_new_password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'reset_save' }))
}

const submitEmail = () => fireEvent.submit(screen.getByLabelText('email').closest('form') as HTMLFormElement)

test('an address is verified by opening the page, with one call however often the page is drawn', async () => {
  server.answers['POST /api/accounts/email/verify'] = { done: true }
  open('/verify-email?token=a.b')
  expect(await screen.findByText('verify_done')).toBeTruthy()
  expect(server.sentTo('POST /api/accounts/email/verify').map(({ body }) => body)).toEqual([{ token: 'a.b' }])
  expect(screen.getByRole('link', { name: 'sign_in' }).getAttribute('href')).toBe('/login')
})

test('a visitor with a spent link is sent to sign in, which mails a new one', async () => {
  server.answers['POST /api/accounts/email/verify'] = refusal('link_expired')
  open('/verify-email?token=a.b')
  expect(await screen.findByText('link_expired')).toBeTruthy()
  expect(screen.getByText('verify_by_signing_in')).toBeTruthy()
})

test('whoever is signed in gets another mail by one click', async () => {
  server.session = { ...server.session, me: { id: 'u1', userType: 'rider' } as unknown as Me }
  server.answers['POST /api/accounts/email/verification'] = { done: true }
  open('/verify-email')
  fireEvent.click(await screen.findByRole('button', { name: 'verify_send_again' }))
  expect(await screen.findByText('verify_sent')).toBeTruthy()
  expect(server.sentTo('POST /api/accounts/email/verify')).toEqual([])
})

test("a password is held to the operator's rule before it is sent", async () => {
  server.settings = { passwordRule: 'modern' }
  open('/reset-password?token=a.b')
  expect(await screen.findByText('password_hint_modern')).toBeTruthy()
  save('short')
  expect(await screen.findByText('password_length')).toBeTruthy()
  server.answers['POST /api/accounts/password/reset'] = refusal('password_common')
  save('password1')
  expect(await screen.findByText('password_common')).toBeTruthy()
  server.answers['POST /api/accounts/password/reset'] = { done: true }
  save('far from common')
  expect(await screen.findByText('reset_done')).toBeTruthy()
  expect(server.sentTo('POST /api/accounts/password/reset').map(({ body }) => body)).toEqual([
    { token: 'a.b', password: 'password1' },
    { token: 'a.b', password: 'far from common' },
  ])
})

test('a spent link offers a new mail, whose answer is the same for every address', async () => {
  server.answers['POST /api/accounts/password/reset'] = refusal('link_expired')
  server.answers['POST /api/accounts/password/forgot'] = { done: true }
  open('/reset-password?token=a.b')
  save('secret1')
  fireEvent.click(await screen.findByRole('button', { name: 'forgot_send' }))
  fireEvent.change(await screen.findByLabelText('email'), { target: { value: 'maja@' } })
  submitEmail()
  expect(await screen.findByText('proper_email')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('email'), { target: { value: 'nobody@example.org' } })
  submitEmail()
  expect(await screen.findByText('reset_pass_msg')).toBeTruthy()
  expect(server.sentTo('POST /api/accounts/password/forgot')).toHaveLength(1)
})
