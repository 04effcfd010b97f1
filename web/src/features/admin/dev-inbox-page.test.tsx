import { fireEvent, screen } from '@testing-library/react'
import type { DevMessage } from '@wayfare/contract/messages'
import { expect, test } from 'vitest'
import { makeServer, refusal, show } from '../../../test/server.tsx'
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

const server = makeServer()

const open = (...messages: DevMessage[]) => {
  server.answers['GET /api/dev-inbox'] ??= { messages, total: messages.length }
  for (const message of messages)
    server.answers[`GET /api/dev-inbox/${message.id}`] = { ...message, html: message.kind === 'mail' ? html : null }
  return show(server, <DevInboxPage />).router
}

test('a mail is shown in a frame that runs no script and shares nothing with the page', async () => {
  const router = open(mail, sms)
  fireEvent.click(await screen.findByRole('button', { name: /ann@example\.org/ }))
  const frame = await screen.findByTitle('Confirm')
  expect(frame.getAttribute('srcdoc')).toBe(html)
  const allowed = frame.getAttribute('sandbox')?.split(' ') ?? []
  expect(allowed.toSorted()).toEqual(['allow-popups', 'allow-popups-to-escape-sandbox'])
  expect(document.querySelector('section script')).toBeNull()
  expect(router.state.location.search).toBe('?message=2')
})

test('its text has the address as a link, and nothing else', async () => {
  open(mail)
  fireEvent.click(await screen.findByRole('button', { name: /ann@example\.org/ }))
  fireEvent.click(await screen.findByText('dev_inbox_plain'))
  const links = await screen.findAllByRole('link')
  expect(links.map((one) => one.getAttribute('href'))).toEqual([link])
})

test('an SMS is its text', async () => {
  open(sms)
  fireEvent.click(await screen.findByRole('button', { name: /\+46701234567/ }))
  await screen.findByRole('heading', { level: 2, name: 'dev_inbox_sms' })
  expect(screen.getAllByText('123456 is your code')).toHaveLength(2)
  expect(document.querySelector('iframe')).toBeNull()
})

test('while contacts are hidden it does not say whom a message was for', async () => {
  open({ ...mail, to: null })
  fireEvent.click(await screen.findByRole('button', { name: /contact_hidden/ }))
  await screen.findByTitle('Confirm')
  expect(screen.getAllByText('contact_hidden')).toHaveLength(2)
})

test('an empty inbox says how to fill it', async () => {
  open()
  expect(await screen.findByText('dev_inbox_empty')).toBeTruthy()
})

test('where there is none, it says so', async () => {
  server.answers['GET /api/dev-inbox'] = refusal('not_found', undefined, 404)
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('not_found')
})
