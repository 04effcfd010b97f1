import { getPerson } from '@wayfare/contract/people'
import { updatePerson } from '@wayfare/contract/people-edit'
import { updateProfile } from '@wayfare/contract/people-profile'
import { getSession } from '@wayfare/contract/sign-in'
import * as contract from '@wayfare/contract/sign-in'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeGetSolved, makeSolved } from '../../../test/challenge.ts'
import { startApp } from '../../../test/harness.ts'
import { minuteMs } from '../accounts/commands-attempts.ts'

const smsLimits = { dialCodes: ['46', '47'], perDialCode: 25 }
const app = await startApp({ settings: { mobileLoginEnabled: true }, config: { smsLimits } })
const production = await startApp({ settings: { mobileLoginEnabled: true }, config: { isProduction: true } })
const { call, refusal, make } = app
const getSolved = makeGetSolved(app)
const admin = await make.admin()

// start at the beginning of a day, so that no count is split or left over
beforeEach(app.nextDay)

let addresses = 0
/** a fresh address */
const newIp = (): string => `10.20.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

let numbers = 0
const newMobile = (): string => `+4670${2_000_000 + ++numbers}`
const newRider = (fields: { approved?: boolean; removedAt?: Date } = {}) => make.rider({ mobile: newMobile(), ...fields })

const ask = async (mobile: string, ip = newIp()) =>
  call(contract.requestCode, { mobile, challenge: await makeSolved(app.deps, 'signInCode') }, { ip })
const askRefused = async (mobile: string, ip = newIp()) =>
  refusal(contract.requestCode, { mobile, challenge: await makeSolved(app.deps, 'signInCode') }, { ip })

const smsTo = (recipient: string) =>
  app.db.selectFrom('devMessage').selectAll().where('recipient', '=', recipient).orderBy('id').execute()

/** The code from the newest text message to this number. */
const codeOf = async (mobile: string): Promise<string> => {
  await app.settle()
  return /\b\d{6}\b/.exec((await smsTo(mobile)).at(-1)?.body ?? '')?.[0] ?? ''
}

const other = (code: string): string => (code === '999999' ? '100001' : String(Number(code) + 1))
const fates = async (tries: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(tries)).map((one) => (one.status === 'fulfilled' ? 'in' : (one.reason as { key: string }).key))
const countOf = (all: readonly string[], what: string): number => all.filter((one) => one === what).length

describe('asking for a code', () => {
  it('sends none that is void by the time it leaves the queue', async () => {
    const { mobile } = await newRider()
    await ask(mobile).then(() => app.advance(6 * minuteMs))
    expect(await codeOf(mobile)).toBe('')
  })

  it('sends one of six digits to an existing user, who signs in with it once', async () => {
    const rider = await newRider()
    const challenge = await getSolved('signInCode')
    const { verificationId, expiresAt } = await call(contract.requestCode, { mobile: rider.mobile, challenge })
    expect(expiresAt - app.deps.now().getTime()).toBeGreaterThan(4 * minuteMs)
    const otp = await codeOf(rider.mobile)
    expect(Number(otp)).toBeGreaterThanOrEqual(100_001)
    const { me, token } = await call(contract.verifyCode, { verificationId, otp })
    expect(me.id).toBe(rider.id)
    expect((await call(getSession, {}, { headers: { authorization: `Bearer ${token}` } })).me?.id).toBe(rider.id)
    expect((await refusal(contract.verifyCode, { verificationId, otp })).key).toBe('code_expired')
  })

  it('keeps the code itself nowhere: not in its row, the queue or the log', async () => {
    const rider = await newRider()
    await ask(rider.mobile)
    const row = await app.db.selectFrom('signInCode').selectAll().where('userId', '=', rider.id).executeTakeFirst()
    const queued = await app.database.directPool.query('select payload from graphile_worker._private_jobs')
    const otp = await codeOf(rider.mobile)
    expect(otp).toMatch(/^\d{6}$/)
    expect(queued.rows.length).toBeGreaterThan(0)
    for (const place of [row, queued.rows, app.lines]) expect(JSON.stringify(place)).not.toContain(otp)
  })

  it('knows a number however it is typed, and nobody who is not there', async () => {
    const rider = await newRider()
    await ask(rider.mobile.replace('+46', '+460'))
    await ask(`0046 ${rider.mobile.slice(3, 5)}-${rider.mobile.slice(5)}`)
    const gone = await newRider({ removedAt: new Date() })
    for (const mobile of [newMobile(), gone.mobile]) expect((await askRefused(mobile)).key).toBe('user_does_not_exists')
    for (const mobile of ['', '0701740605', '+0701740605', '+46000000', "+46' or 1=1", '+46701740605\n+4670'])
      expect((await askRefused(mobile)).key).toBe('mobile_no_blank_error')
  })

  it('sends only to the countries that the operator names', async () => {
    expect((await askRefused('+2250707123456')).key).toBe('country_not_served')
    expect((await askRefused('+4790000000')).key).toBe('user_does_not_exists')
  })

  it('needs work of its own for each, and sends nothing without', async () => {
    const rider = await newRider()
    const challenge = await makeSolved(app.deps, 'signInCode')
    await call(contract.requestCode, { mobile: rider.mobile, challenge }, { ip: newIp() })
    for (const replayed of [challenge, await makeSolved(app.deps, 'signUp')])
      expect((await refusal(contract.requestCode, { mobile: rider.mobile, challenge: replayed }, { ip: newIp() })).key).toBe(
        'challenge_failed',
      )
    await app.settle()
    expect(await smsTo(rider.mobile)).toHaveLength(1)
  })

  it('stops at three in ten minutes for one number, whoever asks and at the same time', async () => {
    const rider = await newRider()
    const keys = await fates(Array.from({ length: 8 }, () => ask(rider.mobile)))
    expect([countOf(keys, 'in'), countOf(keys, 'rate_limited')]).toEqual([3, 5])
    await app.settle()
    expect(await smsTo(rider.mobile)).toHaveLength(3)
    app.advance(10 * minuteMs)
    await ask(rider.mobile)
  })

  it('stops for one address after thirty numbers in an hour', async () => {
    const ip = newIp()
    const keys = await fates(Array.from({ length: 34 }, () => ask(newMobile(), ip)))
    expect([countOf(keys, 'user_does_not_exists'), countOf(keys, 'rate_limited')]).toEqual([30, 4])
  })

  it('stops for a country when it has had its codes of the day, and unknown numbers do not use them up', async () => {
    const riders = await Promise.all(Array.from({ length: 27 }, () => newRider()))
    await fates(Array.from({ length: 10 }, () => ask(newMobile())))
    const keys = await fates(riders.map(({ mobile }) => ask(mobile)))
    expect([countOf(keys, 'in'), countOf(keys, 'rate_limited')]).toEqual([25, 2])
    expect((await askRefused('+4790000000')).key).toBe('user_does_not_exists')
  })

  it('says so where nothing is configured to send it by', async () => {
    const rider = await production.make.rider()
    const challenge = await makeSolved(production.deps, 'signInCode')
    const refused = await production.refusal(contract.requestCode, { mobile: rider.mobile, challenge })
    expect([refused.status, refused.key]).toEqual([503, 'not_configured'])
  })

  it('is not there when the operator has switched it off', async () => {
    const rider = await newRider()
    const challenge = await makeSolved(app.deps, 'signInCode')
    await app.settings({ mobileLoginEnabled: false })
    expect((await refusal(contract.requestCode, { mobile: rider.mobile, challenge })).key).toBe('not_found')
    expect((await refusal(contract.verifyCode, { verificationId: 'x', otp: '123456' })).key).toBe('not_found')
    await app.settings({ mobileLoginEnabled: true })
    await call(contract.requestCode, { mobile: rider.mobile, challenge })
  })
})

const sent = async () => {
  const rider = await newRider()
  const { verificationId } = await ask(rider.mobile)
  return { rider, verificationId, otp: await codeOf(rider.mobile) }
}
const give = (verificationId: string, otp: string, ip = newIp()) => call(contract.verifyCode, { verificationId, otp }, { ip })

describe('giving the code', () => {
  it('looks at three of sixty guesses that come at once, and at the right one no more', async () => {
    const { verificationId, otp } = await sent()
    const guesses = Array.from({ length: 60 }, (_, i) => String(100_001 + i * 1000)).map((guess) =>
      guess === otp ? other(otp) : guess,
    )
    const keys = await fates(guesses.map((guess) => give(verificationId, guess)))
    expect([countOf(keys, 'code_wrong'), countOf(keys, 'code_expired')]).toEqual([3, 57])
    expect((await refusal(contract.verifyCode, { verificationId, otp }, { ip: newIp() })).key).toBe('code_expired')
    const row = await app.db.selectFrom('signInCode').select('tries').where('id', '=', verificationId).executeTakeFirst()
    expect(row?.tries).toBe(3)
  })

  it('lets the right one in once, however many bring it at once', async () => {
    const { rider, verificationId, otp } = await sent()
    const keys = await fates(Array.from({ length: 20 }, () => give(verificationId, otp)))
    expect([countOf(keys, 'in'), countOf(keys, 'code_expired')]).toEqual([1, 19])
    const sessions = await app.db.selectFrom('authSession').select('id').where('userId', '=', rider.id).execute()
    expect(sessions).toHaveLength(2)
  })

  it('says how many tries are left, and lets the third in if it is right', async () => {
    const { verificationId, otp } = await sent()
    for (const triesLeft of [2, 1]) {
      const refused = await refusal(contract.verifyCode, { verificationId, otp: other(otp) })
      expect([refused.key, refused.details]).toEqual(['code_wrong', { triesLeft }])
    }
    await give(verificationId, otp)
  })

  it('is worth nothing once the number is another: the phone that has it may be in wrong hands', async () => {
    const { rider, verificationId, otp } = await sent()
    const { person } = await call(getPerson, { id: rider.id }, { as: admin })
    await call(updatePerson, { id: rider.id, mobile: newMobile(), version: person.version }, { as: admin })
    expect((await refusal(contract.verifyCode, { verificationId, otp })).key).toBe('code_wrong')
  })

  it('proves the number that it went to, and none that came after', async () => {
    const rider = await make.rider({ mobile: newMobile(), loginType: 'facebook' })
    const { verificationId } = await ask(rider.mobile)
    const otp = await codeOf(rider.mobile)
    await call(updateProfile, { firstName: 'Astrid', lastName: 'Lind', mobile: newMobile() }, { as: rider })
    expect((await refusal(contract.verifyCode, { verificationId, otp })).key).toBe('code_wrong')
    const { provenMobile } = await app.db
      .selectFrom('appUser')
      .select('provenMobile')
      .where('id', '=', rider.id)
      .executeTakeFirstOrThrow()
    expect(provenMobile).toBeNull()
  })

  it('is too late after five minutes, or when another code was sent', async () => {
    const late = await sent()
    app.advance(5 * minuteMs + 1000)
    const { verificationId, otp, rider } = late
    expect((await refusal(contract.verifyCode, { verificationId, otp })).key).toBe('code_expired')
    const { verificationId: second } = await ask(rider.mobile)
    const { verificationId: third } = await ask(rider.mobile)
    const newest = await codeOf(rider.mobile)
    expect((await refusal(contract.verifyCode, { verificationId: second, otp: newest })).key).toBe('code_expired')
    await give(third, newest)
  })

  it('takes no try for what cannot be a code', async () => {
    const { verificationId, otp } = await sent()
    for (const bad of ['', '100000', '012345', '12345', '1234567', ' 12345', '12345a', '1e5001'])
      expect((await refusal(contract.verifyCode, { verificationId, otp: bad })).key).toBe('otp_validate_error')
    await give(verificationId, otp)
  })

  it('is for that user alone: the code of one is worth nothing under the id of another', async () => {
    const [one, two] = [await sent(), await sent()]
    if (one.otp !== two.otp) {
      expect((await refusal(contract.verifyCode, { verificationId: two.verificationId, otp: one.otp })).key).toBe('code_wrong')
    }
    const { me } = await give(one.verificationId, one.otp)
    expect(me.id).toBe(one.rider.id)
  })

  it('stops for one address that guesses at many numbers', async () => {
    const ip = newIp()
    const keys = await fates(Array.from({ length: 70 }, (_, i) => give(`unknown-${i}`, '123456', ip)))
    expect([countOf(keys, 'code_expired'), countOf(keys, 'rate_limited')]).toEqual([60, 10])
  })

  it('keeps out at the one door who is not approved', async () => {
    const driver = await make.driver({ mobile: newMobile(), approved: false })
    const { verificationId } = await ask(driver.mobile)
    const otp = await codeOf(driver.mobile)
    expect((await refusal(contract.verifyCode, { verificationId, otp })).key).toBe('require_approval')
  })
})

const linkOf = async (email: string): Promise<string | undefined> => {
  await app.settle()
  const mails = await app.db.selectFrom('devMessage').select('body').where('recipient', '=', email).orderBy('id').execute()
  return /reset-password\?token=([\w.-]+)/.exec(mails.at(-1)?.body ?? '')?.[1]
}
/** A rider added by the desk, with an e-mail address. */
const newEntered = async () => {
  const rider = await newRider()
  await app.db.updateTable('appUser').set({ emailVerified: false }).where('id', '=', rider.id).execute()
  return rider
}
const comeIn = async (mobile: string) => {
  const { verificationId } = await ask(mobile)
  await call(contract.verifyCode, { verificationId, otp: await codeOf(mobile) })
}

describe('a forgotten password of one who comes in by codes', () => {
  it('is not set by whoever has the mailbox that nobody has proved, also by a link from before', async () => {
    const rider = await newEntered()
    await call(contract.forgotPassword, { email: rider.email })
    const early = (await linkOf(rider.email)) ?? ''
    expect(early).not.toBe('')
    await comeIn(rider.mobile)
    expect((await refusal(contract.resetPassword, { token: early, password: 'stolen123' })).key).toBe('link_expired')
    await call(contract.forgotPassword, { email: rider.email })
    expect(await linkOf(rider.email)).toBeUndefined()
    expect((await refusal(contract.signIn, { email: rider.email, password: 'stolen123' })).key).toBe('login_error')
  })

  it('is set by mail where no codes are sent to the number of its country', async () => {
    const rider = await newEntered()
    await app.db
      .updateTable('appUser')
      .set({ mobile: '+4520123456', provenMobile: '+4520123456' })
      .where('id', '=', rider.id)
      .execute()
    await call(contract.forgotPassword, { email: rider.email })
    expect(await linkOf(rider.email)).toBeDefined()
  })

  it('is set by mail where the address is proved, or codes are no longer sent', async () => {
    const [proved, left] = [await newRider(), await newEntered()]
    for (const { mobile } of [proved, left]) await comeIn(mobile)
    await app.settings({ mobileLoginEnabled: false })
    for (const { email } of [proved, left]) {
      await call(contract.forgotPassword, { email })
      await call(contract.resetPassword, { token: (await linkOf(email)) ?? '', password: 'fresh123' })
    }
    await app.settings({ mobileLoginEnabled: true })
    await call(contract.forgotPassword, { email: proved.email })
    expect(await linkOf(proved.email)).toBeDefined()
  })
})
