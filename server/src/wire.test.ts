import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../test/harness.ts'
import { sendMessage } from './jobs/messages.ts'

const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const mails: Email[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    void bytesOf(stream)
      .then((raw) => PostalMime.parse(raw))
      .then((mail) => {
        mails.push(mail)
        done()
      })
  },
})
const posts: unknown[] = []
const gateway = createServer((request: IncomingMessage, response) => {
  void bytesOf(request).then((body) => {
    posts.push(JSON.parse(body.toString('utf8')))
    response.writeHead(204).end()
  })
})
await Promise.all([
  new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve)),
  new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve)),
])
afterAll(async () => {
  gateway.closeAllConnections()
  gateway.close()
  await new Promise<void>((resolve) => mailServer.close(resolve))
})

test('what is configured is what messages leave by, from the transaction to the mailbox', async () => {
  const { db, deps, runJobs } = await startApp({
    config: {
      publicOrigin: 'https://taxi.example',
      mail: { url: `smtp://127.0.0.1:${portOf(mailServer.server)}`, from: 'Taxi <no-reply@taxi.example>' },
      sms: { by: 'webhook', url: `http://127.0.0.1:${portOf(gateway)}/sms`, secret: 'a secret of many letters' },
    },
  })
  const [mail, sms] = [
    {
      kind: 'mail',
      to: 'ann@example.org',
      template: 'reset_password',
      params: { name: 'Ann' },
      link: '/reset-password?token=abc',
    },
    { kind: 'sms', to: '+46701234567', template: 'sign_in_code', params: { code: '123456' } },
  ] as const
  await sendMessage(deps, db, { ...mail, locale: 'en' })
  await sendMessage(deps, db, { ...sms, locale: 'en' })
  await runJobs()
  expect(mails).toMatchObject([
    {
      from: { name: 'Taxi', address: 'no-reply@taxi.example' },
      subject: 'Choose a new password for Wayfare',
      text: expect.stringContaining('https://taxi.example/reset-password?token=abc'),
      html: expect.stringContaining('href="https://taxi.example/reset-password?token=abc"'),
    },
  ])
  expect(posts).toMatchObject([{ to: '+46701234567', text: expect.stringMatching(/^123456 is your code/) }])
  expect(await db.selectFrom('devMessage').selectAll().execute()).toEqual([])
})
