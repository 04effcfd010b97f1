import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { choose, makeServer, press, refusal, show, type, writesOf } from '../../../test/server.tsx'
import { NotificationsPage } from './notifications-page.tsx'

const server = makeServer()
// a text field that grows asks when its font has come
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

const campaign = {
  id: 'one',
  deviceType: 'All',
  userType: 'rider',
  title: 'Half price',
  body: 'Tonight only',
  state: 'draft',
  version: 3,
  createdAt: 0,
  createdBy: 'Astrid',
  createdById: 'astrid',
  sentAt: null,
  endedAt: null,
  recipients: 0,
  devices: 0,
  delivered: 0,
  failed: 0,
  pending: 0,
}
const sending = { ...campaign, state: 'sending', sentAt: 1, recipients: 3, devices: 4, delivered: 1, pending: 3 }

const answer = (campaigns: object[]) => {
  server.answers['GET /api/notifications'] = { campaigns, nextCursor: null, count: campaigns.length }
  server.answers['GET /api/notifications/one'] = campaigns[0]
}
beforeEach(() => {
  answer([])
  server.answers['GET /api/notifications/audience'] = { recipients: 3, devices: { ANDROID: 2, IOS: 1, WEB: 1 } }
})
const deeds = () => writesOf(server).map(({ way }) => way)

test('with none at all the list says the text of the specification', async () => {
  show(server, <NotificationsPage />)
  await screen.findByText('no_data')
})

test('a notice is written with both fields, counted, asked about, kept and then sent, each once', async () => {
  show(server, <NotificationsPage />)
  await screen.findByText('no_data')
  press('notification_add')
  await screen.findByText('notification_reach')
  press('notification_send')
  expect(await screen.findAllByText('field_required')).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'notification_title' })))
  type('notification_title', 'Half price')
  type('notification_body', 'Tonight only')
  expect(within(screen.getByRole('region', { name: 'notification_preview' })).getAllByText('Half price')).toHaveLength(2)
  press('notification_send')
  await screen.findByText(/^notification_send_text/)
  expect(writesOf(server)).toEqual([])
  server.answers['POST /api/notifications'] = { ...campaign, version: 1 }
  server.answers['POST /api/notifications/one/send'] = () => {
    answer([sending])
    return sending
  }
  press('notification_send_now')
  await screen.findByText('notification_figures_hint')
  expect(writesOf(server)).toMatchObject([
    { way: 'POST /api/notifications', body: { title: 'Half price', body: 'Tonight only', userType: 'All', deviceType: 'All' } },
    { way: 'POST /api/notifications/one/send', body: { version: 1 } },
  ])
  expect(writesOf(server)[1]?.once).not.toBeNull()
})

test('when nobody matches, what was typed stays, as a draft that is not kept twice', async () => {
  show(server, <NotificationsPage />)
  await screen.findByText('no_data')
  press('notification_add')
  await screen.findByText('notification_reach')
  type('notification_title', 'Half price')
  type('notification_body', 'Tonight only')
  server.answers['POST /api/notifications'] = { ...campaign, userType: 'All', version: 1 }
  server.answers['POST /api/notifications/one/send'] = refusal('no_user_match')
  for (const times of [1, 2]) {
    press('notification_send')
    await screen.findByText(/^notification_send_text/)
    press('notification_send_now')
    await screen.findByText('no_user_match')
    expect(deeds().filter((way) => way === 'POST /api/notifications')).toHaveLength(1)
    await waitFor(() => expect(deeds().filter((way) => way.endsWith('/send'))).toHaveLength(times))
    press('close')
    await waitFor(() => expect(screen.queryByText('no_user_match')).toBeNull())
  }
  expect(screen.getByRole('textbox', { name: 'notification_title' })).toHaveProperty('value', 'Half price')
})

test('a draft that another admin changed meanwhile is shown beside mine, and mine is saved on top of it', async () => {
  answer([campaign])
  show(server, <NotificationsPage />)
  await choose(await screen.findByRole('row', { name: /Half price/ }), 'table_edit')
  await screen.findByText('notification_reach')
  type('notification_title', 'A third off')
  server.answers['GET /api/notifications/one'] = { ...campaign, title: 'For nothing', body: 'Until ten', version: 4 }
  server.answers['PUT /api/notifications/one'] = ({ version }: { version: number }) =>
    version === 4 ? { ...campaign, title: 'A third off', body: 'Until ten', version: 5 } : refusal('row_changed')
  press('notification_save')
  const note = await screen.findByRole('alert')
  expect(within(note).getAllByRole('row')[1]?.textContent).toBe('notification_titleA third offFor nothing')
  expect(screen.getByRole('textbox', { name: 'notification_body' })).toHaveProperty('value', 'Until ten')
  press('row_changed_save', note)
  await waitFor(() => expect(deeds()).toHaveLength(2))
  expect(writesOf(server)[1]?.body).toMatchObject({ title: 'A third off', body: 'Until ten', version: 4 })
})

test('what was sent can be looked at and written again, not changed or deleted', async () => {
  answer([{ ...sending, state: 'sent', endedAt: 2, delivered: 3, failed: 1, pending: 0 }])
  show(server, <NotificationsPage />)
  const row = await screen.findByRole('row', { name: /Half price/ })
  await choose(row, 'notification_duplicate')
  await screen.findByText('notification_reach')
  expect(screen.getByRole('textbox', { name: 'notification_title' })).toHaveProperty('value', 'Half price')
  server.answers['POST /api/notifications'] = campaign
  press('notification_save')
  await waitFor(() => expect(deeds()).toEqual(['POST /api/notifications']))
})

test('one that is going out shows how far it is, and is stopped after a question', async () => {
  answer([sending])
  show(server, <NotificationsPage />)
  await screen.findByRole('row', { name: /Half price/ })
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  press('Half price Tonight only')
  await screen.findByText('notification_figures_hint')
  press('notification_stop')
  await screen.findByText('notification_stop_text')
  server.answers['POST /api/notifications/one/stop'] = () => {
    answer([{ ...sending, state: 'stopped', endedAt: 2 }])
    return { ...sending, state: 'stopped', endedAt: 2 }
  }
  for (const button of screen.getAllByRole('button', { name: 'notification_stop' }).slice(-1)) button.click()
  await waitFor(() => expect(deeds()).toEqual(['POST /api/notifications/one/stop']))
  await screen.findByText('notification_left_out')
})

test('while critical edits are locked drafts are kept, nothing is sent or exported, and the reason is there', async () => {
  server.settings.allowCriticalEditsAdmin = false
  show(server, <NotificationsPage />)
  await screen.findByText('notifications_locked')
  expect(screen.getByRole('button', { name: 'report_export' })).toHaveProperty('disabled', true)
  press('notification_add')
  await screen.findByText('notification_reach')
  expect(screen.getByRole('button', { name: 'notification_send' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'notification_test' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'notification_save' })).toHaveProperty('disabled', false)
  expect(screen.getAllByText('demo_mode').length).toBeGreaterThan(1)
})
