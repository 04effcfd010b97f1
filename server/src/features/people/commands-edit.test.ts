import { requestCode, signIn, resetPassword, verifyCode } from '@wayfare/contract/sign-in'
import { getPerson } from '@wayfare/contract/people'
import { createPerson, updatePerson } from '@wayfare/contract/people-edit'
import { invitePerson } from '@wayfare/contract/people-help'
import { describe, expect, it } from 'vitest'
import { makeSolved } from '../../../test/challenge.ts'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { hashPassword } from '../sign-in/auth.ts'

const app = await startApp()
const { call, refusal, make } = app
const trips = makeTrips(app)
const admin = await make.admin()
const passwordHash = await hashPassword('mysecret1')

type Input = Parameters<typeof call<typeof updatePerson>>[1]
const edit = (input: Input, as: TestUser = admin) => call(updatePerson, input, { as })
const refused = (input: Input, as: TestUser = admin) => refusal(updatePerson, input, { as })
const personOf = async (id: TestUser['id']) => (await call(getPerson, { id }, { as: admin })).person
const fresh = (): string => `fresh-${app.deps.newId(8).toLowerCase()}@town.example`
const mailsTo = async (email: string): Promise<string[]> => {
  await app.settle()
  const rows = await app.db.selectFrom('devMessage').select('body').where('recipient', '=', email).orderBy('id').execute()
  return rows.map(({ body }) => body)
}
const isIn = async ({ sessionId }: TestUser): Promise<boolean> =>
  (await app.db.selectFrom('authSession').select('id').where('id', '=', sessionId).execute()).length === 1

describe('editing a person', () => {
  it('changes what is sent and nothing else', async () => {
    const carType = await make.carType()
    const driver = await make.driver({ carType, otherInfo: 'old' })
    const before = await personOf(driver.id)
    const edited = await edit({ id: driver.id, firstName: ' Nora ', vehicleNumber: 'NEW 001', otherInfo: '' })
    expect(edited).toEqual({ ...before, firstName: 'Nora', vehicleNumber: 'NEW 001', otherInfo: null, version: 2 })
    expect(await isIn(driver)).toBe(true)
    const row = await app.db.selectFrom('appUser').select('name').where('id', '=', driver.id).executeTakeFirstOrThrow()
    expect(row.name).toBe(`Nora ${before.lastName}`)
  })

  it('without a change leaves the version and tells nobody', async () => {
    const rider = await make.rider()
    const { firstName, email } = await personOf(rider.id)
    expect(await edit({ id: rider.id, firstName, email: ` ${email?.toUpperCase()} ` })).toMatchObject({ version: 1 })
    expect(await mailsTo(rider.email)).toEqual([])
    expect(await isIn(rider)).toBe(true)
  })

  it('is told when another was faster, and nothing is overwritten', async () => {
    const { id } = await make.rider()
    await edit({ id, firstName: 'First', version: 1 })
    expect(await refused({ id, firstName: 'Second', version: 1 })).toMatchObject({ status: 409, key: 'row_changed' })
    expect(await personOf(id)).toMatchObject({ firstName: 'First', version: 2 })
    const both = ['Third', 'Fourth'].map((firstName) => edit({ id, firstName, version: 2 }))
    expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it.each([
    [{ firstName: ' ' }, 'proper_input_name'],
    [{ email: 'nowhere' }, 'proper_email'],
    [{ mobile: '070' }, 'mobile_no_blank_error'],
    [{ mobile: '' }, 'mobile_no_blank_error'],
    [{ mobile: '+9997012345' }, 'mobile_no_blank_error'],
    [{ vehicleMake: '' }, 'vehicle_incomplete'],
    [{ carType: null }, 'vehicle_incomplete'],
  ])('refuses %j with %s, and nothing has changed', async (wrong, key) => {
    const driver = await make.driver({ carType: await make.carType() })
    const before = await personOf(driver.id)
    expect((await refused({ id: driver.id, lastName: 'Other', ...wrong })).key).toBe(key)
    expect(await personOf(driver.id)).toEqual(before)
  })

  it('refuses an address or a number that is taken, and both at once give it to one', async () => {
    const [one, two, taken] = [await make.rider(), await make.rider(), await make.rider()]
    expect((await refused({ id: one.id, email: taken.email })).key).toBe('user_exists')
    expect((await refused({ id: one.id, mobile: taken.mobile })).key).toBe('user_exists')
    const email = fresh()
    const results = await Promise.allSettled([one, two].map(({ id }) => edit({ id, email })))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ key: 'user_exists' })
  })

  it('does not ask for what a person has been without for long', async () => {
    const social = await make.rider({ loginType: 'facebook' })
    await app.db
      .updateTable('appUser')
      .set({ mobile: null, email: `${social.id.toLowerCase()}@social.invalid` })
      .where('id', '=', social.id)
      .execute()
    expect(await edit({ id: social.id, firstName: 'Found', email: '', mobile: '' })).toMatchObject({
      firstName: 'Found',
      email: null,
    })
    expect(await edit({ id: social.id, mobile: '+46701112233' })).toMatchObject({ mobile: '+46701112233' })
  })

  it('has no fields of another role', async () => {
    const rider = await make.rider()
    expect((await refused({ id: rider.id, vehicleNumber: 'ABC' })).key).toBe('bad_request')
    expect((await refused({ id: rider.id, fleetAdmin: (await make.fleetAdmin()).id })).key).toBe('bad_request')
    expect((await refused({ id: rider.id, approved: true } as never)).key).toBe('bad_request')
    expect((await refused({ id: rider.id, userType: 'admin' } as never)).key).toBe('bad_request')
  })

  it('is written into the audit log, with contacts as hints', async () => {
    const rider = await make.rider()
    await edit({ id: rider.id, mobile: '+46705554433' })
    const entry = await app.db.selectFrom('auditEntry').selectAll().where('objectId', '=', rider.id).executeTakeFirstOrThrow()
    expect(entry.action).toBe('accounts.updatePerson')
    expect(JSON.stringify(entry.after)).not.toContain('705554433')
  })
})

describe('a new e-mail address', () => {
  it('is told to the old one, has to be proved, and ends every session', async () => {
    const rider = await make.rider({ passwordHash })
    const email = fresh()
    expect(await edit({ id: rider.id, email })).toMatchObject({ email, emailVerified: false })
    expect(await isIn(rider)).toBe(false)
    expect(await mailsTo(rider.email)).toEqual([expect.stringContaining('/login')])
    expect(await mailsTo(email)).toEqual([expect.stringContaining('/verify-email?token=')])
    expect((await refusal(signIn, { email: rider.email, password: 'mysecret1' })).key).toBe('login_error')
    expect((await call(signIn, { email, password: 'mysecret1' })).me.id).toBe(rider.id)
  })

  it('gets the invitation anew, and the link to the old address is dead', async () => {
    const [email, next] = [fresh(), fresh()]
    const { id } = await call(
      createPerson,
      { userType: 'driver', firstName: 'A', lastName: 'B', email, mobile: '+46701230099' },
      { as: admin },
    )
    const [first] = await mailsTo(email)
    expect(await edit({ id, email: next })).toMatchObject({ invitation: 'sent' })
    const tokens = [first, (await mailsTo(next))[0]].map((body) => /token=([\w.-]+)/.exec(body ?? '')?.[1] ?? '')
    expect((await refusal(resetPassword, { token: tokens[0] ?? '', password: 'mysecret1' })).key).toBe('link_expired')
    await call(resetPassword, { token: tokens[1] ?? '', password: 'mysecret1' })
    expect((await call(signIn, { email: next, password: 'mysecret1' })).me.id).toBe(id)
  })

  it('of a driver who comes in by codes are not the fleet admin’s to change: whoever gets the codes has the wallet', async () => {
    await app.settings({ mobileLoginEnabled: true })
    const [own, mobile, email] = [await make.fleetAdmin(), '+46701999777', fresh()]
    const person = { userType: 'driver' as const, firstName: 'Dina', lastName: 'Ek', email, mobile, approved: true }
    const { id } = await call(createPerson, { ...person, invite: true }, { as: own })
    const [invitation = ''] = await mailsTo(email)
    const { verificationId } = await call(requestCode, { mobile, challenge: await makeSolved(app.deps, 'signInCode') })
    const otp = /\b\d{6}\b/.exec((await mailsTo(mobile))[0] ?? '')?.[0] ?? ''
    expect((await call(verifyCode, { verificationId, otp })).me.id).toBe(id)

    for (const contact of [{ mobile: '+46701999666' }, { email: fresh() }])
      expect((await refused({ id, ...contact }, own)).key).toBe('profile_locked')
    const token = /token=([\w.-]+)/.exec(invitation)?.[1] ?? ''
    expect((await refusal(resetPassword, { token, password: 'mysecret1' })).key).toBe('link_expired')
    expect((await refusal(invitePerson, { id }, { as: own })).key).toBe('conflict')
    expect(await edit({ id, mobile: '+46701999666' })).toMatchObject({ mobile: '+46701999666', invitation: 'none' })
  })

  it('of an admin is chosen when adding and stays', async () => {
    const other = await make.admin()
    expect((await refused({ id: other.id, email: fresh() })).key).toBe('profile_locked')
    expect(await edit({ id: other.id, firstName: 'Ada', email: other.email })).toMatchObject({ firstName: 'Ada' })
  })

  it('waits until a driver’s trip is over', async () => {
    const { driver } = await trips.trip('STARTED')
    expect((await refused({ id: driver.id, mobile: '+46701239911' })).key).toBe('conflict')
    expect(await edit({ id: driver.id, firstName: 'Olof' })).toMatchObject({ firstName: 'Olof' })
    expect(await isIn(driver)).toBe(true)
  })
})

describe('who may edit', () => {
  it('is a fleet admin for the own drivers, who cannot be moved in or out, and whose bank is not the fleet’s', async () => {
    const [own, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
    const [mine, foreign, free] = [
      await make.driver({ fleetAdminId: own.id }),
      await make.driver({ fleetAdminId: other.id }),
      await make.driver(),
    ]
    expect(await edit({ id: mine.id, firstName: 'Mina', fleetAdmin: own.id }, own)).toMatchObject({ firstName: 'Mina' })
    for (const { id } of [foreign, free]) {
      expect((await refused({ id, firstName: 'Mine' }, own)).key).toBe('not_found')
      expect((await refused({ id, fleetAdmin: own.id }, own)).key).toBe('not_found')
    }
    for (const fleetAdmin of [null, other.id]) expect((await refused({ id: mine.id, fleetAdmin }, own)).key).toBe('forbidden')
    await edit({ id: mine.id, bankAccount: '4711 0815' })
    expect((await refused({ id: mine.id, bankAccount: ' ' }, own)).key).toBe('forbidden')
    expect(await personOf(mine.id)).toMatchObject({ bankAccount: '4711 0815' })
    expect((await refused({ id: mine.id, bankAccount: '1' }, own)).key).toBe('forbidden')
    // people who can sign in already keep the contacts they sign in by
    await app.db
      .insertInto('authCredential')
      .values({ id: `way-${mine.id}`, userId: mine.id, accountId: mine.id, providerId: 'credential' })
      .execute()
    for (const contact of [{ email: 'mine@own.example' }, { mobile: '+46701999888' }])
      expect((await refused({ id: mine.id, ...contact }, own)).key).toBe('profile_locked')
    const riderId = (await make.rider()).id
    expect((await refused({ id: riderId, firstName: 'X' }, own)).key).toBe('not_found')
    for (const as of [await make.rider(), mine]) expect((await refused({ id: as.id, firstName: 'X' }, as)).key).toBe('forbidden')
    const [moved, freed] = [await edit({ id: mine.id, fleetAdmin: other.id }), await edit({ id: foreign.id, fleetAdmin: null })]
    expect([moved.fleetAdmin, freed.fleetAdmin]).toEqual([other.id, null])
    expect((await refused({ id: mine.id, firstName: 'Mine again' }, own)).key).toBe('not_found')
  })

  it('under the demo lock edits riders, without what is hidden, and nobody else', async () => {
    const [rider, driver, fleet, other] = [await make.rider(), await make.driver(), await make.fleetAdmin(), await make.admin()]
    await app.settings({ allowCriticalEditsAdmin: false })
    expect(await edit({ id: rider.id, firstName: 'Still' })).toMatchObject({ firstName: 'Still', email: null })
    for (const email of [fresh(), rider.email]) expect((await refused({ id: rider.id, email })).key).toBe('demo_mode')
    expect((await refused({ id: rider.id, mobile: '+46701239922' })).key).toBe('demo_mode')
    for (const { id } of [driver, fleet, other]) expect((await refused({ id, firstName: 'No' })).key).toBe('demo_mode')
    await app.settings({ allowCriticalEditsAdmin: true })
  })
})
