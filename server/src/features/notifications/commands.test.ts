import { devInboxSize } from '@wayfare/contract/messages'
import type { Message } from '@wayfare/core/events'
import { afterEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeOutage, type Mail, type OutageCode, type Sms } from '../../adapters/ports.ts'
import { seedDatabase } from '../../db/seed.ts'
import { inTx } from '../../db/tx.ts'
import { sendMessage } from '../../jobs/messages.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { deliverMessage } from './commands.ts'

const app = await startApp({ config: { publicOrigin: 'https://taxi.example' } })
const { db, deps } = app
await seedDatabase(db, { demo: false })

const verify: Message = {
  kind: 'mail',
  to: 'ann@example.org',
  locale: 'en',
  template: 'verify_email',
  params: { name: 'Ann' },
  link: '/verify-email?token=abc',
}
const code: Message = { kind: 'sms', to: '+46701234567', locale: 'en', template: 'sign_in_code', params: { code: '123456' } }

const inbox = () => db.selectFrom('devMessage').selectAll().orderBy('id').execute()

const sendAll = async (...messages: Message[]): Promise<void> => {
  await inTx(deps, async (tx) => {
    for (const message of messages) await sendMessage(deps, tx, message)
  })
  await app.runJobs()
}

const sealed = (message: Message) => deps.secrets.seal(JSON.stringify(message), 'message')
const withServices = ({ mail, sms }: { mail: Mail | null; sms: Sms | null }, isProduction = true) => ({
  ...deps,
  config: { ...deps.config, isProduction },
  services: { ...deps.services, mail, sms },
})

const warnings = (part: string) => app.lines.filter(({ message }) => String(message).includes(part))

afterEach(async () => {
  await db.deleteFrom('devMessage').execute()
})

describe('without a service, outside production', () => {
  test('a mail lands in the dev inbox with the whole link in its text', async () => {
    await sendAll(verify)
    expect(await inbox()).toMatchObject([
      {
        kind: 'mail',
        recipient: 'ann@example.org',
        subject: 'Confirm your email address for Wayfare',
        body: expect.stringContaining('\nhttps://taxi.example/verify-email?token=abc\n'),
        html: expect.stringContaining('href="https://taxi.example/verify-email?token=abc"'),
        direction: 'ltr',
      },
    ])
  })

  test('an SMS lands there with its code', async () => {
    await sendAll(code)
    expect(await inbox()).toMatchObject([
      {
        kind: 'sms',
        recipient: '+46701234567',
        subject: '',
        body: "123456 is your code to sign in to Wayfare. Don't share it with anyone.",
        html: null,
      },
    ])
  })

  test('nothing is sent before the commit, and nothing at all without it', async () => {
    const failing = inTx(deps, async (tx) => {
      await sendMessage(deps, tx, verify)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await app.runJobs()
    expect(await inbox()).toEqual([])
  })

  test('a job that runs twice leaves one message', async () => {
    const sealed = deps.secrets.seal(JSON.stringify(verify), 'message')
    await deliverMessage(deps, sealed)
    await deliverMessage(deps, sealed)
    expect(await inbox()).toHaveLength(1)
  })

  test('the newest messages stay and the oldest make room', async () => {
    const rows = Array.from({ length: devInboxSize }, (_, n) => ({
      messageKey: `old ${n}`,
      kind: 'sms' as const,
      recipient: `+${n}`,
      body: 'x',
    }))
    await db.insertInto('devMessage').values(rows).execute()
    await sendAll(code, code)
    const kept = await inbox()
    expect([kept.length, kept[0]?.recipient, kept.at(-1)?.recipient]).toEqual([devInboxSize, '+2', '+46701234567'])
  })

  test('codes and links do not lie in the queue in clear', async () => {
    await sendMessage(deps, db, verify)
    const { rows } = await app.database.directPool.query<{ payload: string }>(
      'select payload::text from graphile_worker._private_jobs',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.payload).not.toMatch(/token|ann@|Ann/)
    await app.runJobs()
  })
})

describe('a message that cannot be delivered', () => {
  test('is dropped with a warning when another secret sealed it', async () => {
    await enqueueJob(db, 'notifications.message', { sealed: 'v1.nonsense' })
    await app.runJobs()
    expect(await inbox()).toEqual([])
    expect(warnings('sealed under another secret')).toHaveLength(1)
  })

  test('goes nowhere when the account has only an internal address', async () => {
    await sendAll({ ...verify, to: 'u1@removed.invalid' }, { ...verify, to: 'fb@social.INVALID ' })
    expect(await inbox()).toEqual([])
  })
})

describe('the language', () => {
  test('is that of the region, and English where it is unknown', async () => {
    await sendAll(...['sv-FI', 'tlh', '', 'en'].map((locale) => ({ ...code, locale })))
    const bodies = (await inbox()).map(({ body }) => body)
    expect(bodies[0]).toBe('123456 är din kod för att logga in på Wayfare. Dela den inte med någon.')
    for (const body of bodies.slice(1)) expect(body).toMatch(/^123456 is your code/)
  })

  test('has the texts that the operator keeps in the database, English ones where it lacks them', async () => {
    const dutch = { id: 'nl', langName: 'Nederlands', langLocale: 'nl', dateLocale: 'nl', isDefault: false }
    await db
      .insertInto('language')
      .values({ ...dutch, keyValuePairs: JSON.stringify({ mail_greeting: 'Dag {{name}},' }) })
      .execute()
    await sendAll({ ...verify, locale: 'nl' })
    expect((await inbox())[0]?.body).toMatch(/^Dag Ann,\n\nThank you for joining/)
  })

  test('that runs from right to left is kept with the message', async () => {
    await sendAll({ ...verify, locale: 'ar' }, { ...code, locale: 'ar' })
    expect((await inbox()).map(({ direction }) => direction)).toEqual(['rtl', 'rtl'])
  })

  test('names the product as the operator does', async () => {
    await app.settings({ appName: 'Göteborgs Taxi' })
    await sendAll(verify)
    await app.settings({ appName: 'Wayfare' })
    expect((await inbox())[0]?.subject).toBe('Confirm your email address for Göteborgs Taxi')
  })
})

describe('with a service', () => {
  type Sent = Record<string, string>
  const stub = (outages: OutageCode[] = []) => {
    const sent: Sent[] = []
    const send = async (message: Sent): Promise<void> => {
      sent.push(message)
      const outage = outages.shift()
      if (outage) throw makeOutage(outage, 'the stub said no')
    }
    return { sent, mail: { send } as Mail, sms: { send } as Sms }
  }
  test('a code that was held up until it was void is not sent any more', async () => {
    const { sent, ...services } = stub()
    const until = deps.now().getTime() + 5000
    await deliverMessage(withServices(services), sealed({ ...code, until }))
    expect(sent).toHaveLength(1)
    await deliverMessage(withServices(services), sealed({ ...code, until: until - 5000 }))
    expect([sent.length, warnings('too late for it').length]).toEqual([1, 1])
  })

  test('mail and SMS go out by it and not into the dev inbox', async () => {
    const { sent, ...services } = stub()
    await deliverMessage(withServices(services, false), sealed(verify))
    await deliverMessage(withServices(services, false), sealed(code))
    expect(sent).toMatchObject([
      {
        to: 'ann@example.org',
        subject: 'Confirm your email address for Wayfare',
        html: expect.stringMatching(/^<!doctype html>/),
      },
      { to: '+46701234567', text: expect.stringMatching(/^123456 /) },
    ])
    expect(await inbox()).toEqual([])
  })

  test('each try of one message has the same key, and another message another', async () => {
    const { sent, ...services } = stub(['unavailable'])
    const job = sealed(code)
    await expect(deliverMessage(withServices(services), job)).rejects.toMatchObject({ outage: 'unavailable' })
    await deliverMessage(withServices(services), job)
    await deliverMessage(withServices(services), sealed(code))
    const [first, second, third] = sent.map(({ key }) => key)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('what the service will never take is dropped with a warning that names nobody', async () => {
    const { sent, ...services } = stub(['refused'])
    await deliverMessage(withServices(services), sealed(verify))
    expect(sent).toHaveLength(1)
    const [line] = warnings('refused for good')
    expect(line).toBeDefined()
    expect(JSON.stringify(line)).not.toContain('ann@')
  })

  test('an internal address is not sent to', async () => {
    const { sent, ...services } = stub()
    await deliverMessage(withServices(services), sealed({ ...verify, to: 'u1@removed.invalid' }))
    expect(sent).toEqual([])
  })

  test('production without one drops the message with a warning and keeps it nowhere', async () => {
    const before = warnings('nothing is configured').length
    await deliverMessage(withServices({ mail: null, sms: null }), sealed(verify))
    await deliverMessage(withServices({ mail: null, sms: null }), sealed(code))
    expect(warnings('nothing is configured')).toHaveLength(before + 2)
    expect(await inbox()).toEqual([])
  })

  test('a mail is tried for hours, a code only as long as it may be of use', async () => {
    await sendMessage(deps, db, verify)
    await sendMessage(deps, db, code)
    const { rows } = await app.database.directPool.query<{ tries: number }>(
      'select max_attempts::int as tries from graphile_worker._private_jobs order by id',
    )
    expect(rows.map(({ tries }) => tries)).toEqual([12, 5])
    await app.runJobs()
  })
})
