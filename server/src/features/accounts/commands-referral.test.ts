import { signUp, validateReferrer } from '@wayfare/contract/sign-in-sign-up'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeSignUps } from '../../../test/sign-up.ts'
import { findReferralId } from './commands-referral.ts'

const app = await startApp()
const { call, refusal } = app
const { form } = makeSignUps(app)

const rowOf = (email: string) => app.db.selectFrom('appUser').selectAll().where('email', '=', email).executeTakeFirst()

const friend = async () => {
  const { uid } = await call(signUp, form())
  const row = await app.db.selectFrom('appUser').select('referralId').where('id', '=', uid).executeTakeFirstOrThrow()
  return { uid, referralId: row.referralId ?? '' }
}

describe('a referral id', () => {
  it('is a free one of the name, and reg_error when none is found', async () => {
    const throws = [0, 0, 0.5]
    const dice = { ...app.deps, random: () => throws.shift() ?? 0 }
    // the first number of each length, which the fixed dice always give
    const taken = ['zoe1000', 'zoe10000', 'zoe100000', 'zoe1000000', 'zoe10000000', 'zoe9999']
    const people = taken.map((name) => ({ id: name, userType: 'rider' as const, email: `${name}@a.example` }))
    await app.db
      .insertInto('appUser')
      .values(people.map((person) => ({ ...person, referralId: person.id })))
      .execute()
    expect(await findReferralId(dice, app.db, 'Zoe')).toBe('zoe5500')
    await expect(findReferralId(dice, app.db, ' ZOE ')).rejects.toMatchObject({ key: 'reg_error' })
    expect(await findReferralId({ ...app.deps, random: () => 0.99995 }, app.db, 'Zoë')).toBe('zoë9999')
  })

  it('has more digits where the four of a name are all given out, so that its next ones and whoever comes by Apple are let in', async () => {
    await sql`insert into app_user (id, user_type, email, referral_id)
      select 'rider-' || n, 'rider', 'rider-' || n || '@a.example', 'rider' || n from generate_series(1000, 9999) as n`.execute(
      app.db,
    )
    expect(await findReferralId(app.deps, app.db, 'rider')).toMatch(/^rider\d{5}$/)
    const newcomer = { ...form(), firstName: 'Rider' }
    const { uid } = await call(signUp, newcomer)
    expect(await rowOf(newcomer.email)).toMatchObject({ id: uid, referralId: expect.stringMatching(/^rider\d{5}$/) })
  })
})

describe('a referral', () => {
  it('is kept with the newcomer, however the id is typed', async () => {
    const { uid, referralId } = await friend()
    const newcomer = form()
    await call(signUp, { ...newcomer, referralId: ` ${referralId.toUpperCase()} ` })
    expect(await rowOf(newcomer.email)).toMatchObject({ signupViaReferral: uid })
  })

  it('to nobody is refused, after an account that exists', async () => {
    const [unknown, taken] = [form(), form()]
    await call(signUp, taken)
    expect((await refusal(signUp, { ...unknown, referralId: 'nobody1234' })).key).toBe('referer_not_found')
    expect(await rowOf(unknown.email)).toBeUndefined()
    expect((await refusal(signUp, { ...taken, referralId: 'nobody1234' })).key).toBe('user_exists')
    await call(signUp, { ...unknown, referralId: ' ' })
  })

  it('is looked up without telling who that is', async () => {
    const { uid, referralId } = await friend()
    const first = await call(validateReferrer, { referralId })
    const second = await call(validateReferrer, { referralId })
    expect(first.uid).not.toBe('')
    expect(first.uid).not.toBe(second.uid)
    expect(Buffer.from(first.uid.slice(3), 'base64url').toString('latin1')).not.toContain(uid)
    expect(await call(validateReferrer, { referralId: 'nobody1234' })).toEqual({ uid: '' })
    expect(await call(validateReferrer, { referralId: '' })).toEqual({ uid: '' })
  })

  it('cannot be guessed: of a hundred tries from one network twenty are looked at, also in parallel', async () => {
    app.nextDay()
    const { referralId } = await friend()
    const ip = '192.0.2.7'
    const guesses = Array.from({ length: 100 }, (_, i) => `astrid${10_000 + i}`)
    const answers = await Promise.allSettled(guesses.map((guess) => call(validateReferrer, { referralId: guess }, { ip })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect((await refusal(validateReferrer, { referralId }, { ip })).key).toBe('rate_limited')
    // nor by signing up
    expect((await refusal(signUp, { ...form(), referralId: 'astrid10000' }, { ip })).key).toBe('rate_limited')
    expect((await call(validateReferrer, { referralId }, { ip: '192.0.2.8' })).uid).not.toBe('')
  })

  it('that is found does not count as a guess', async () => {
    const { referralId } = await friend()
    for (let i = 0; i < 25; i++) await call(validateReferrer, { referralId }, { ip: '192.0.2.9' })
  })
})
