import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { makeSmtpMail } from './email-smtp.ts'
import { isOutage } from './ports.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

type Caught = { envelope: { from: string; to: string[] }; raw: string; mail: Email; user: string | null }

/** A mail server that keeps what it is given. */
const serve = async (options: SMTPServerOptions = {}): Promise<{ port: number; caught: Caught[] }> => {
  const caught: Caught[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
        void PostalMime.parse(raw).then((mail) => {
          caught.push({ envelope, raw, mail, user: session.user ? String(session.user) : null })
          done()
        })
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, caught }
}

/** Speaks just the lines it is told to, or none. */
const serveLines = async (onConnect: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnect(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const mailTo = (port: number, more: { timeoutMs?: number; url?: string } = {}) =>
  makeSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'Taxi <no-reply@taxi.example>', ...more })

const letter = {
  to: 'ann@example.org',
  subject: 'Välkommen till Wayfare – مرحبًا 🚕',
  text: 'Hej Åsa,\n\nhttps://taxi.example/verify-email?token=abc_-123\n',
  html: '<p dir="rtl">مرحبًا <a href="https://taxi.example/verify-email?token=abc_-123">زر</a></p>',
  key: 'k3y_-1',
}

const failureOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => null,
    (error: unknown) => error,
  )

const attempt = { name: 'Error', outage: 'unavailable' }

describe('a mail', () => {
  test('arrives with subject, text and HTML as written, in any script', async () => {
    const { port, caught } = await serve()
    await mailTo(port).send(letter)
    expect(caught).toHaveLength(1)
    expect(caught[0]?.envelope).toEqual({ from: 'no-reply@taxi.example', to: ['ann@example.org'] })
    expect(caught[0]?.mail).toMatchObject({
      from: { name: 'Taxi', address: 'no-reply@taxi.example' },
      to: [{ name: '', address: 'ann@example.org' }],
      subject: letter.subject,
      messageId: '<k3y_-1@taxi.example>',
    })
    expect(caught[0]?.mail.text?.replaceAll('\r\n', '\n').trim()).toBe(letter.text.trim())
    expect(caught[0]?.mail.html?.trim()).toBe(letter.html)
    expect(caught[0]?.mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  test('has the same id at each try', async () => {
    const { port, caught } = await serve()
    const mail = mailTo(port)
    await mail.send(letter)
    await mail.send(letter)
    expect(caught.map(({ mail: { messageId } }) => messageId)).toEqual(['<k3y_-1@taxi.example>', '<k3y_-1@taxi.example>'])
  })

  test.each([
    ['CR and LF', 'Hello\r\nBcc: victim@example.org\r\n\r\n<b>own body</b>'],
    ['LF', 'Hello\nBcc: victim@example.org'],
    ['CR', 'Hello\rBcc: victim@example.org'],
    ['a line separator', 'Hello\u2028Bcc: victim@example.org'],
    ['NUL and vertical tab', 'Hello\0\vBcc: victim@example.org'],
  ])('has no header more when the subject holds %s', async (_what, subject) => {
    const { port, caught } = await serve()
    await mailTo(port).send({ ...letter, subject })
    const [one] = caught
    expect(one?.mail.subject).toMatch(/^Hello\s*Bcc: victim/)
    expect(one?.envelope.to).toEqual(['ann@example.org'])
    expect(one?.mail.bcc ?? []).toEqual([])
    expect(one?.mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(one?.raw).not.toMatch(/^bcc:/im)
  })

  test.each([
    'ann@example.org\r\nBcc: victim@example.org',
    'ann@example.org, victim@example.org',
    'ann@example.org>\r\nRCPT TO:<victim@example.org',
    'Ann <victim@example.org>, ann@example.org',
  ])('goes to one recipient or to none when the address is %j', async (to) => {
    const { port, caught } = await serve()
    const failure = await failureOf(mailTo(port).send({ ...letter, to }))
    if (failure) expect(isOutage(failure)).toBe(true)
    for (const { envelope, raw } of caught) {
      expect(envelope.to).toHaveLength(1)
      expect(envelope.to).not.toEqual(['victim@example.org'])
      expect(raw).not.toMatch(/^bcc:/im)
    }
  })

  test('has nothing more for CR and LF in the key', async () => {
    const { port, caught } = await serve()
    await mailTo(port).send({ ...letter, key: 'a\r\nBcc: victim@example.org\r\nX: ' })
    expect(caught[0]?.raw).not.toMatch(/^(bcc|x):/im)
  })
})

const withPassword = (port: number, query = '') => `smtp://taxi:${encodeURIComponent('p@ss')}@127.0.0.1:${port}${query}`

describe('the sign-in to the mail server', () => {
  const auth: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' ? done(null, { user: username ?? '' }) : done(new Error('no')),
  }

  test('is refused to a server without TLS: the password never goes out in clear', async () => {
    let asked = 0
    const { port } = await serve({ ...auth, onAuth: (_auth, _session, done) => done(new Error(String((asked += 1)))) })
    expect(await failureOf(mailTo(port, { url: withPassword(port) }).send(letter))).toMatchObject(attempt)
    expect(asked).toBe(0)
  })

  test('works in clear where the operator says so', async () => {
    const { port, caught } = await serve(auth)
    await mailTo(port, { url: withPassword(port, '?requireTLS=false') }).send(letter)
    expect(caught[0]?.user).toBe('taxi')
  })

  test('trusts a certificate that nobody vouches for only where the operator says so', async () => {
    const { port, caught } = await serve({ ...auth, disabledCommands: [] })
    expect(await failureOf(mailTo(port, { url: withPassword(port) }).send(letter))).toMatchObject(attempt)
    expect(caught).toEqual([])
    await mailTo(port, { url: withPassword(port, '?tls.rejectUnauthorized=false') }).send(letter)
    expect(caught[0]?.user).toBe('taxi')
  })

  test('that fails is an outage that is tried again, without the password in it', async () => {
    const { port } = await serve(auth)
    const url = withPassword(port, '?requireTLS=false').replace('p%40ss', 'wr0ng-one')
    const failure = await failureOf(mailTo(port, { url }).send(letter))
    expect(failure).toMatchObject({ ...attempt, message: expect.stringContaining('535') })
    expect(String(failure)).not.toContain('wr0ng-one')
  })
})

const refuseWith = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

describe('a mail server that will not', () => {
  test('take the recipient with a 550 refuses the message for good, and names no address in its reason', async () => {
    const { port } = await serve({ onRcptTo: (_to, _session, done) => done(refuseWith(550, '<ann@example.org>: no such user')) })
    const failure = await failureOf(mailTo(port).send(letter))
    expect(failure).toMatchObject({ outage: 'refused', message: expect.stringContaining('550') })
    expect(String(failure)).not.toContain('ann@')
  })

  test('take the content with a 554 refuses it for good', async () => {
    const { port } = await serve({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(refuseWith(554, 'looks like spam')))
      },
    })
    expect(await failureOf(mailTo(port).send(letter))).toMatchObject({ outage: 'refused' })
  })

  test.each([421, 450, 451, 452])('take the recipient now (%i) is asked again', async (status) => {
    const { port } = await serve({ onRcptTo: (_to, _session, done) => done(refuseWith(status, 'greylisted')) })
    expect(await failureOf(mailTo(port).send(letter))).toMatchObject(attempt)
  })

  test.each([
    '5.7.1 Relaying denied',
    '5.4.5 Daily user sending limit exceeded',
    '<ann@example.org>: Relay access denied',
    'sending quota exceeded',
  ])('take any recipient from us (%s) is asked again: the operator may mend that', async (text) => {
    const { port } = await serve({ onRcptTo: (_to, _session, done) => done(refuseWith(550, text)) })
    expect(await failureOf(mailTo(port).send(letter))).toMatchObject(attempt)
  })

  test('take an address, whatever that is called, refuses the message for good', async () => {
    const text = '5.1.1 <ann@limited-relay.example>: User unknown'
    const { port } = await serve({ onRcptTo: (_to, _session, done) => done(refuseWith(550, text)) })
    expect(await failureOf(mailTo(port).send(letter))).toMatchObject({ outage: 'refused' })
  })

  test('take more from us today, once it has the content, is asked again', async () => {
    const { port } = await serve({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(refuseWith(550, '5.4.5 Daily user sending limit exceeded')))
      },
    })
    expect(await failureOf(mailTo(port).send(letter))).toMatchObject(attempt)
  })

  test('take our own address is asked again: the operator may mend that', async () => {
    const { port } = await serve({ onMailFrom: (_from, _session, done) => done(refuseWith(553, 'not yours')) })
    expect(await failureOf(mailTo(port).send(letter))).toMatchObject(attempt)
  })
})

describe('a mail server that is not well', () => {
  test('and not there is an outage', async () => {
    const port = await serveLines(() => {})
    for (const stop of stops.splice(0)) await stop()
    expect(await failureOf(mailTo(port).send(letter))).toMatchObject(attempt)
  })

  test('and says nothing is left alone after its time', async () => {
    const port = await serveLines(() => {})
    expect(await failureOf(mailTo(port, { timeoutMs: 150 }).send(letter))).toMatchObject(attempt)
  })

  test('and drips a sign at a time for ever is cut off, connection and all', async () => {
    const closed = new AbortController()
    const isClosed = once(closed.signal, 'abort')
    const port = await serveLines((socket) => {
      socket.write('220 ready\r\n250-')
      const drip = setInterval(() => socket.write('x'), 5)
      socket.on('close', () => {
        clearInterval(drip)
        closed.abort()
      })
    })
    expect(await failureOf(mailTo(port, { timeoutMs: 300 }).send(letter))).toMatchObject({
      ...attempt,
      message: 'the mail server did not answer in time',
    })
    await isClosed
  })

  test('and talks nonsense is an outage', async () => {
    const port = await serveLines((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await failureOf(mailTo(port).send(letter))).toMatchObject(attempt)
  })
})
