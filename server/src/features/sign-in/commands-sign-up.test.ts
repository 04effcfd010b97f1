import { signIn } from '@wayfare/contract/sign-in'
import { checkUserExists, signUp, signUpDriver, userSignup, validateReferrer } from '@wayfare/contract/sign-in-sign-up'
import { getDriverDocument } from '@wayfare/contract/files'
import type { CarTypeId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeSignUps } from '../../../test/sign-up.ts'

const app = await startApp()
const { call, refusal, make } = app
const { form, driverForm, license, solved, freshIp } = makeSignUps(app)

const rowOf = (email: string) => app.db.selectFrom('appUser').selectAll().where('email', '=', email).executeTakeFirst()
const messagesOf = (email: string) =>
  app.db.selectFrom('devMessage').select('subject').where('recipient', '=', email).orderBy('id').execute()

describe('registering', () => {
  it('makes an approved rider with an empty wallet who can sign in', async () => {
    const rider = form()
    const made = await call(signUp, rider)
    expect(made).toMatchObject({ outcome: 'account_create_successfully', approved: true })
    const { me } = await call(signIn, { email: rider.email, password: rider.password })
    expect(me).toMatchObject({ id: made.uid, userType: 'rider', approved: true, mobile: `+46${rider.mobile}`, demo: false })
    expect(Number(me.walletBalance)).toBe(0)
    expect(me.referralId).toMatch(/^astrid[1-9]\d{3}$/)
  })

  it('knows an address and a number that are taken, however they are written', async () => {
    const taken = form()
    await call(signUp, taken)
    expect((await refusal(signUp, { ...form(), email: ` ${taken.email.toUpperCase()} ` })).key).toBe('user_exists')
    expect((await refusal(signUp, { ...form(), mobile: taken.mobile })).key).toBe('user_exists')
    expect((await refusal(signUp, { ...form(), mobile: `0${taken.mobile}` })).key).toBe('user_exists')
  })

  it('makes one account of twenty that arrive together', async () => {
    const one = { ...form(), email: 'crowd@test.example' }
    const many = Array.from({ length: 20 }, (_, i) => ({ ...one, email: i % 2 ? 'CROWD@test.example' : one.email }))
    const answers = await Promise.allSettled(many.map((input) => call(signUp, input)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.key] : []))
    expect(new Set(refused)).toEqual(new Set(['user_exists']))
    const { count } = await app.db
      .selectFrom('appUser')
      .select((e) => e.fn.countAll<bigint>().as('count'))
      .where('mobile', '=', `+46${one.mobile}`)
      .executeTakeFirstOrThrow()
    expect(count).toBe(1n)
  })

  it.each([
    [{ firstName: '  ' }, 'proper_input_name'],
    [{ lastName: 'Lind\r\nBcc: everybody@example.com' }, 'proper_input_name'],
    [{ firstName: 'Astrid\u202egnp.exe' }, 'proper_input_name'],
    [{ email: 'astrid@' }, 'proper_email'],
    [{ email: 'a@test.example\r\nBcc: b@test.example' }, 'proper_email'],
    [{ password: '' }, 'password_blank_messege'],
    [{ password: 'has space 1' }, 'password_alphaNumeric_check'],
    [{ mobile: '+46 70' }, 'mobile_no_blank_error'],
    [{ mobile: '70-174060' }, 'mobile_no_blank_error'],
    [{ dialCode: '999' }, 'mobile_no_blank_error'],
  ])('names the first problem: %j is %s', async (part, key) => {
    expect((await refusal(signUp, { ...form(), ...part })).key).toBe(key)
  })

  it('takes no role, approval, balance or referrer from the form', async () => {
    const greedy = form()
    const parts = [
      { userType: 'admin' },
      { usertype: 'admin' },
      { approved: true },
      { walletBalance: '100' },
      { emailVerified: true },
      { signupViaReferral: 'somebody' },
      { createdByAdmin: true },
    ]
    for (const part of parts) {
      const answer = await refusal(signUp, { ...greedy, ...part } as typeof greedy)
      expect([answer.status, answer.key]).toEqual([400, 'bad_request'])
    }
    expect(await rowOf(greedy.email)).toBeUndefined()
  })

  it('follows the operator’s password rule', async () => {
    await app.settings({ passwordRule: 'modern' })
    expect((await refusal(signUp, { ...form(), password: 'short' })).key).toBe('password_length')
    expect((await refusal(signUp, { ...form(), password: 'password1' })).key).toBe('password_common')
    await call(signUp, { ...form(), password: 'four words and a comma, please' })
    await app.settings({ passwordRule: 'spec' })
  })
})

describe('registering where addresses must be verified', () => {
  it('mails a link, and nobody comes in before', async () => {
    await app.settings({ emailVerify: true })
    const rider = form()
    expect(await call(signUp, rider)).toMatchObject({ outcome: 'email_verify_message', approved: true })
    expect((await refusal(signIn, { email: rider.email, password: rider.password })).key).toBe('email_verify_message')
    await app.settings({ emailVerify: false })
    await app.settle()
    expect((await messagesOf(rider.email)).length).toBeGreaterThan(0)
  })

  it('mails in the language that was read, or the operator’s when there is no such language here', async () => {
    const swedishTexts = JSON.stringify({ mail_verify_email_subject: 'Bekräfta adressen hos {{appName}}' })
    const row = { id: 'sv', langName: 'Svenska', langLocale: 'sv', dateLocale: 'sv', isDefault: false }
    await app.db
      .insertInto('language')
      .values({ ...row, keyValuePairs: swedishTexts })
      .execute()
    await app.settings({ emailVerify: true })
    const [swedish, unknown] = [form(), form()]
    await call(signUp, { ...swedish, language: 'sv' })
    await call(signUp, { ...unknown, language: 'xx-none' })
    await app.settings({ emailVerify: false })
    await app.settle()
    expect(await messagesOf(swedish.email)).toEqual([{ subject: 'Bekräfta adressen hos Wayfare' }])
    expect(await messagesOf(unknown.email)).toEqual([{ subject: 'Confirm your email address for Wayfare' }])
    expect((await rowOf(swedish.email))?.language).toBe('sv')
    expect((await rowOf(unknown.email))?.language).toBeNull()
  })
})

const ask = async (who: { email: string; mobile: string }, ip = freshIp()) =>
  call(checkUserExists, { ...who, challenge: await solved('userExists') }, { ip })

describe('asking whether somebody has an account', () => {
  it('is answered yes or no, never with whom', async () => {
    const known = form()
    await call(signUp, known)
    const mobile = `+46${known.mobile}`
    expect(await ask({ email: known.email.toUpperCase(), mobile: '+46700000000' })).toEqual({ users: [{ exists: true }] })
    expect(await ask({ email: 'nobody@test.example', mobile })).toEqual({ users: [{ exists: true }] })
    expect(await ask({ email: 'nobody@test.example', mobile: '+46700000000' })).toEqual({ users: [] })
  })

  it('is an error for what is no address or number', async () => {
    expect(await ask({ email: 'nobody', mobile: '+46700000000' })).toEqual({ error: 'email_or_mobile_issue' })
    expect(await ask({ email: 'nobody@test.example', mobile: '0700000000' })).toEqual({ error: 'email_or_mobile_issue' })
  })

  it('takes a solved challenge, for this and once', async () => {
    const who = { email: 'nobody@test.example', mobile: '+46700000000' }
    const challenge = await solved('userExists')
    await call(checkUserExists, { ...who, challenge })
    expect((await refusal(checkUserExists, { ...who, challenge })).key).toBe('challenge_failed')
    const other = await solved('signInCode')
    expect((await refusal(checkUserExists, { ...who, challenge: other })).key).toBe('challenge_failed')
  })
})

describe('registering as a driver', () => {
  it('keeps vehicle and licence, and waits for the approval', async () => {
    const driver = await driverForm(await make.carType())
    const { uid, approved, outcome } = await call(signUpDriver, { ...driver, otherInfo: 'child seat' })
    expect([approved, outcome]).toEqual([false, 'account_create_successfully'])
    const row = await rowOf(driver.email)
    expect(row).toMatchObject({ userType: 'driver', approved: false, vehicleNumber: 'ABC 12D', otherInfo: 'child seat' })
    expect(row?.licenseImage).toMatch(
      new RegExp(`^/api/files/users/${uid}/driverDocuments/\\d{4}-\\d\\d-\\d\\dT\\d\\d(:|%3A)\\d\\d(:|%3A)\\d\\d\\.\\d{3}Z$`),
    )
    expect((await refusal(signIn, { email: driver.email, password: driver.password })).key).toBe('require_approval')
    const time = decodeURIComponent(row?.licenseImage?.split('/').at(-1) ?? '')
    const image = await app.raw(getDriverDocument, { uid, time }, { as: await make.admin() })
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await refusal(getDriverDocument, { uid, time }, { as: await make.driver() })).key).toBe('not_found')
  })

  it('is done at once where the operator asks for no approval', async () => {
    await app.settings({ driverApproval: false })
    const driver = await driverForm(await make.carType())
    expect(await call(signUpDriver, driver)).toMatchObject({ approved: true })
    expect((await call(signIn, { email: driver.email, password: driver.password })).me.userType).toBe('driver')
    await app.settings({ driverApproval: true })
  })

  it.each([
    [{ vehicleMake: ' ' }, 'vehicle_incomplete'],
    [{ vehicleNumber: 'ABC\n12D' }, 'vehicle_incomplete'],
    [{ carType: 'nosuchcar' as CarTypeId }, 'vehicle_incomplete'],
    [{ licenseImage: '' }, 'license_missing'],
    [{ licenseImage: 'nosuchupload' }, 'upload_expired'],
    [{ approved: true }, 'bad_request'],
    [{ fleetAdminId: 'me' }, 'bad_request'],
  ])('leaves nothing behind when it fails: %j is %s', async (part, key) => {
    const driver = { ...(await driverForm(await make.carType())), ...part }
    expect((await refusal(signUpDriver, driver)).key).toBe(key)
    expect(await rowOf(driver.email)).toBeUndefined()
  })

  it('gives one photo to one driver, also when two ask together', async () => {
    const [carType, token] = [await make.carType(), await license()]
    const forms = await Promise.all(Array.from({ length: 5 }, () => driverForm(carType)))
    const answers = await Promise.allSettled(forms.map((input) => call(signUpDriver, { ...input, licenseImage: token })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const made = await app.db
      .selectFrom('appUser')
      .select('id')
      .where(
        'email',
        'in',
        forms.map(({ email }) => email),
      )
      .execute()
    expect(made).toHaveLength(1)
  })
})

const dataOf = ({ dialCode, mobile, ...person }: ReturnType<typeof form>) => ({ ...person, mobile: `+${dialCode}${mobile}` })

describe('user_signup', () => {
  it('is the same sign-up under the names of the specification', async () => {
    const friend = await call(signUp, form())
    const { referralId } = await app.db
      .selectFrom('appUser')
      .select('referralId')
      .where('id', '=', friend.uid)
      .executeTakeFirstOrThrow()
    const { uid: token } = await call(validateReferrer, { referralId: referralId ?? '' })
    const data = dataOf(form())
    const regData = { ...data, usertype: 'rider' as const, signupViaReferral: token, createdAt: 1 }
    const { uid } = await call(userSignup, { regData })
    const row = await rowOf(data.email)
    expect(row).toMatchObject({ id: uid, userType: 'rider', mobile: data.mobile, signupViaReferral: friend.uid })
    expect(row?.createdAt.getTime()).toBeGreaterThan(1)
    expect((await refusal(userSignup, { regData })).key).toBe('user_exists')
  })

  it('believes no token for a referrer but its own, and that for a day', async () => {
    const sponsor = form()
    const friend = await call(signUp, sponsor)
    const regData = { ...dataOf(form()), usertype: 'rider' as const }
    for (const signupViaReferral of [friend.uid, 'v1.AAAA', 'x'])
      expect((await refusal(userSignup, { regData: { ...regData, signupViaReferral } })).key).toBe('referer_not_found')
    const { referralId } = (await rowOf(sponsor.email)) ?? {}
    const { uid: token } = await call(validateReferrer, { referralId: referralId ?? '' })
    app.advance(25 * 3_600_000)
    expect((await refusal(userSignup, { regData: { ...regData, signupViaReferral: token } })).key).toBe('referer_not_found')
  })

  it('makes riders and drivers and nothing else', async () => {
    const data = dataOf(form())
    for (const usertype of ['admin', 'fleetadmin', ''])
      expect((await refusal(userSignup, { regData: { ...data, usertype: usertype as 'rider' } })).key).toBe('bad_request')
    for (const part of [{ approved: true }, { walletBalance: 5 }, { bonus: 5 }])
      expect((await refusal(userSignup, { regData: { ...data, usertype: 'rider', ...part } })).key).toBe('bad_request')
    const { otherInfo: _info, ...driver } = { otherInfo: '', ...(await driverForm(await make.carType())) }
    const { dialCode, mobile, ...rest } = driver
    const { uid } = await call(userSignup, {
      regData: { ...rest, mobile: `+${dialCode}${mobile}`, usertype: 'driver', other_info: 'x' },
    })
    expect(await rowOf(driver.email)).toMatchObject({ id: uid, userType: 'driver', approved: false, otherInfo: 'x' })
  })

  it('needs a whole number with a real dial code', async () => {
    for (const mobile of ['701740605', '+999701740605', '+46000000'])
      expect((await refusal(userSignup, { regData: { ...dataOf(form()), mobile, usertype: 'rider' } })).key).toBe(
        'mobile_no_blank_error',
      )
  })
})
