// People get correct information: whether a mail was sent, and whether a person waits for approval or is blocked.
import { signIn, forgotPassword, requestVerification } from '@wayfare/contract/sign-in'
import { invitePerson } from '@wayfare/contract/people-help'
import { importPeople } from '@wayfare/contract/people-import'
import { getPerson, listPeople } from '@wayfare/contract/people'
import { createPerson, setApproval } from '@wayfare/contract/people-edit'
import { updateProfile } from '@wayfare/contract/people-profile'
import { signUp } from '@wayfare/contract/sign-in-sign-up'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeSignUps } from '../../../test/sign-up.ts'
import { readDemoConfig } from '../../config-demo.ts'
import { hashPassword } from '../sign-in/auth.ts'

const demo = await startApp({ settings: { emailVerify: true } })
const mute = await startApp({ settings: { emailVerify: true }, config: { isProduction: true } })
/** As `WAYFARE_DEMO=off npm start`. */
const tried = await startApp({ config: readDemoConfig({ NODE_ENV: 'development', WAYFARE_DEMO: false }) })
const password = 'wayfare1'
const passwordHash = await hashPassword(password)

const unproven = async (app: typeof demo) => {
  const user = await app.make.rider({ passwordHash })
  await app.db.updateTable('appUser').set({ emailVerified: false }).where('id', '=', user.id).execute()
  return user
}

describe('a mail', () => {
  it('that a demo keeps is not said to have been sent', async () => {
    const user = await unproven(demo)
    expect(await demo.call(forgotPassword, { email: user.email })).toEqual({ done: true, mail: 'dev_inbox' })
    expect(await demo.call(requestVerification, {}, { as: user })).toEqual({ done: true, mail: 'dev_inbox' })
    expect(await demo.call(signUp, makeSignUps(demo).form())).toMatchObject({
      mail: 'dev_inbox',
      outcome: 'email_verify_message',
    })
  })

  it('goes to the address from before when somebody changes the own contact, in case it was somebody else', async () => {
    const as = await demo.make.rider({ loginType: 'facebook', email: 'before@test.example' })
    const names = { firstName: 'Astrid', lastName: 'Lind' }
    for (const change of [{ mobile: '+46701740677' }, { email: 'after@test.example' }, {}])
      await demo.call(updateProfile, { ...names, ...change }, { as })
    await demo.settle()
    const mails = await demo.db.selectFrom('devMessage').select('body').where('recipient', '=', 'before@test.example').execute()
    expect(mails.map(({ body }) => body.includes('/login'))).toEqual([true, true])
    // the desk did not do it, and the person who did is still signed in
    for (const { body } of mails) expect(body).not.toContain('signed out everywhere')
  })

  it('that no service sends is told of, to strangers and to those who have an account alike', async () => {
    const user = await unproven(mute)
    for (const email of [user.email, 'nobody@nowhere.example'])
      expect(await mute.refusal(forgotPassword, { email })).toMatchObject({
        status: 503,
        key: 'mail_not_sent',
        details: undefined,
      })
    expect((await mute.refusal(requestVerification, {}, { as: user })).key).toBe('mail_not_sent')
    expect(await mute.call(signUp, makeSignUps(mute).form())).toMatchObject({ mail: 'none' })
    const refused = await mute.refusal(signIn, { email: user.email, password })
    expect(refused).toMatchObject({ key: 'email_verify_message', details: { mail: 'none' } })
  })

  it('that is not sent again, as it went out a moment ago, is not said to be', async () => {
    const user = await unproven(demo)
    const sent: unknown[] = []
    for (let times = 0; times < 4; times++) {
      const { details } = await demo.refusal(signIn, { email: user.email, password })
      sent.push(details?.['sent'])
    }
    expect(sent).toEqual([true, true, true, false])
  })
})

const zoe = { userType: 'driver', firstName: 'Zoë', lastName: 'Ny', email: 'zoe@x.example', mobile: '+46701234321' } as const

describe('an invitation', () => {
  const csv = 'firstName,lastName,email,mobile\nAda,Ek,ada@x.example,+46701234322'

  it('that a demo keeps is said to lie there, whoever asked for it', async () => {
    const as = await demo.make.admin()
    const made = await demo.call(createPerson, { ...zoe, invite: true }, { as })
    expect(made).toMatchObject({ invitation: 'sent', mail: 'dev_inbox' })
    expect(await demo.call(invitePerson, { id: made.id }, { as })).toMatchObject({ mail: 'dev_inbox' })
    expect(await demo.call(importPeople, { userType: 'rider', csv }, { as })).toMatchObject({ make: 1, mail: 'dev_inbox' })
  })

  it('is not said to lie in a dev inbox where there is none, as there is no demo', async () => {
    const as = await tried.make.admin()
    const made = await tried.call(createPerson, { ...zoe, invite: true }, { as })
    expect(made).toMatchObject({ invitation: 'unsent', mail: 'none' })
    expect(await tried.call(importPeople, { userType: 'rider', csv }, { as })).toMatchObject({ make: 1, mail: 'none' })
    expect((await tried.refusal(forgotPassword, { email: zoe.email })).key).toBe('mail_not_sent')
    await tried.settle()
    expect(await tried.db.selectFrom('devMessage').selectAll().execute()).toEqual([])
  })

  it('that no service sends is not said to be sent, and an approval does not claim it either', async () => {
    const as = await mute.make.admin()
    const given = { ...zoe, approved: false, invite: true }
    const made = await mute.call(createPerson, given, { as })
    expect(made).toMatchObject({ invitation: 'unsent', mail: 'none' })
    expect(await mute.call(setApproval, { id: made.id, approved: true }, { as })).toMatchObject({
      invitation: 'unsent',
      mail: 'none',
    })
    expect(await mute.call(importPeople, { userType: 'rider', csv }, { as })).toMatchObject({ make: 1, mail: 'none' })
  })

  it('goes to nobody without an address', async () => {
    const rider = await demo.make.rider({ email: 'phone-9@social.invalid' })
    expect((await demo.call(getPerson, { id: rider.id }, { as: await demo.make.admin() })).person.mail).toBe('none')
  })
})

type Standing = { approved?: 'true' | 'false'; blocked?: 'true' | 'false' }

describe('one who may not sign in', () => {
  it('waits as a new driver, and is blocked once the desk withdrew the approval', async () => {
    const admin = await demo.make.admin()
    const driver = await demo.make.driver({ passwordHash, approved: false })
    const enter = () => demo.refusal(signIn, { email: driver.email, password })
    const seen = async () =>
      (await demo.call(listPeople, { userType: 'driver', search: driver.email }, { as: admin })).people.map(
        ({ blocked }) => blocked,
      )
    expect([(await enter()).key, await seen()]).toEqual(['require_approval', [false]])
    await demo.call(setApproval, { id: driver.id, approved: true }, { as: admin })
    await demo.call(setApproval, { id: driver.id, approved: false }, { as: admin })
    expect([(await enter()).key, await seen()]).toEqual(['account_blocked', [true]])
    await demo.call(setApproval, { id: driver.id, approved: true }, { as: admin })
    expect((await demo.call(signIn, { email: driver.email, password })).me).toMatchObject({ id: driver.id })
  })

  it('is blocked as a rider, and told so only after the right password', async () => {
    const admin = await demo.make.admin()
    const rider = await demo.make.rider({ passwordHash })
    await demo.call(setApproval, { id: rider.id, approved: false }, { as: admin })
    expect((await demo.refusal(signIn, { email: rider.email, password })).key).toBe('account_blocked')
    expect((await demo.refusal(signIn, { email: rider.email, password: 'other123' })).key).toBe('login_error')
  })

  it('is found under the filter of what a row says: waiting, or blocked', async () => {
    const [admin, fleet] = [await demo.make.admin(), await demo.make.fleetAdmin()]
    const [approved, waiting, blocked] = [
      await demo.make.driver({ fleetAdminId: fleet.id }),
      await demo.make.driver({ fleetAdminId: fleet.id, approved: false }),
      await demo.make.driver({ fleetAdminId: fleet.id }),
    ]
    await demo.call(setApproval, { id: blocked.id, approved: false }, { as: admin })
    const find = async (filter: Standing) => {
      const { people } = await demo.call(listPeople, { userType: 'driver', fleetAdmin: fleet.id, ...filter }, { as: admin })
      return people.map((one) => [one.id, one.blocked]).toSorted()
    }
    expect(await find({ approved: 'false', blocked: 'false' })).toEqual([[waiting.id, false]])
    expect(await find({ blocked: 'true' })).toEqual([[blocked.id, true]])
    expect(await find({ blocked: 'false' })).toEqual(
      [
        [approved.id, false],
        [waiting.id, false],
      ].toSorted(),
    )
    const rider = await demo.make.rider({ approved: false, referralId: 'kept4321' })
    const riders = async (blocked: 'true' | 'false') =>
      (await demo.call(listPeople, { userType: 'rider', referralId: 'kept4321', blocked }, { as: admin })).people.map(
        ({ id }) => id,
      )
    expect([await riders('true'), await riders('false')]).toEqual([[rider.id], []])
  })
})
