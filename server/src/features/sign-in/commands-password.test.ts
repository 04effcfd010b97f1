import { getSession, signIn } from '@wayfare/contract/sign-in'
import * as contract from '@wayfare/contract/sign-in'
import type { DomainEvent } from '@wayfare/core/events'
import type { UserId } from '@wayfare/core/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import english from '../../db/texts/en.json' with { type: 'json' }
import { isCommonPassword } from './auth-common-passwords.ts'
import { hashPassword } from './auth.ts'
import { hourMs } from '../accounts/commands-attempts.ts'

const app = await startApp()
const { call, refusal, raw, make } = app
const password = 'wayfare1'
const passwordHash = await hashPassword(password)

// start at the beginning of a day, so that no count is split or left over
beforeEach(app.nextDay)

const person = (fields: Parameters<typeof make.user>[1] = {}) => make.rider({ passwordHash, ...fields })
const unverify = (id: UserId) => app.db.updateTable('appUser').set({ emailVerified: false }).where('id', '=', id).execute()
const isVerified = async (id: UserId) =>
  (await app.db.selectFrom('appUser').select('emailVerified').where('id', '=', id).executeTakeFirst())?.emailVerified
const mailsTo = async (recipient: string) => {
  await app.settle()
  return app.db.selectFrom('devMessage').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
}
/** The token from the newest mail with a link to this page. */
const tokenFor = async (email: string, page = '/reset-password'): Promise<string> => {
  const mails = (await mailsTo(email)).filter(({ body }) => body.includes(`${page}?token=`))
  return /\?token=([\w.-]+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? ''
}
const subjectOf = (key: keyof typeof english): string => english[key].replace('{{appName}}', 'Wayfare')
const forgot = (email: string, ip = '127.0.0.1') => call(contract.forgotPassword, { email }, { ip })
const reset = (token: string, chosen: string) => call(contract.resetPassword, { token, password: chosen })
const eventsOf = async (userId: string) => {
  const rows = await app.db.selectFrom('event').select(['type', 'payload']).orderBy('id').execute()
  return rows.filter(({ payload }) => JSON.stringify(payload).includes(userId)).map(({ type }) => type as DomainEvent['type'])
}

describe('a forgotten password', () => {
  it('is set anew by the mailed link, once; every session ends and the address counts as verified', async () => {
    const user = await person()
    await unverify(user.id)
    await forgot(user.email.toUpperCase())
    const token = await tokenFor(user.email)
    await reset(token, 'fresh123')
    expect((await call(getSession, {}, { as: user })).me).toBeNull()
    expect((await refusal(signIn, { email: user.email, password })).key).toBe('login_error')
    await call(signIn, { email: user.email, password: 'fresh123' })
    expect(await isVerified(user.id)).toBe(true)
    expect(await eventsOf(user.id)).toEqual(expect.arrayContaining(['SessionEnded', 'AccountApproved']))
    expect((await refusal(contract.resetPassword, { token, password: 'again123' })).key).toBe('link_expired')
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      subjectOf('mail_reset_password_subject'),
      subjectOf('mail_password_changed_subject'),
    ])
  })

  it('set anew ends what wrong tries have brought about, where they were made', async () => {
    const user = await person()
    const at = { ip: '10.20.0.1' }
    for (let i = 0; i < 12; i++) await refusal(signIn, { email: user.email, password: 'wrong123' }, at)
    expect((await refusal(signIn, { email: user.email, password }, at)).key).toBe('rate_limited')
    await forgot(user.email)
    await reset(await tokenFor(user.email), 'fresh123')
    await call(signIn, { email: user.email, password: 'fresh123' }, at)
  })

  it('has the same answer and the same rows whether or not the address is known', async () => {
    const user = await person()
    const jobs = async () =>
      Number((await app.database.directPool.query('select count(*) as n from graphile_worker._private_jobs')).rows[0].n)
    const written = async (email: string) => {
      const before = await jobs()
      const answer = await raw(contract.forgotPassword, { email })
      return { status: answer.statusCode, body: answer.body, jobs: (await jobs()) - before }
    }
    const known = await written(user.email)
    expect(known).toEqual({ status: 200, body: '{"done":true,"mail":"dev_inbox"}', jobs: 1 })
    expect(await written('nobody@test.example')).toEqual(known)
    await app.settle()
    expect(await mailsTo('nobody@test.example')).toEqual([])
  })

  it('asks for a proper address', async () => {
    for (const email of ['', 'x', 'a@b', 'a@b.example\nbcc: c@d.example'])
      expect((await refusal(contract.forgotPassword, { email })).key).toBe('proper_email')
  })

  it('keeps the token only as a hash, in rows, queue and log', async () => {
    const user = await person()
    await forgot(user.email)
    await app.readAll()
    const queued = await app.database.directPool.query('select payload from graphile_worker._private_jobs')
    expect(JSON.stringify(queued.rows)).not.toContain(user.email)
    const token = await tokenFor(user.email)
    const rows = await app.db.selectFrom('authVerification').selectAll().execute()
    const secret = token.split('.')[1] ?? ''
    expect(secret).toHaveLength(43)
    expect(rows.some(({ id }) => token.startsWith(id))).toBe(true)
    for (const place of [rows, app.lines]) expect(JSON.stringify(place)).not.toContain(secret)
  })

  it('is set by one of many that bring the link at once', async () => {
    const user = await person()
    await forgot(user.email)
    const token = await tokenFor(user.email)
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => reset(token, `parallel${i}`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is not set by a link that is old, forged, another’s or for something else', async () => {
    const [user, other] = [await person(), await person()]
    await unverify(user.id)
    await forgot(user.email)
    await forgot(other.email)
    const [token, others] = [await tokenFor(user.email), await tokenFor(other.email)]
    await call(contract.requestVerification, {}, { as: user })
    const verification = await tokenFor(user.email, '/verify-email')
    const [id, secret] = token.split('.')
    const forged = [
      '',
      '.',
      id ?? '',
      `${id}.`,
      `${id}.${'A'.repeat(43)}`,
      `${id}.${others.split('.')[1]}`,
      `x.${secret}`,
      verification,
    ]
    for (const one of forged)
      expect((await refusal(contract.resetPassword, { token: one, password: 'fresh123' })).key).toBe('link_expired')
    app.advance(hourMs + 1000)
    expect((await refusal(contract.resetPassword, { token, password: 'fresh123' })).key).toBe('link_expired')
    await call(signIn, { email: user.email, password })
  })

  it('is not set when the address has changed hands since', async () => {
    const user = await person()
    await forgot(user.email)
    const token = await tokenFor(user.email)
    await app.db
      .updateTable('appUser')
      .set({ email: `moved-${user.email}` })
      .where('id', '=', user.id)
      .execute()
    expect((await refusal(contract.resetPassword, { token, password: 'fresh123' })).key).toBe('link_expired')
  })

  it('keeps the link good while the new password is refused, and while others ask for more links', async () => {
    const user = await person()
    await forgot(user.email)
    const token = await tokenFor(user.email)
    await forgot(user.email)
    const second = await tokenFor(user.email)
    expect(second).not.toBe(token)
    for (const [bad, key] of [
      ['', 'password_blank_messege'],
      ['short', 'password_alphaNumeric_check'],
      ['with space', 'password_alphaNumeric_check'],
    ])
      expect((await refusal(contract.resetPassword, { token, password: bad ?? '' })).key).toBe(key)
    await reset(token, 'fresh123')
    expect((await refusal(contract.resetPassword, { token: second, password: 'fresh123' })).key).toBe('link_expired')
  })

  it('sends one person no more than five mails an hour, and one address no more than thirty requests', async () => {
    const user = await person()
    for (let i = 0; i < 8; i++) await forgot(user.email, `10.30.0.${i}`)
    expect(await mailsTo(user.email)).toHaveLength(5)
    const requests = Array.from({ length: 35 }, (_, i) => forgot(`any-${i}@test.example`, '10.30.1.1'))
    const kept = (await Promise.allSettled(requests)).filter(({ status }) => status === 'rejected')
    expect(kept).toHaveLength(5)
  })

  it('gives a way in by password to one who had none, and not to one who was removed', async () => {
    const social = await make.rider()
    await forgot(social.email)
    await reset(await tokenFor(social.email), 'fresh123')
    await call(signIn, { email: social.email, password: 'fresh123' })
    const gone = await person({ removedAt: new Date() })
    await forgot(gone.email)
    expect(await mailsTo(gone.email)).toEqual([])
  })
})

describe('the rule for a new password', () => {
  it('is the operator’s: the modern one takes anything of 8 to 128 characters that is not common', async () => {
    const user = await person()
    await forgot(user.email)
    const token = await tokenFor(user.email)
    await app.settings({ passwordRule: 'modern' })
    for (const [bad, key] of [
      ['', 'password_blank_messege'],
      ['fresh12', 'password_length'],
      ['x'.repeat(129), 'password_length'],
      ['Password123!', 'password_common'],
    ])
      expect((await refusal(contract.resetPassword, { token, password: bad ?? '' })).key).toBe(key)
    await reset(token, 'en blå cykel, två hjul')
    await app.settings({ passwordRule: 'spec' })
    // the same letters, composed differently by another keyboard
    await call(signIn, { email: user.email, password: 'en bla\u030a cykel, tva\u030a hjul' })
  })

  it('knows common passwords, however they are dressed up', () => {
    for (const common of ['password', 'PASSWORD', 'iloveyou', 'Football1!', 'qwerty123', '12345678', 'aaaaaaaaaa', '1qaz2wsx'])
      expect([common, isCommonPassword(common)]).toEqual([common, true])
    for (const other of ['järntorget ligger här', 'correct horse battery', 'k3vT-9xpl'])
      expect([other, isCommonPassword(other)]).toEqual([other, false])
  })
})

describe('changing one’s password', () => {
  it('needs the current one and ends the other sessions, not this one', async () => {
    const user = await person()
    const other = await make.session(user.id)
    expect((await refusal(contract.changePassword, { current: 'wrong123', password: 'fresh123' }, { as: user })).key).toBe(
      'password_wrong',
    )
    await call(contract.changePassword, { current: password, password: 'fresh123' }, { as: user })
    expect((await call(getSession, {}, { as: user })).me?.id).toBe(user.id)
    expect((await call(getSession, {}, { headers: { authorization: `Bearer ${other.token}` } })).me).toBeNull()
    await call(signIn, { email: user.email, password: 'fresh123' })
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([subjectOf('mail_password_changed_subject')])
  })

  it('leaves nothing of it under an idempotency key', async () => {
    const user = await person()
    await call(contract.changePassword, { current: password, password: 'fresh123' }, { as: user, once: 'kept' })
    expect(await app.db.selectFrom('idempotencyKey').select('verb').where('actor', '=', user.id).execute()).toEqual([])
  })

  it('is no way to guess the current one without end', async () => {
    const user = await person()
    const guess = () => refusal(contract.changePassword, { current: 'wrong123', password: 'fresh123' }, { as: user })
    const keys = (await Promise.all(Array.from({ length: 20 }, guess))).map(({ key }) => key)
    expect(keys.filter((key) => key === 'password_wrong')).toHaveLength(10)
    const right = { current: password, password: 'fresh123' }
    expect((await refusal(contract.changePassword, right, { as: user })).key).toBe('rate_limited')
  })

  it('is open to the owner while strangers guess at the account', async () => {
    const user = await person()
    for (let i = 0; i < 12; i++) await refusal(signIn, { email: user.email, password: 'wrong123' })
    await call(contract.changePassword, { current: password, password: 'fresh123' }, { as: user })
  })

  it('leaves the passwords of a locked demo as they are on its sign-in page', async () => {
    const user = await person({ demo: true })
    await app.settings({ allowCriticalEditsAdmin: false })
    expect((await refusal(contract.changePassword, { current: password, password: 'fresh123' }, { as: user })).key).toBe(
      'demo_mode',
    )
    await app.settings({ allowCriticalEditsAdmin: true })
    await call(contract.changePassword, { current: password, password: 'fresh123' }, { as: user })
  })
})
