import type { Me } from '@wayfare/contract/accounts'
import * as contract from '@wayfare/contract/sign-in'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { hashPassword } from './auth.ts'
import { forgetEnded } from './commands-sessions.ts'

const app = await startApp()
const { call, refusal, raw, make } = app
const password = 'wayfare1'
const passwordHash = await hashPassword(password)

const person = () => make.user('rider', { passwordHash })

describe('signing in by e-mail and password', () => {
  it('opens a session for cookie and bearer alike', async () => {
    const user = await person()
    const answer = await raw(contract.signIn, { email: user.email.toUpperCase(), password })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toContain('HttpOnly')
    expect(answer.body).not.toContain('argon2')
    const { token, me } = answer.json<{ token: string; me: Me }>()
    expect(me.id).toBe(user.id)
    const ways: Record<string, string>[] = [{ cookie: cookie.split(';')[0] ?? '' }, { authorization: `Bearer ${token}` }]
    for (const headers of ways) {
      const session = await call(contract.getSession, {}, { headers })
      expect(session.me?.id).toBe(user.id)
    }
  })

  it('forgets a session that has ended by itself, and no other', async () => {
    const [ended, open] = [await person(), await person()]
    for (const { email } of [ended, open]) await call(contract.signIn, { email, password })
    const past = new Date(Date.now() - 1000)
    await app.db.updateTable('authSession').set({ expiresAt: past }).where('userId', '=', ended.id).execute()
    await forgetEnded(app.db, new Date())
    const left = await app.db
      .selectFrom('authSession')
      .select('userId')
      .distinct()
      .where('userId', 'in', [ended.id, open.id])
      .execute()
    expect(left.map(({ userId }) => userId)).toEqual([open.id])
  })

  it('refuses a malformed address or an empty password before looking anyone up', async () => {
    expect((await refusal(contract.signIn, { email: 'astrid', password })).key).toBe('login_validate_error')
    expect((await refusal(contract.signIn, { email: 'a@test.example', password: '' })).key).toBe('login_validate_error')
  })

  it('answers the same to a wrong password and to an unknown address', async () => {
    const user = await person()
    const wrong = await refusal(contract.signIn, { email: user.email, password: 'wrong123' })
    const unknown = await refusal(contract.signIn, { email: 'nobody@test.example', password })
    expect([wrong.status, wrong.key]).toEqual([unknown.status, unknown.key])
    expect(wrong.key).toBe('login_error')
  })

  it('keeps out who is not approved', async () => {
    const user = await make.user('driver', { passwordHash, approved: false })
    expect((await refusal(contract.signIn, { email: user.email, password })).key).toBe('require_approval')
  })

  it('believes no token that it has not signed', async () => {
    const user = await person()
    const [token = ''] = user.token.split('.')
    for (const forged of [token, `${token}.AAAA`, `${token}x.${user.token.split('.')[1]}`, 'x'.repeat(400)]) {
      const session = await call(contract.getSession, {}, { headers: { authorization: `Bearer ${forged}` } })
      expect(session.me).toBeNull()
    }
  })

  it('gives a new token at every sign-in and lets an old session run out', async () => {
    const user = await person()
    const first = await call(contract.signIn, { email: user.email, password })
    const second = await call(contract.signIn, { email: user.email, password })
    expect(first.token).not.toBe(second.token)
    await app.db
      .updateTable('authSession')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('id', '=', user.sessionId)
      .execute()
    expect((await refusal(contract.signOut, {}, { as: user })).key).toBe('unauthorized')
  })
})

it('ends the session under which one signs in anew, and keeps the address that was seen, not the one that was told', async () => {
  const user = await person()
  const headers = { authorization: `Bearer ${user.token}`, 'x-forwarded-for': '6.6.6.6' }
  await call(contract.signIn, { email: user.email, password }, { headers })
  expect((await call(contract.getSession, {}, { as: user })).me).toBeNull()
  const sessions = await app.db.selectFrom('authSession').select('ipAddress').where('userId', '=', user.id).execute()
  expect(sessions.map(({ ipAddress }) => ipAddress)).toEqual(['127.0.0.1'])
})

describe('signing out', () => {
  it('ends this session only', async () => {
    const user = await person()
    const other = await call(contract.signIn, { email: user.email, password })
    await call(contract.signOut, {}, { as: user })
    expect((await call(contract.getSession, {}, { as: user })).me).toBeNull()
    const session = await call(contract.getSession, {}, { headers: { authorization: `Bearer ${other.token}` } })
    expect(session.me?.id).toBe(user.id)
  })

  it('takes a free driver off duty and leaves a busy one on', async () => {
    const carType = await make.carType()
    const free = await make.driver({ carType, at: jarntorget })
    const busy = await make.driver({ carType, at: jarntorget, queue: true })
    await call(contract.signOut, {}, { as: free })
    await call(contract.signOut, {}, { as: busy })
    const rows = await app.db
      .selectFrom('appUser')
      .select(['id', 'driverActiveStatus'])
      .where('id', 'in', [free.id, busy.id])
      .execute()
    expect(new Map(rows.map((row) => [row.id, row.driverActiveStatus]))).toEqual(
      new Map([
        [String(free.id), false],
        [String(busy.id), true],
      ]),
    )
  })
})
