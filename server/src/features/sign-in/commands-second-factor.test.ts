import { listAudit } from '@wayfare/contract/audit'
import { getPerson } from '@wayfare/contract/people'
import { removeUser } from '@wayfare/contract/people-edit'
import { dropSecondFactor } from '@wayfare/contract/people-help'
import { getSession, signIn, verifyCode } from '@wayfare/contract/sign-in'
import * as contract from '@wayfare/contract/sign-in-second-factor'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { readAnswers } from '../../../test/answers.ts'
import type { TestUser } from '../../../test/make.ts'
import { totp } from '../../../test/totp.ts'
import { hashPassword } from './auth.ts'

const app = await startApp()
const { call, refusal, make, db, deps } = app
const password = 'wayfare1'
const passwordHash = await hashPassword(password)

const step = 30_000
const codeAt = (secret: string, steps = 0): string => totp(secret, new Date(deps.now().getTime() + steps * step))
/** A code that is wrong at all times near now. */
const wrongCode = (secret: string): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeAt(secret, steps)))
  return ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !near.has(code)) ?? ''
}

type Owner = TestUser & { secret: string; backupCodes: string[] }

/** An admin with the second factor on; the clock has moved on, so that a fresh code is valid. */
const owner = async (userType: 'admin' | 'fleetadmin' = 'admin'): Promise<Owner> => {
  const user = await make.user(userType, { passwordHash })
  const { secret } = await call(contract.beginSecondFactor, {}, { as: user })
  const { backupCodes } = await call(contract.confirmSecondFactor, { code: codeAt(secret) }, { as: user })
  app.advance(2 * step)
  return { ...user, secret, backupCodes }
}

const firstStep = async ({ email }: TestUser): Promise<string> => {
  const refused = await refusal(signIn, { email, password })
  expect(refused).toMatchObject({ key: 'second_factor_needed', status: 401 })
  return String(refused.details?.['pending'])
}

describe('turning the second factor on', () => {
  it('asks for nothing until a code of the app has confirmed it', async () => {
    const admin = await make.admin({ passwordHash, email: 'ada@test.example' })
    expect(await call(contract.getSecondFactor, {}, { as: admin })).toEqual({ enabled: false, backupCodesLeft: 0 })
    const { uri, secret } = await call(contract.beginSecondFactor, {}, { as: admin })
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toContain('ada@test.example')
    await call(signIn, { email: admin.email, password })
    expect((await refusal(contract.confirmSecondFactor, { code: wrongCode(secret) }, { as: admin })).key).toBe(
      'second_factor_wrong',
    )
    const { backupCodes } = await call(contract.confirmSecondFactor, { code: codeAt(secret) }, { as: admin })
    expect(new Set(backupCodes).size).toBe(10)
    for (const code of backupCodes) expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    expect(await call(contract.getSecondFactor, {}, { as: admin })).toEqual({ enabled: true, backupCodesLeft: 10 })
    await firstStep(admin)
  })

  it('keeps neither the secret nor the codes where they can be read', async () => {
    const admin = await make.admin()
    const once = 'a key that would keep the answer'
    const { secret } = await call(contract.beginSecondFactor, {}, { as: admin, once })
    const { backupCodes } = await call(contract.confirmSecondFactor, { code: codeAt(secret) }, { as: admin, once })
    const rows = await Promise.all([
      db.selectFrom('secondFactor').selectAll().where('userId', '=', admin.id).execute(),
      db.selectFrom('backupCode').selectAll().where('userId', '=', admin.id).execute(),
      readAnswers(db),
    ])
    const kept = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    for (const text of [secret, ...backupCodes, ...backupCodes.map((code) => code.replace('-', ''))])
      expect(kept).not.toContain(text)
    expect(JSON.stringify(app.lines)).not.toContain(secret)
  })

  it('wants a fresh proof of who one is', async () => {
    const admin = await make.admin()
    app.advance(11 * 60_000)
    expect((await refusal(contract.beginSecondFactor, {}, { as: admin })).key).toBe('prove_first')
  })

  it('is for admins and fleet admins', async () => {
    await owner('fleetadmin')
    for (const user of [await make.rider(), await make.driver()]) {
      expect((await refusal(contract.beginSecondFactor, {}, { as: user })).status).toBe(403)
      expect((await refusal(contract.confirmSecondFactor, { code: '123456' }, { as: user })).status).toBe(403)
    }
    expect((await refusal(contract.beginSecondFactor, {})).status).toBe(401)
  })

  it('does not replace one that is on, nor confirm what was not begun', async () => {
    const admin = await owner()
    const fresh = await make.session(admin.id)
    const as = { ...admin, token: fresh.token }
    await db.updateTable('authSession').set({ provedAt: deps.now() }).where('id', '=', fresh.id).execute()
    expect((await refusal(contract.beginSecondFactor, {}, { as })).key).toBe('conflict')
    expect((await refusal(contract.confirmSecondFactor, { code: codeAt(admin.secret) }, { as })).key).toBe('wrong_step')
    expect((await refusal(contract.confirmSecondFactor, { code: '123456' }, { as: await make.admin() })).key).toBe('wrong_step')
  })

  it('lets nobody lock others out of a demo', async () => {
    const admin = await make.admin()
    await app.settings({ allowCriticalEditsAdmin: false })
    expect((await refusal(contract.beginSecondFactor, {}, { as: admin })).key).toBe('demo_mode')
    await app.settings({ allowCriticalEditsAdmin: true })
  })
})

describe('signing in with a second factor', () => {
  it('opens no session before the second step, and one with it', async () => {
    const admin = await owner()
    const before = await db.selectFrom('authSession').select('id').where('userId', '=', admin.id).execute()
    const pending = await firstStep(admin)
    expect(await db.selectFrom('authSession').select('id').where('userId', '=', admin.id).execute()).toHaveLength(before.length)
    const answer = await call(contract.signInSecondFactor, { pending, code: codeAt(admin.secret) })
    expect(answer.me.id).toBe(admin.id)
    const session = await call(getSession, {}, { headers: { authorization: `Bearer ${answer.token}` } })
    expect(session.me?.id).toBe(admin.id)
  })

  it('sets the cookie of the session', async () => {
    const admin = await owner()
    const pending = await firstStep(admin)
    const answer = await app.raw(contract.signInSecondFactor, { pending, code: codeAt(admin.secret) })
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    expect((await call(getSession, {}, { headers: { cookie } })).me?.id).toBe(admin.id)
  })

  it('asks at the door of the phone code too', async () => {
    const admin = await owner()
    await app.settings({ mobileLoginEnabled: true })
    const id = deps.newId(24)
    const codeHash = deps.secrets.hash('234567', `sign_in_code ${id} ${admin.mobile}`)
    const expiresAt = new Date(deps.now().getTime() + 60_000)
    await db.insertInto('signInCode').values({ userId: admin.id, id, codeHash, expiresAt }).execute()
    const refused = await refusal(verifyCode, { verificationId: id, otp: '234567' })
    expect(refused.key).toBe('second_factor_needed')
    const pending = String(refused.details?.['pending'])
    const { me } = await call(contract.signInSecondFactor, { pending, code: codeAt(admin.secret) })
    expect(me.id).toBe(admin.id)
  })

  it('does not ask before the password is right, nor tell who has one', async () => {
    const admin = await owner()
    expect((await refusal(signIn, { email: admin.email, password: 'another1' })).key).toBe('login_error')
  })

  it('takes a code once, also when it is sent many times at once', async () => {
    app.nextDay()
    const admin = await owner()
    const waiting = await Promise.all(Array.from({ length: 4 }, () => firstStep(admin)))
    const code = codeAt(admin.secret)
    const tries = await Promise.allSettled(waiting.map((pending) => call(contract.signInSecondFactor, { pending, code })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusal(contract.signInSecondFactor, { pending: await firstStep(admin), code })).key).toBe(
      'second_factor_wrong',
    )
  })

  it('takes no code from before the last one', async () => {
    const admin = await owner()
    await call(contract.signInSecondFactor, { pending: await firstStep(admin), code: codeAt(admin.secret) })
    const earlier = { pending: await firstStep(admin), code: codeAt(admin.secret, -1) }
    expect((await refusal(contract.signInSecondFactor, earlier)).key).toBe('second_factor_wrong')
    const next = { pending: earlier.pending, code: codeAt(admin.secret, 1) }
    expect((await call(contract.signInSecondFactor, next)).me.id).toBe(admin.id)
  })

  it('opens one session for one first step', async () => {
    const admin = await owner()
    const pending = await firstStep(admin)
    await call(contract.signInSecondFactor, { pending, code: codeAt(admin.secret) })
    app.advance(step)
    const again = await refusal(contract.signInSecondFactor, { pending, code: codeAt(admin.secret) })
    expect(again.key).toBe('code_expired')
  })

  it('waits five minutes for the second step, and for no first step but ours', async () => {
    const admin = await owner()
    const pending = await firstStep(admin)
    app.advance(5 * 60_000 + 1000)
    const code = codeAt(admin.secret)
    expect((await refusal(contract.signInSecondFactor, { pending, code })).key).toBe('code_expired')
    const forged = `v1.${Buffer.from(JSON.stringify({ userId: admin.id })).toString('base64url')}`
    for (const bad of [forged, 'nonsense', deps.secrets.seal(JSON.stringify({ userId: admin.id }), 'second_factor.other')]) {
      expect((await refusal(contract.signInSecondFactor, { pending: bad, code })).key).toBe('code_expired')
    }
  })

  it('looks at five wrong codes and no more, however many come at once and by however many first steps', async () => {
    app.nextDay()
    const admin = await owner()
    const waiting = await Promise.all(Array.from({ length: 3 }, () => firstStep(admin)))
    const code = wrongCode(admin.secret)
    const guesses = Array.from({ length: 60 }, (_, index) =>
      refusal(contract.signInSecondFactor, { pending: waiting[index % 3] ?? '', code }, { ip: `10.0.0.${index}` }),
    )
    const keys = (await Promise.all(guesses)).map(({ key }) => key)
    expect(keys.filter((key) => key === 'second_factor_wrong')).toHaveLength(5)
    expect(keys.filter((key) => key === 'rate_limited')).toHaveLength(55)
    // even the right code is not checked until the time is over
    const right = await refusal(contract.signInSecondFactor, { pending: waiting[0] ?? '', code: codeAt(admin.secret) })
    expect(right).toMatchObject({ key: 'rate_limited', status: 429 })
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
    app.advance(15 * 60_000)
    const pending = await firstStep(admin)
    expect((await call(contract.signInSecondFactor, { pending, code: codeAt(admin.secret) })).me.id).toBe(admin.id)
  })

  it('takes a backup code instead, in any spelling, once', async () => {
    const admin = await owner()
    const [first = '', second = ''] = admin.backupCodes
    const spelled = first.toLowerCase().replace('-', ' ')
    await call(contract.signInSecondFactor, { pending: await firstStep(admin), code: spelled })
    const again = await refusal(contract.signInSecondFactor, { pending: await firstStep(admin), code: first })
    expect(again.key).toBe('second_factor_wrong')
    const waiting = await Promise.all(Array.from({ length: 4 }, () => firstStep(admin)))
    const tries = await Promise.allSettled(waiting.map((pending) => call(contract.signInSecondFactor, { pending, code: second })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await call(contract.getSecondFactor, {}, { as: admin })).backupCodesLeft).toBe(8)
  })

  it("takes no one else's codes", async () => {
    const [admin, other] = [await owner(), await owner()]
    const pending = await firstStep(admin)
    for (const code of [codeAt(other.secret), other.backupCodes[0] ?? '']) {
      expect((await refusal(contract.signInSecondFactor, { pending, code })).key).toBe('second_factor_wrong')
    }
  })

  it('keeps out who was blocked between the two steps', async () => {
    const admin = await owner()
    const pending = await firstStep(admin)
    await db.updateTable('appUser').set({ approved: false }).where('id', '=', admin.id).execute()
    const refused = await refusal(contract.signInSecondFactor, { pending, code: codeAt(admin.secret) })
    expect(refused.key).toBe('account_blocked')
  })
})

describe('turning the second factor off', () => {
  it('wants a code, and then asks no more', async () => {
    const admin = await owner()
    expect((await refusal(contract.removeSecondFactor, { code: wrongCode(admin.secret) }, { as: admin })).key).toBe(
      'second_factor_wrong',
    )
    await call(contract.removeSecondFactor, { code: admin.backupCodes[3] ?? '' }, { as: admin })
    expect(await call(contract.getSecondFactor, {}, { as: admin })).toEqual({ enabled: false, backupCodesLeft: 0 })
    expect((await call(signIn, { email: admin.email, password })).me.id).toBe(admin.id)
    expect((await refusal(contract.removeSecondFactor, { code: codeAt(admin.secret) }, { as: admin })).key).toBe('wrong_step')
  })

  it('goes with the account', async () => {
    const [admin, boss] = [await owner(), await make.admin()]
    await call(removeUser, { id: admin.id }, { as: boss })
    expect(await db.selectFrom('secondFactor').select('userId').where('userId', '=', admin.id).execute()).toEqual([])
    expect(await db.selectFrom('backupCode').select('userId').where('userId', '=', admin.id).execute()).toEqual([])
  })

  it('is turned off by another admin for one who has lost the app, who is out everywhere, told by mail and in by the password', async () => {
    const [boss, lost] = [await make.admin(), await owner('fleetadmin')]
    const seen = await call(getPerson, { id: lost.id }, { as: boss })
    expect(seen.person.secondFactor).toBe(true)
    for (const as of [lost, await make.fleetAdmin(), await make.rider()])
      expect((await refusal(dropSecondFactor, { id: lost.id }, { as })).key).toBe('forbidden')
    expect((await call(dropSecondFactor, { id: lost.id }, { as: boss })).secondFactor).toBe(false)
    expect((await call(getSession, {}, { as: lost })).me).toBeNull()
    expect((await call(signIn, { email: lost.email, password })).me.id).toBe(lost.id)
    await app.settle()
    const mails = await db.selectFrom('devMessage').select('body').where('recipient', '=', lost.email).execute()
    expect(mails.map(({ body }) => body.includes('turned off the two-step sign-in'))).toEqual([true])
    expect((await refusal(dropSecondFactor, { id: lost.id }, { as: boss })).key).toBe('conflict')
    const self = await owner()
    expect((await refusal(dropSecondFactor, { id: self.id }, { as: self })).key).toBe('not_yourself')
    const { entries } = await call(listAudit, { search: lost.id }, { as: boss })
    expect(entries.filter(({ action }) => action === 'accounts.dropSecondFactor')).toHaveLength(1)
  })
})
