import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { DevMessage } from '@wayfare/contract/messages'
import { defaultSettings } from '@wayfare/core/settings'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { TextProvider } from '../../ui/text.ts'
import { DevInboxPage } from './dev-inbox-page.tsx'

const link = 'https://taxi.example/verify-email?token=abc'
const html = `<p>Hello<script>alert(1)</script><a href="${link}">Confirm</a></p>`
const mail: DevMessage = {
  id: '2',
  kind: 'mail',
  to: 'ann@example.org',
  subject: 'Confirm',
  text: `Hello Ann,\n\nConfirm:\n${link}\n\njavascript:alert(1)`,
  direction: 'ltr',
  createdAt: 1_793_880_000_000,
}
const sms: DevMessage = { ...mail, id: '1', kind: 'sms', to: '+46701234567', subject: '', text: '123456 is your code' }

const serve = (messages: DevMessage[], status = 200) =>
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'https://taxi.example')
    if (pathname === '/api/settings') return Response.json({ settings: defaultSettings, demo: true, serverTime: 0 })
    if (status !== 200) return Response.json({ error: { key: 'not_found', message: 'gone', requestId: 'r1' } }, { status })
    if (pathname === '/api/dev-inbox') return Response.json({ messages, total: messages.length })
    const found = messages.find(({ id }) => pathname === `/api/dev-inbox/${id}`)
    return Response.json({ ...found, html: found?.kind === 'mail' ? html : null })
  })

const TextBridge = ({ children }: { children: React.ReactNode }) => <TextProvider value={useT()}>{children}</TextProvider>

/** The page with every text as its key. */
const open = async () => {
  const texts = createInstance()
  await texts.init({ lng: 'cimode' })
  const router = createMemoryRouter([{ path: '*', element: <DevInboxPage /> }])
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <I18nextProvider i18n={texts}>
          <TextBridge>
            <RouterProvider router={router} />
          </TextBridge>
        </I18nextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a mail is shown in a frame that runs no script and shares nothing with the page', async () => {
  serve([mail, sms])
  const router = await open()
  fireEvent.click(await screen.findByRole('button', { name: /ann@example\.org/ }))
  const frame = await screen.findByTitle('Confirm')
  expect(frame.getAttribute('srcdoc')).toBe(html)
  const allowed = frame.getAttribute('sandbox')?.split(' ') ?? []
  expect(allowed.toSorted()).toEqual(['allow-popups', 'allow-popups-to-escape-sandbox'])
  expect(document.querySelector('section script')).toBeNull()
  expect(router.state.location.search).toBe('?message=2')
})

test('its text has the address as a link, and nothing else', async () => {
  serve([mail])
  await open()
  fireEvent.click(await screen.findByRole('button', { name: /ann@example\.org/ }))
  fireEvent.click(await screen.findByText('dev_inbox_plain'))
  const links = await screen.findAllByRole('link')
  expect(links.map((one) => one.getAttribute('href'))).toEqual([link])
})

test('an SMS is its text', async () => {
  serve([sms])
  await open()
  fireEvent.click(await screen.findByRole('button', { name: /\+46701234567/ }))
  await screen.findByRole('heading', { level: 2, name: 'dev_inbox_sms' })
  expect(screen.getAllByText('123456 is your code')).toHaveLength(2)
  expect(document.querySelector('iframe')).toBeNull()
})

test('while contacts are hidden it does not say whom a message was for', async () => {
  serve([{ ...mail, to: null }])
  await open()
  fireEvent.click(await screen.findByRole('button', { name: /contact_hidden/ }))
  await screen.findByTitle('Confirm')
  expect(screen.getAllByText('contact_hidden')).toHaveLength(2)
})

test('an empty inbox says how to fill it', async () => {
  serve([])
  await open()
  expect(await screen.findByText('dev_inbox_empty')).toBeTruthy()
})

test('where there is none, it says so', async () => {
  serve([], 404)
  await open()
  expect((await screen.findByRole('alert')).textContent).toContain('gone')
})
