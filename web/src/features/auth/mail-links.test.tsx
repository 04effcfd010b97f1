import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import { createInstance } from 'i18next'
import { StrictMode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { SessionProvider } from '../../api/session.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'
import { makeServer, refusal } from './fake-server.ts'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { VerifyEmailPage } from './verify-email-page.tsx'

let server: ReturnType<typeof makeServer>['server']

beforeEach(() => {
  const fake = makeServer()
  server = fake.server
  vi.stubGlobal('fetch', fake.fetch)
  vi.stubGlobal('WebSocket', function Quiet() {
    return { addEventListener: () => undefined, send: () => undefined, close: () => undefined }
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = async (address: string) => {
  const texts = createInstance()
  await texts.init({ lng: 'cimode' })
  const router = createMemoryRouter(
    [
      { path: '/reset-password', element: <ResetPasswordPage /> },
      { path: '/verify-email', element: <VerifyEmailPage /> },
    ],
    { initialEntries: [address] },
  )
  render(
    <StrictMode>
      <MantineProvider env="test">
        <QueryClientProvider client={makeQueryClient()}>
          <SessionProvider>
            <I18nextProvider i18n={texts}>
              <AlertProvider>
                <RouterProvider router={router} />
              </AlertProvider>
            </I18nextProvider>
          </SessionProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

const save = (password: string) => {
  fireEvent.change(screen.getByLabelText('reset_new_password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'reset_save' }))
}

const submitEmail = () => fireEvent.submit(screen.getByLabelText('email').closest('form') as HTMLFormElement)

test('an address is verified by opening the page, with one call however often the page is drawn', async () => {
  server.answers['/api/accounts/email/verify'] = { body: { done: true } }
  await open('/verify-email?token=a.b')
  expect(await screen.findByText('verify_done')).toBeTruthy()
  expect(server.sentTo('/api/accounts/email/verify').map(({ body }) => body)).toEqual([{ token: 'a.b' }])
  expect(screen.getByRole('link', { name: 'sign_in' }).getAttribute('href')).toBe('/login')
})

test('a visitor with a spent link is sent to sign in, which mails a new one', async () => {
  server.answers['/api/accounts/email/verify'] = refusal('link_expired')
  await open('/verify-email?token=a.b')
  expect(await screen.findByText('link_expired')).toBeTruthy()
  expect(screen.getByText('verify_by_signing_in')).toBeTruthy()
})

test('whoever is signed in gets another mail by one click', async () => {
  server.session = { ...server.session, me: { id: 'u1', userType: 'rider' } as unknown as Me }
  server.answers['/api/accounts/email/verification'] = { body: { done: true } }
  await open('/verify-email')
  fireEvent.click(await screen.findByRole('button', { name: 'verify_send_again' }))
  expect(await screen.findByText('verify_sent')).toBeTruthy()
  expect(server.sentTo('/api/accounts/email/verify')).toEqual([])
})

test("a password is held to the operator's rule before it is sent", async () => {
  server.settings = { passwordRule: 'modern' }
  await open('/reset-password?token=a.b')
  expect(await screen.findByText('password_hint_modern')).toBeTruthy()
  save('short')
  expect(await screen.findByText('password_length')).toBeTruthy()
  server.answers['/api/accounts/password/reset'] = refusal('password_common')
  save('password1')
  expect(await screen.findByText('password_common')).toBeTruthy()
  server.answers['/api/accounts/password/reset'] = { body: { done: true } }
  save('far from common')
  expect(await screen.findByText('reset_done')).toBeTruthy()
  expect(server.sentTo('/api/accounts/password/reset').map(({ body }) => body)).toEqual([
    { token: 'a.b', password: 'password1' },
    { token: 'a.b', password: 'far from common' },
  ])
})

test('a spent link offers a new mail, whose answer is the same for every address', async () => {
  server.answers['/api/accounts/password/reset'] = refusal('link_expired')
  server.answers['/api/accounts/password/forgot'] = { body: { done: true } }
  await open('/reset-password?token=a.b')
  save('secret1')
  fireEvent.click(await screen.findByRole('button', { name: 'forgot_send' }))
  fireEvent.change(await screen.findByLabelText('email'), { target: { value: 'maja@' } })
  submitEmail()
  expect(await screen.findByText('proper_email')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('email'), { target: { value: 'nobody@example.org' } })
  submitEmail()
  expect(await screen.findByText('reset_pass_msg')).toBeTruthy()
  expect(server.sentTo('/api/accounts/password/forgot')).toHaveLength(1)
})
