import { afterEach, expect, test } from 'vitest'
import { closeServices, startJsonService, type Answer } from '../../test/stubs/json-service.ts'
import type { PushNotice } from './ports.ts'
import { makeExpoPush } from './push-expo.ts'

const notice: PushNotice = {
  title: 'Göteborgs Taxi',
  msg: 'You have a new task.',
  screen: 'BookingCab',
  params: { bookingId: 'B1' },
  collapse: 'B1:notice_new_task',
  urgency: 'high',
  stays: true,
  locale: 'en',
  direction: 'ltr',
  ttlS: 900,
}
const device = (token: string) => ({ token, keys: null })

afterEach(closeServices)

const token = 'ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]'
const make = (origin: string, accessToken: string | null = null, timeoutMs = 60_000) =>
  makeExpoPush({ origin, accessToken, timeoutMs })

test('gives a ticket, by which it is asked later', async () => {
  const { origin, asked } = await startJsonService(({ path }) =>
    path === '/--/api/v2/push/send'
      ? { json: { data: { status: 'ok', id: 'ticket-1' } } }
      : {
          json: {
            data: {
              'ticket-1': { status: 'error', message: 'x', details: { error: 'DeviceNotRegistered' } },
              'ticket-2': { status: 'ok' },
              'ticket-3': { status: 'error', message: 'x', details: { error: 'MessageTooBig' } },
            },
          },
        },
  )
  const push = make(origin, 'secret')
  expect(await push.send(device(token), notice)).toEqual({ state: 'taken', receipt: 'ticket-1' })
  expect(await push.readReceipts?.(['ticket-1', 'ticket-2', 'ticket-3', 'ticket-4'])).toEqual(['ticket-1'])
  expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/--/api/v2/push/send', 'Bearer secret'],
    ['/--/api/v2/push/getReceipts', 'Bearer secret'],
  ])
  expect(JSON.parse(asked[0]!.body)).toMatchObject({
    to: token,
    title: 'Göteborgs Taxi',
    body: 'You have a new task.',
    data: { screen: 'BookingCab', params: { bookingId: 'B1' } },
    priority: 'high',
    ttl: 900,
  })
  expect(JSON.parse(asked[1]!.body)).toEqual({ ids: ['ticket-1', 'ticket-2', 'ticket-3', 'ticket-4'] })
})

test('says at once when a device is gone', async () => {
  const { origin } = await startJsonService(() => ({
    json: { data: { status: 'error', message: 'x', details: { error: 'DeviceNotRegistered' } } },
  }))
  expect(await make(origin).send(device(token), notice)).toEqual({ state: 'gone' })
})

test.each<[Answer, string]>([
  [{ json: { data: { status: 'error', details: { error: 'MessageTooBig' } } } }, 'refused'],
  [{ json: { data: { status: 'error', details: { error: 'MessageRateExceeded' } } } }, 'quota'],
  [{ json: {} }, 'unavailable'],
  [{ status: 401, json: { errors: [{ code: 'UNAUTHORIZED' }] } }, 'unavailable'],
  [{ status: 400, json: { errors: [{ code: 'VALIDATION_ERROR' }] } }, 'refused'],
  [{ status: 429, json: {} }, 'quota'],
  [{ status: 502, json: {} }, 'unavailable'],
  [null, 'unavailable'],
])('%j is an outage: %s', async (answer, outage) => {
  const { origin } = await startJsonService(() => answer)
  await expect(make(origin, null, answer ? 5000 : 300).send(device(token), notice)).rejects.toMatchObject({ outage })
})
