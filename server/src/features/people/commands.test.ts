import { removeUser, createPerson } from '@wayfare/contract/people-edit'
import { signIn, resetPassword } from '@wayfare/contract/sign-in'
import { invitePerson } from '@wayfare/contract/people-help'
import { getPerson, listPeople } from '@wayfare/contract/people'
import type { UserId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'
import { addCredential } from '../sign-in/commands-users.ts'

const app = await startApp()
const { call, refusal, make } = app
const admin = await make.admin()
const dayMs = 24 * 3_600_000

let count = 0
const someone = (userType: 'rider' | 'driver' | 'fleetadmin' | 'admin' = 'rider') => {
  count += 1
  const email = `new-${count}-${app.deps.newId(6).toLowerCase()}@town.example`
  return { userType, firstName: ' Zoë ', lastName: 'Ny', email, mobile: `+4670${String(1_000_000 + count)}`, invite: false }
}
const vehicle = { vehicleMake: 'Kia', vehicleModel: 'Niro', vehicleNumber: 'KIA 123' }

const add = (input: Parameters<typeof call<typeof createPerson>>[1], as: TestUser = admin) => call(createPerson, input, { as })
const refused = (input: Parameters<typeof call<typeof createPerson>>[1], as: TestUser = admin) =>
  refusal(createPerson, input, { as })
const rowOf = (id: UserId) => app.db.selectFrom('appUser').selectAll().where('id', '=', id).executeTakeFirst()
const countOf = async (email: string): Promise<number> =>
  (await app.db.selectFrom('appUser').select('id').where('email', '=', email).execute()).length
const mailsTo = async (email: string) => {
  await app.settle()
  return app.db.selectFrom('devMessage').selectAll().where('recipient', '=', email).orderBy('id').execute()
}
const tokenIn = (body: string | undefined): string => /token=([\w.-]+)/.exec(body ?? '')?.[1] ?? ''

describe('adding a person', () => {
  it.each(['rider', 'driver', 'fleetadmin'] as const)('makes a %s with a referral id of the first name', async (userType) => {
    const given = someone(userType)
    const made = await add({ ...given, email: given.email.toUpperCase(), mobile: given.mobile.replace('+4670', '+46 (0)70-') })
    expect(made).toMatchObject({ userType, firstName: 'Zoë', approved: true, createdByAdmin: true, invitation: 'due' })
    expect(made).toMatchObject({ email: given.email, mobile: given.mobile, version: 1, emailVerified: false })
    expect(made.referralId).toMatch(/^zoë[1-9]\d{3}$/)
    expect(Math.abs(made.createdAt - Date.now())).toBeLessThan(60_000)
  })

  it('makes an admin without a referral id and, if wanted, without a number', async () => {
    expect(await add({ ...someone('admin'), mobile: '' })).toMatchObject({ userType: 'admin', referralId: null, mobile: null })
  })

  it('gives a driver all that belongs to one', async () => {
    const [carType, fleet] = [await make.carType(), await make.fleetAdmin()]
    const part = { ...vehicle, carType, fleetAdmin: fleet.id, otherInfo: 'winter tyres', bankName: 'Bank', bankAccount: '1-2' }
    expect(await add({ ...someone('driver'), ...part, approved: false })).toMatchObject({ ...part, approved: false })
  })

  it('takes no half a vehicle, no car that is gone and no fleet admin who is none', async () => {
    const [carType, gone] = [await make.carType(), await make.carType({ removedAt: new Date() })]
    const half = await refused({ ...someone('driver'), vehicleMake: 'Kia', carType })
    expect(half).toMatchObject({ status: 422, key: 'vehicle_incomplete', details: { field: 'vehicleModel' } })
    expect((await refused({ ...someone('driver'), ...vehicle, carType: gone })).key).toBe('vehicle_incomplete')
    expect((await refused({ ...someone('driver'), fleetAdmin: (await make.driver()).id })).key).toBe('bad_request')
    expect((await refused({ ...someone('rider'), ...vehicle })).key).toBe('bad_request')
    expect((await refused({ ...someone('rider'), bankName: 'Bank' })).key).toBe('bad_request')
    await app.settings({ riderWithDraw: true })
    expect(await add({ ...someone('rider'), bankName: 'Bank' })).toMatchObject({ bankName: 'Bank' })
    await app.settings({ riderWithDraw: false })
  })

  it.each([
    [{ firstName: ' ' }, 'proper_input_name', 'firstName'],
    [{ lastName: '' }, 'proper_input_name', 'lastName'],
    [{ email: 'nowhere' }, 'proper_email', 'email'],
    [{ mobile: '' }, 'mobile_no_blank_error', 'mobile'],
    [{ mobile: '000000' }, 'mobile_no_blank_error', 'mobile'],
    [{ email: 'a@removed.invalid' }, 'email_or_mobile_issue', 'email'],
    [{ mobile: '+9997012345' }, 'mobile_no_blank_error', 'mobile'],
  ])('refuses %j with %s, and nothing is there', async (wrong, key, field) => {
    const given = { ...someone(), ...wrong }
    expect(await refused(given)).toMatchObject({ status: 422, key, details: { field } })
    expect(await countOf(given.email)).toBe(0)
  })

  it('refuses an e-mail address or a number that is taken, and says which', async () => {
    const taken = await make.rider()
    const email = { ...someone(), email: taken.email.toUpperCase() }
    expect(await refused(email)).toMatchObject({ status: 409, key: 'user_exists', details: { field: 'email' } })
    const digits = taken.mobile.slice(3)
    // one number is one account, whatever its spelling
    for (const mobile of [taken.mobile, `0${digits}`, `0046 ${digits}`, `+46 (0)${digits.slice(0, 2)}-${digits.slice(2)}`])
      expect(await refused({ ...someone('driver'), mobile })).toMatchObject({ key: 'user_exists', details: { field: 'mobile' } })
  })

  it('of eight at once with the same address makes one; the others hear that it is taken', async () => {
    const given = someone()
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => add({ ...given, mobile: someone().mobile })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ key: 'user_exists' })
    expect(await countOf(given.email)).toBe(1)
  })

  it('is an admin’s; a fleet admin adds drivers, who are the own ones', async () => {
    const [own, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
    expect(await add({ ...someone('driver') }, own)).toMatchObject({ fleetAdmin: own.id, createdByAdmin: true })
    for (const userType of ['rider', 'fleetadmin', 'admin'] as const)
      expect((await refused(someone(userType), own)).key).toBe('forbidden')
    expect((await refused({ ...someone('driver'), fleetAdmin: other.id }, own)).key).toBe('forbidden')
    expect((await refused({ ...someone('driver'), fleetAdmin: null }, own)).key).toBe('forbidden')
    expect((await refused({ ...someone('driver'), bankName: 'Bank' }, own)).key).toBe('forbidden')
    for (const as of [await make.rider(), await make.driver()]) expect((await refused(someone(), as)).key).toBe('forbidden')
  })

  it('is written into the audit log', async () => {
    const { id } = await add(someone('driver'))
    const entry = app.db.selectFrom('auditEntry').selectAll().where('objectId', '=', id)
    expect(await entry.executeTakeFirst()).toMatchObject({ action: 'accounts.createPerson', actorId: admin.id })
  })

  it('under the demo lock goes on for riders and for nobody else', async () => {
    await app.settings({ allowCriticalEditsAdmin: false })
    expect(await add(someone())).toMatchObject({ userType: 'rider', email: null, mobile: null, contactHidden: true })
    for (const userType of ['driver', 'fleetadmin', 'admin'] as const)
      expect(await refused(someone(userType))).toMatchObject({ status: 403, key: 'demo_mode' })
    await app.settings({ allowCriticalEditsAdmin: true })
  })
})

describe('an invitation', () => {
  it('lets the person set a password once and sign in with it', async () => {
    const given = { ...someone('fleetadmin'), invite: true }
    const made = await add(given)
    expect(made.invitation).toBe('sent')
    expect((await refusal(signIn, { email: given.email, password: 'anything1' })).key).toBe('login_error')
    const [mail, ...more] = await mailsTo(given.email)
    expect(more).toEqual([])
    expect(mail?.body).toContain('/reset-password?token=')
    const token = tokenIn(mail?.body)
    await call(resetPassword, { token, password: 'mysecret1' })
    expect((await call(signIn, { email: given.email, password: 'mysecret1' })).me).toMatchObject({
      id: made.id,
      emailVerified: true,
    })
    expect(await refusal(resetPassword, { token, password: 'another22' })).toMatchObject({ key: 'link_expired' })
    expect((await call(getPerson, { id: made.id }, { as: admin })).person.invitation).toBe('none')
    expect((await refusal(invitePerson, { id: made.id }, { as: admin })).key).toBe('conflict')
  })

  it('can be sent again, the first link stays good until one is used', async () => {
    const given = { ...someone('driver'), invite: true }
    const { id } = await add(given)
    await call(invitePerson, { id }, { as: admin })
    const tokens = (await mailsTo(given.email)).map(({ body }) => tokenIn(body))
    expect(new Set(tokens).size).toBe(2)
    await call(resetPassword, { token: tokens[0] ?? '', password: 'mysecret1' })
    expect((await refusal(resetPassword, { token: tokens[1] ?? '', password: 'mysecret2' })).key).toBe('link_expired')
  })

  it('goes to one person five times a day at most', async () => {
    app.nextDay()
    const { id } = await add(someone())
    for (let i = 0; i < 5; i++) await call(invitePerson, { id }, { as: admin })
    expect(await refusal(invitePerson, { id }, { as: admin })).toMatchObject({ status: 429, key: 'rate_limited' })
  })

  it('is nobody’s business but an admin’s and, of the own drivers, a fleet admin’s', async () => {
    const [own, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
    const { id } = await add(someone('driver'), own)
    expect((await refusal(invitePerson, { id }, { as: other })).key).toBe('not_found')
    expect(await call(invitePerson, { id }, { as: own })).toMatchObject({ invitation: 'sent' })
    const left = await add(someone())
    await call(removeUser, { id: left.id }, { as: admin })
    expect((await refusal(invitePerson, { id: left.id }, { as: admin })).key).toBe('not_found')
  })

  it('gives nobody the account of one who came in by another way meanwhile', async () => {
    const given = { ...someone('driver'), invite: true }
    const { id } = await add(given)
    const [mail] = await mailsTo(given.email)
    await app.db.transaction().execute((tx) => addCredential(app.deps, tx, id, { providerId: 'google', accountId: given.email }))
    expect((await refusal(resetPassword, { token: tokenIn(mail?.body), password: 'mysecret1' })).key).toBe('link_expired')
  })

  it('ends after a week', async () => {
    const given = { ...someone(), invite: true }
    const { id } = await add(given)
    const [mail] = await mailsTo(given.email)
    app.advance(7 * dayMs + 1000)
    const late = await make.admin()
    expect((await refusal(resetPassword, { token: tokenIn(mail?.body), password: 'mysecret1' })).key).toBe('link_expired')
    await app.db
      .updateTable('authSession')
      .set({ expiresAt: new Date(Date.now() + 30 * dayMs) })
      .where('userId', '=', late.id)
      .execute()
    expect((await call(getPerson, { id }, { as: late })).person.invitation).toBe('expired')
    expect((await rowOf(id))?.emailVerified).toBe(false)
    expect((await call(listPeople, { userType: 'rider', search: given.email }, { as: late })).people).toHaveLength(1)
  })
})
