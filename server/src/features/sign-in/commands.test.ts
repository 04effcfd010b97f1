import * as argon2 from '@node-rs/argon2'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import type { UserId } from '@wayfare/core/ids'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeSolved } from '../../../test/challenge.ts'
import { startApp } from '../../../test/harness.ts'
import type { CallOptions } from '../../../test/calls.ts'
import { hashPassword } from './auth.ts'
import { minuteMs } from '../accounts/commands-attempts.ts'

// the real library, only observed; modules are loaded for this file and not kept for the next
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof argon2>()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
})
const verify = vi.mocked(argon2.verify)
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})

const app = await startApp()
const { call, refusal, raw, make } = app
const password = 'wayfare1'
const passwordHash = await hashPassword(password)

const person = (fields: Parameters<typeof make.user>[1] = {}) => make.rider({ passwordHash, ...fields })
const setUser = (id: UserId, fields: { emailVerified?: boolean; userType?: 'rider'; removedAt?: Date }) =>
  app.db.updateTable('appUser').set(fields).where('id', '=', id).execute()
const sessionsOf = (id: UserId) => app.db.selectFrom('authSession').select('id').where('userId', '=', id).execute()
const mailsTo = (recipient: string) =>
  app.db.selectFrom('devMessage').selectAll().where('recipient', '=', recipient).orderBy('id').execute()

const guess = async (email: string, options: CallOptions, with_ = 'wrong123') =>
  (await refusal(signIn, { email, password: with_ }, options)).key

// start at the beginning of a window, so that no count is split
beforeEach(app.nextDay)

describe('the one door', () => {
  it('keeps out who is not approved, has no profile any more or is of an unknown type', async () => {
    const waiting = await make.driver({ passwordHash, approved: false })
    expect(await guess(waiting.email, {}, password)).toBe('require_approval')
    const blocked = await person({ approved: false })
    expect(await guess(blocked.email, {}, password)).toBe('account_blocked')
    const gone = await person()
    await setUser(gone.id, { removedAt: new Date() })
    expect(await guess(gone.email, {}, password)).toBe('user_issue_contact_admin')
    const odd = await person()
    await app.database.directPool.query('alter table app_user drop constraint app_user_user_type_check')
    await app.database.directPool.query(`update app_user set user_type = 'pirate' where id = $1`, [odd.id])
    expect(await guess(odd.email, {}, password)).toBe('not_valid_user_type')
    for (const user of [waiting, gone, odd]) expect(await sessionsOf(user.id)).toHaveLength(1)
  })

  it('says so only to one who knows the password', async () => {
    const waiting = await person({ approved: false })
    expect(await guess(waiting.email, {})).toBe('login_error')
  })

  it('sends the link again to one who has not verified the address, while the operator asks for that', async () => {
    const user = await person()
    await setUser(user.id, { emailVerified: false })
    await app.settings({ emailVerify: true })
    for (let i = 0; i < 5; i++) expect(await guess(user.email, {}, password)).toBe('email_verify_message')
    await app.settle()
    const mails = await mailsTo(user.email)
    expect(mails).toHaveLength(3)
    expect(mails[0]?.body).toMatch(/\/verify-email\?token=[\w.-]{40,}/)
    expect(await sessionsOf(user.id)).toHaveLength(1)
    await app.settings({ emailVerify: false })
    await call(signIn, { email: user.email, password })
  })

  it('tells the log who came in and who did not, and no secret', async () => {
    const user = await person()
    const { token } = await call(signIn, { email: user.email, password })
    await guess(user.email, {}, 'secret-guess')
    const lines = app.lines.filter(({ fields }) => 'userId' in fields && fields.userId === user.id)
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['info', 'signed in'],
      ['info', 'a sign-in failed'],
    ])
    const all = JSON.stringify(app.lines)
    for (const secret of [token, token.split('.')[0] ?? token, 'secret-guess', password, user.email])
      expect(all).not.toContain(secret)
  })

  it('does not keep a session’s token under an idempotency key', async () => {
    const user = await person()
    const { token } = await call(signIn, { email: user.email, password }, { as: user, once: 'the-same-key-twice' })
    const kept = await app.db.selectFrom('idempotencyKey').selectAll().where('actor', '=', user.id).execute()
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(kept).toEqual([])
  })
})

const guessTwelveTimes = async (email: string, ip: string) => {
  const all = []
  for (let i = 0; i < 12; i++) all.push(await guess(email, { ip }))
  return all
}

describe('an unknown address', () => {
  it('has the same answer as a wrong password, after the same work', async () => {
    const known = await person()
    const social = await make.rider()
    const answers = []
    for (const email of [known.email, social.email, 'nobody@test.example']) {
      verify.mockClear()
      const answer = await raw(signIn, { email, password: 'wrong123' })
      const { error } = answer.json<{ error: { requestId?: string } }>()
      delete error.requestId
      const [hash = ''] = verify.mock.calls[0] ?? []
      answers.push({
        status: answer.statusCode,
        error,
        verifications: verify.mock.calls.length,
        cost: String(hash).split('$').slice(1, 4),
      })
    }
    expect(answers[0]?.verifications).toBe(1)
    expect(answers[0]?.cost).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it('is refused after as many tries as a known one', async () => {
    const known = await person()
    const expected = [...Array<string>(10).fill('login_error'), 'rate_limited', 'rate_limited']
    expect(await guessTwelveTimes(known.email, '10.2.0.1')).toEqual(expected)
    expect(await guessTwelveTimes('never-seen@test.example', '10.2.0.2')).toEqual(expected)
  })
})

describe('guessing passwords', () => {
  it('ends after ten wrong ones for one account from one network, also at once, and begins no new count by spelling', async () => {
    const user = await person()
    verify.mockClear()
    const spellings = [user.email, user.email.toUpperCase(), ` ${user.email} `]
    const tries = Array.from({ length: 30 }, (_, i) => guess(spellings[i % 3] ?? '', { ip: '10.3.0.1' }, `wrong${i}`))
    const keys = await Promise.all(tries)
    expect(keys.filter((key) => key === 'login_error')).toHaveLength(10)
    expect(keys.filter((key) => key === 'rate_limited')).toHaveLength(20)
    expect(verify).toHaveBeenCalledTimes(10)
    // even the right password is refused now, and works in the next window; the refusal says when that is
    const refused = await refusal(signIn, { email: user.email, password }, { ip: '10.3.0.1' })
    expect(refused).toMatchObject({ status: 429, key: 'rate_limited' })
    expect(refused.details?.['retryAfterS']).toBeGreaterThan(60)
    expect(refused.details?.['retryAfterS']).toBeLessThanOrEqual(900)
    app.advance(15 * minuteMs)
    await call(signIn, { email: user.email, password }, { ip: '10.3.0.1' })
  })

  it('takes work of each who comes from many networks, and leaves the owner the way in', async () => {
    const user = await person()
    const tries = Array.from({ length: 60 }, (_, i) => guess(user.email, { ip: `10.9.${i}.1` }, `wrong${i}`))
    const keys = await Promise.all(tries)
    expect(keys.filter((key) => key === 'login_error')).toHaveLength(20)
    expect(keys.filter((key) => key === 'challenge_needed')).toHaveLength(40)
    const at = { ip: '10.9.99.1' }
    expect(await guess(user.email, at, password)).toBe('challenge_needed')
    const challenge = await makeSolved(app.deps, 'signIn')
    await call(signIn, { email: user.email, password, challenge }, at)
    // each challenge is valid for one try, and only for its own purpose
    for (const spent of [challenge, await makeSolved(app.deps, 'signUp')]) {
      expect((await refusal(signIn, { email: user.email, password, challenge: spent }, at)).key).toBe('challenge_failed')
    }
  })

  it('leaves alone a device on which the owner has signed in, whatever happens around it', async () => {
    const user = await person()
    const at = { ip: '10.10.0.1' }
    const cookies = (await raw(signIn, { email: user.email, password }, at)).headers['set-cookie']
    const device = [cookies].flat().find((cookie) => cookie?.startsWith('wayfare.device='))
    expect(device).toMatch(/; HttpOnly; SameSite=Lax$/)
    const cookie = device?.split(';')[0] ?? ''
    await guessTwelveTimes(user.email, at.ip)
    await Promise.all(Array.from({ length: 40 }, (_, i) => guess(user.email, { ip: `10.10.1.${i}` })))
    expect(await guess(user.email, at, password)).toBe('rate_limited')
    await call(signIn, { email: user.email, password }, { ...at, headers: { cookie } })
    // the cookie helps nobody else, cannot be forged, and has a limit of its own
    const other = await person()
    await guessTwelveTimes(other.email, at.ip)
    expect(await guess(other.email, { ...at, headers: { cookie } }, password)).toBe('rate_limited')
    const forged = `wayfare.device=${user.id}.device.${'x'.repeat(43)}`
    expect(await guess(user.email, { ...at, headers: { cookie: forged } }, password)).toBe('rate_limited')
    const own = []
    for (let i = 0; i < 12; i++) own.push(await guess(user.email, { ip: '10.10.2.1', headers: { cookie } }))
    expect(own.filter((key) => key === 'login_error')).toHaveLength(10)
    expect(own.at(-1)).toBe('rate_limited')
  })

  it('ends for one address that tries many accounts, known or not, at once; others are not touched', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => person()))
    const emails = [...users.map(({ email }) => email), ...Array.from({ length: 30 }, (_, i) => `spray-${i}@test.example`)]
    const keys = await Promise.all(emails.map((email) => guess(email, { ip: '10.4.0.1' })))
    expect(keys.filter((key) => key === 'login_error')).toHaveLength(40)
    expect(keys.filter((key) => key === 'challenge_needed')).toHaveLength(20)
    const [victim] = users
    await call(signIn, { email: victim?.email ?? '', password }, { ip: '10.4.0.2' })
  })

  it('does not end by telling another address in X-Forwarded-For, which nobody is trusted to tell', async () => {
    const keys = []
    for (let i = 0; i < 42; i++) {
      const options = {
        ip: '10.5.0.1',
        headers: { 'x-forwarded-for': `10.6.0.${i}`, forwarded: `for=10.6.0.${i}`, 'x-real-ip': `10.6.0.${i}` },
      }
      keys.push(await guess(`fwd-${i}@test.example`, options))
    }
    expect(keys.filter((key) => key === 'login_error')).toHaveLength(40)
  })

  it('counts whole households of IPv6 as one', async () => {
    const keys = await Promise.all(
      Array.from({ length: 50 }, (_, i) => guess(`six-${i}@test.example`, { ip: `2001:db8:7:7::${i + 1}` })),
    )
    expect(keys.filter((key) => key === 'login_error')).toHaveLength(40)
  })

  it('costs those nothing who know their password, however often they come', async () => {
    const user = await person()
    for (let i = 0; i < 15; i++) await call(signIn, { email: user.email, password }, { ip: '10.7.0.1' })
  })
})

it('refuses a sign-in, and any write, that rides on a cookie from a foreign page', async () => {
  const user = await person()
  const answer = await raw(signIn, { email: user.email, password }, { ip: '10.8.0.1' })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const foreign: Record<string, string>[] = [
    { cookie, origin: 'https://evil.example' },
    { cookie, origin: 'null' },
    { cookie, 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign) {
    expect((await refusal(signIn, { email: user.email, password }, { headers })).key).toBe('foreign_origin')
  }
  expect((await call(getSession, {}, { headers: { cookie } })).me?.id).toBe(user.id)
})
