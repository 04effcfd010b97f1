import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { closeServices, startJsonService, type Answer } from '../../test/stubs/json-service.ts'
import type { PushNotice } from './ports.ts'
import { makeFcmPush } from './push-fcm.ts'

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

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const clientEmail = 'push@taxi-town.iam.gserviceaccount.com'
const clock = { ms: Date.parse('2026-11-22T12:00:00Z') }

/** Google: the token endpoint checks the signed claim, the other one the token. */
const google = (send: (message: Record<string, unknown>) => Answer) => {
  let issued = 0
  return startJsonService(async ({ path, headers, body }) => {
    if (path === '/token') {
      const form = new URLSearchParams(body)
      const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
        audience: 'https://oauth2.googleapis.com/token',
        issuer: clientEmail,
        algorithms: ['RS256'],
        currentDate: new Date(clock.ms),
        requiredClaims: ['exp', 'iat', 'scope'],
      })
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return { status: 400, json: {} }
      if (payload['scope'] !== 'https://www.googleapis.com/auth/firebase.messaging') return { status: 400, json: {} }
      issued += 1
      return { json: { access_token: `token-${issued}`, expires_in: 3599, token_type: 'Bearer' } }
    }
    if (path !== '/v1/projects/taxi-town/messages:send') return { status: 404, json: { error: { status: 'NOT_FOUND' } } }
    if (headers.authorization !== `Bearer token-${issued}`) {
      return { status: 401, json: { error: { code: 401, status: 'UNAUTHENTICATED' } } }
    }
    return send((JSON.parse(body) as { message: Record<string, unknown> }).message)
  })
}
const make = (origin: string, timeoutMs = 60_000) =>
  makeFcmPush({ projectId: 'taxi-town', clientEmail, privateKey: pem, now: () => new Date(clock.ms), origin, timeoutMs })
const fault = (status: number, name: string, errorCode: string): Answer => ({
  status,
  json: {
    error: {
      code: status,
      status: name,
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
    },
  },
})

test('takes a message for one device with the token that the service account’s signature gave', async () => {
  const messages: object[] = []
  const { origin, asked } = await google((message) => {
    messages.push(message)
    return { json: { name: 'projects/taxi-town/messages/0:1' } }
  })
  const push = make(origin)
  expect(await push.send(device('dev1:APA91b'), notice)).toEqual({ state: 'taken' })
  expect(await push.send(device('dev2:APA91b'), notice)).toEqual({ state: 'taken' })
  expect(asked.map(({ path }) => path)).toEqual([
    '/token',
    '/v1/projects/taxi-town/messages:send',
    '/v1/projects/taxi-town/messages:send',
  ])
  expect(messages[0]).toMatchObject({
    token: 'dev1:APA91b',
    notification: { title: 'Göteborgs Taxi', body: 'You have a new task.' },
    data: { screen: 'BookingCab', params: '{"bookingId":"B1"}' },
    android: { collapse_key: 'B1:notice_new_task', priority: 'HIGH', ttl: '900s' },
  })
})

test('gets a new token before the old one ends, and after it was refused', async () => {
  let isRevoked = false
  const { origin, asked } = await google(() => (isRevoked ? { status: 401, json: {} } : { json: { name: 'm' } }))
  const push = make(origin)
  const tokens = () => asked.filter(({ path }) => path === '/token').length
  await push.send(device('d'), notice)
  clock.ms += 3_500_000
  await push.send(device('d'), notice)
  expect(tokens()).toBe(1)
  clock.ms += 60_000
  await push.send(device('d'), notice)
  expect(tokens()).toBe(2)
  isRevoked = true
  await expect(push.send(device('d'), notice)).rejects.toMatchObject({ outage: 'unavailable' })
  isRevoked = false
  expect(await push.send(device('d'), notice)).toEqual({ state: 'taken' })
  expect(tokens()).toBe(3)
})

test.each([
  ['unregistered', fault(404, 'NOT_FOUND', 'UNREGISTERED')],
  ['of another project', fault(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH')],
  [
    'none at all',
    {
      status: 400,
      json: { error: { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field: 'message.token' }] }] } },
    },
  ],
])('a token that is %s is gone', async (_why, answer) => {
  const { origin } = await google(() => answer)
  expect(await make(origin).send(device('d'), notice)).toEqual({ state: 'gone' })
})

test.each([
  [fault(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'), 'refused'],
  [fault(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'), 'quota'],
  [fault(503, 'UNAVAILABLE', 'UNAVAILABLE'), 'unavailable'],
  [null, 'unavailable'],
])('%j is an outage: %s', async (answer, outage) => {
  const { origin } = await google(() => answer)
  await expect(make(origin, answer ? 5000 : 300).send(device('d'), notice)).rejects.toMatchObject({ outage })
})

test('no token, no message', async () => {
  const { origin, asked } = await startJsonService(() => ({ status: 400, json: { error: 'invalid_grant' } }))
  await expect(make(origin).send(device('d'), notice)).rejects.toMatchObject({ outage: 'unavailable' })
  expect(asked).toHaveLength(1)
})
