import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Sms } from './ports.ts'
import { makeWebhookSms } from './sms-http.ts'
import { makeTwilioSms } from './sms-twilio.ts'

type Asked = { method: string | undefined; path: string | undefined; headers: IncomingHttpHeaders; body: string }

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const serve = async (answer: (asked: Asked, response: ServerResponse) => void): Promise<{ url: string; asked: Asked[] }> => {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, url: path, headers } = request
      const one = { method, path, headers, body: Buffer.concat(parts).toString('utf8') }
      asked.push(one)
      answer(one, response)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const failureOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => null,
    (error: unknown) => error,
  )

const message = { to: '+46701234567', text: '123456 är din kod – رمزك', key: 'k1' }
const at = new Date('2026-11-05T12:00:00.900Z')
const secret = 'a secret of many letters'
const sid = `AC${'0a'.repeat(16)}`
const token = 'a-token:with-a-colon'

const webhook = (url: string, timeoutMs = 60_000): Sms => makeWebhookSms({ url: `${url}/sms`, secret, now: () => at, timeoutMs })
const twilio = (url: string, timeoutMs = 60_000, from = '+15005550006'): Sms =>
  makeTwilioSms({ accountSid: sid, authToken: token, from, baseUrl: url, timeoutMs })

/** Twilio's answers, as its API gives them. */
const answerAsTwilio = ({ method, path, headers, body }: Asked, response: ServerResponse): void => {
  const say = (status: number, value: object): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const refuse = (status: number, code: number, text: string): void =>
    say(status, { code, message: text, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
  const expected = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`
  if (method !== 'POST' || path !== `/2010-04-01/Accounts/${sid}/Messages.json`) return refuse(404, 20404, 'not found')
  if (headers.authorization !== expected) return refuse(401, 20003, 'Authenticate')
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') return refuse(415, 20415, 'media type')
  const form = new URLSearchParams(body)
  if (!/^\+[1-9]\d{6,14}$/.test(form.get('To') ?? '')) return refuse(400, 21211, `The 'To' number ${form.get('To')} is not valid`)
  if (!form.has('From') && !form.has('MessagingServiceSid')) return refuse(400, 21603, 'A From number is required')
  if (!form.get('Body')) return refuse(400, 21602, 'Message body is required')
  say(201, { sid: `SM${'1b'.repeat(16)}`, status: 'queued', to: form.get('To'), body: form.get('Body') })
}

describe('the webhook', () => {
  test('takes number, text and key as JSON, signed with the time and the very bytes', async () => {
    const { url, asked } = await serve((_asked, response) => response.writeHead(202).end())
    await webhook(url).send(message)
    expect(asked).toHaveLength(1)
    const { method, path, headers, body } = asked[0]!
    expect([method, path, headers['content-type'], headers['idempotency-key']]).toEqual([
      'POST',
      '/sms',
      'application/json',
      'k1',
    ])
    expect(JSON.parse(body)).toEqual(message)
    expect(headers['x-wayfare-timestamp']).toBe('1793880000')
    const expected = createHmac('sha256', secret).update(`1793880000.${body}`).digest('hex')
    expect(headers['x-wayfare-signature']).toBe(`sha256=${expected}`)
  })

  test.each([301, 302, 307, 308])('is never followed elsewhere (%i)', async (status) => {
    const other = await serve((_asked, response) => response.writeHead(200).end())
    const { url } = await serve((_asked, response) => response.writeHead(status, { location: `${other.url}/sms` }).end())
    expect(await failureOf(webhook(url).send(message))).toMatchObject({ outage: 'unavailable' })
    expect(other.asked).toEqual([])
  })
})

describe('Twilio', () => {
  test('takes a form with number, sender and text under the account’s sign-in', async () => {
    const { url, asked } = await serve(answerAsTwilio)
    await twilio(url).send(message)
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      To: message.to,
      From: '+15005550006',
      Body: message.text,
    })
  })

  test('takes a messaging service in place of a sender', async () => {
    const { url, asked } = await serve(answerAsTwilio)
    const service = `MG${'2c'.repeat(16)}`
    await twilio(url, 5000, service).send(message)
    const form = new URLSearchParams(asked[0]?.body)
    expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual([service, null])
  })

  test('refuses a number that is none for good; the reason holds its code and not the number', async () => {
    const { url } = await serve(answerAsTwilio)
    const failure = await failureOf(twilio(url).send({ ...message, to: '070-123' }))
    expect(failure).toMatchObject({ outage: 'refused', message: expect.stringContaining('21211') })
    expect(String(failure)).not.toContain('070-123')
  })

  test('that does not know us is asked again: the operator may mend the token', async () => {
    const { url } = await serve(answerAsTwilio)
    const wrong = makeTwilioSms({ accountSid: sid, authToken: 'wrong', from: '+15005550006', baseUrl: url })
    const failure = await failureOf(wrong.send(message))
    expect(failure).toMatchObject({ outage: 'unavailable', message: expect.stringContaining('20003') })
    expect(String(failure)).not.toContain('wrong')
  })
})

describe.each([
  ['the webhook', webhook],
  ['Twilio', twilio],
])('%s', (_name, make) => {
  test.each([
    [400, 'refused'],
    [401, 'unavailable'],
    [403, 'unavailable'],
    [404, 'unavailable'],
    [422, 'refused'],
    [429, 'quota'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('that answers %i is an outage: %s', async (status, outage) => {
    const { url } = await serve((_asked, response) => response.writeHead(status).end('<h1>whatever</h1>'))
    expect(await failureOf(make(url).send(message))).toMatchObject({ name: 'Error', outage })
  })

  test('that hangs is left alone after its time', async () => {
    const { url } = await serve(() => {})
    expect(await failureOf(make(url, 100).send(message))).toMatchObject({
      outage: 'unavailable',
      message: 'the SMS service did not answer in time',
    })
  })

  test('that drips its refusal for ever is left alone after its time', async () => {
    const { url } = await serve((_asked, response) => {
      response.writeHead(500)
      const drip = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(drip))
    })
    expect(await failureOf(make(url, 200).send(message))).toMatchObject({ outage: 'unavailable' })
  })

  test('that took the message is believed, however long the rest of its answer is', async () => {
    const { url } = await serve((_asked, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'.repeat(65_536)), 5)
      response.on('close', () => clearInterval(drip))
    })
    await make(url).send(message)
  })

  test('that is not there is an outage', async () => {
    const { url } = await serve(() => {})
    servers.splice(0).map((server) => server.close())
    expect(await failureOf(make(url).send(message))).toMatchObject({
      outage: 'unavailable',
      message: 'the SMS service cannot be reached',
    })
  })
})
