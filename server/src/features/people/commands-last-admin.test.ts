import { removeUser, createPerson, setApproval } from '@wayfare/contract/people-edit'
import { getSession } from '@wayfare/contract/sign-in'
import { deleteMe } from '@wayfare/contract/people-profile'
import { afterEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const { call, refusal, make } = app
const trips = makeTrips(app)
const url = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => url)
const boss = await make.admin()

const decide = (id: TestUser['id'], approved: boolean, as = boss) => call(setApproval, { id, approved }, { as })
const refused = (id: TestUser['id'], approved: boolean, as = boss) => refusal(setApproval, { id, approved }, { as })
const isIn = async (as: TestUser): Promise<boolean> => (await call(getSession, {}, { as })).me !== null

const admins = (approved: boolean) =>
  app.db
    .selectFrom('appUser')
    .select('id')
    .where('userType', '=', 'admin')
    .where('approved', '=', approved)
    .where('removedAt', 'is', null)

/** Withdraws the approval of all other admins until the test ends. */
const leaveOnly = async (...left: TestUser[]): Promise<void> => {
  const ids = left.map(({ id }) => id)
  await app.db
    .updateTable('appUser')
    .set({ approved: false })
    .where('userType', '=', 'admin')
    .where('id', 'not in', ids)
    .execute()
}
afterEach(() => app.db.updateTable('appUser').set({ approved: true }).where('userType', '=', 'admin').execute())

describe('keeping a person out', () => {
  it.each(['rider', 'driver', 'fleetadmin', 'admin'] as const)(
    'ends every session and socket of a %s at once, and no new one opens',
    async (role) => {
      const user = await make.user(role)
      const socket = await connect(user)
      expect(await decide(user.id, false)).toMatchObject({ id: user.id, approved: false, version: 2 })
      await socket.next('signedOut')
      expect(await isIn(user)).toBe(false)
      expect(await decide(user.id, true)).toMatchObject({ approved: true, version: 3 })
      const again = await make.session(user.id)
      expect(await isIn({ ...user, token: again.token })).toBe(true)
    },
  )

  it('waits until a trip is over, on both sides', async () => {
    const { rider, driver, id } = await trips.trip('STARTED')
    for (const one of [rider, driver])
      expect(await refused(one.id, false)).toMatchObject({ status: 409, key: 'conflict', details: { bookingId: id } })
    expect(await isIn(rider)).toBe(true)
  })

  it('is nothing one does to oneself', async () => {
    expect(await refused(boss.id, false)).toMatchObject({ status: 409, key: 'not_yourself' })
    expect((await refusal(removeUser, { id: boss.id }, { as: boss })).key).toBe('not_yourself')
  })

  it('is an admin’s, and a fleet admin’s for the own drivers', async () => {
    const [own, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
    const driver = await make.driver({ fleetAdminId: own.id })
    expect((await refused(driver.id, false, other)).key).toBe('not_found')
    expect((await refused((await make.rider()).id, false, own)).key).toBe('not_found')
    expect((await refused(driver.id, false, await make.rider())).key).toBe('forbidden')
    expect(await decide(driver.id, false, own)).toMatchObject({ approved: false })
  })

  it('ends for one whom the desk added with an invitation, as long as there is no password', async () => {
    const email = `${app.deps.newId().toLowerCase()}@town.example`
    const given = { userType: 'driver', firstName: 'Iva', lastName: 'Ny', email, mobile: '+46701239001' } as const
    const { id } = await call(createPerson, { ...given, approved: false, invite: false }, { as: boss })
    expect(await decide(id, true)).toMatchObject({ approved: true, invitation: 'sent' })
    await app.settle()
    const mails = await app.db.selectFrom('devMessage').select('body').where('recipient', '=', email).execute()
    expect(mails).toEqual([{ body: expect.stringContaining('/reset-password?token=') }])
  })

  it('is locked in a demo, letting in as well', async () => {
    const [rider, driver] = [await make.rider(), await make.driver({ approved: false })]
    await app.settings({ allowCriticalEditsAdmin: false })
    expect((await refused(rider.id, false)).key).toBe('demo_mode')
    expect((await refused(driver.id, true)).key).toBe('demo_mode')
    await app.settings({ allowCriticalEditsAdmin: true })
  })

  it('is written into the audit log once, however often it is asked', async () => {
    const { id } = await make.rider()
    await Promise.all(Array.from({ length: 4 }, () => decide(id, false)))
    const entries = await app.db.selectFrom('auditEntry').selectAll().where('objectId', '=', id).execute()
    expect(entries).toMatchObject([{ action: 'accounts.setApproval', actorId: boss.id }])
  })
})

describe('the last admin', () => {
  it('cannot go, and an invited one who never came is no other', async () => {
    const [last, acting] = [await make.admin(), await make.admin()]
    await leaveOnly(last, acting)
    const email = `${app.deps.newId().toLowerCase()}@town.example`
    const given = { userType: 'admin', firstName: 'Iva', lastName: 'Ny', email } as const
    expect((await call(createPerson, given, { as: acting })).invitation).toBe('sent')
    await decide(acting.id, false, last)
    expect(await admins(true).execute()).toHaveLength(2)
    expect(await refusal(deleteMe, {}, { as: last })).toMatchObject({ status: 409, key: 'last_admin' })
    await decide(acting.id, true, last)
    await call(deleteMe, {}, { as: last })
  })

  it.each([
    ['keep each other out', (id: TestUser['id'], as: TestUser) => decide(id, false, as)],
    ['remove each other', (id: TestUser['id'], as: TestUser) => call(removeUser, { id }, { as })],
  ])('stays when two %s at the same moment', async (_name, act) => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await make.admin(), await make.admin()]
      await leaveOnly(one, two)
      const results = await Promise.allSettled([act(one.id, two), act(two.id, one)])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results)
        if (result.status === 'rejected') expect(['last_admin', 'unauthorized']).toContain((result.reason as { key: string }).key)
      expect(await admins(true).execute()).toHaveLength(1)
      await app.db.updateTable('appUser').set({ approved: true }).where('userType', '=', 'admin').execute()
    }
  })
})

describe('removing', () => {
  it('a fleet admin with drivers asks first; then they are nobody’s', async () => {
    const fleet = await make.fleetAdmin()
    const drivers = [await make.driver({ fleetAdminId: fleet.id }), await make.driver({ fleetAdminId: fleet.id })]
    const asked = await refusal(removeUser, { id: fleet.id }, { as: boss })
    expect(asked).toMatchObject({ status: 409, key: 'fleet_not_empty', details: { drivers: 2 } })
    await call(removeUser, { id: fleet.id, releaseDrivers: true }, { as: boss })
    const ids = drivers.map(({ id }) => id)
    const rows = await app.db.selectFrom('appUser').select(['fleetAdminId', 'approved']).where('id', 'in', ids).execute()
    expect(rows).toEqual([0, 1].map(() => ({ fleetAdminId: null, approved: true })))
  })

  it('someone with money or a debt asks first; what is given up stays in the books under the bare id', async () => {
    for (const amount of [5000n, -5000n]) {
      const driver = await make.driver()
      await make.money(driver, amount)
      const asked = await refusal(removeUser, { id: driver.id }, { as: boss })
      expect(asked).toMatchObject({ key: 'balance_not_zero', details: { currency: 'SEK', mayForfeit: true } })
      await call(removeUser, { id: driver.id, forfeit: true }, { as: boss })
      const account = app.db.selectFrom('ledgerAccount').select('balanceMinor').where('ownerId', '=', driver.id)
      expect(await account.execute()).toEqual([{ balanceMinor: amount }])
    }
    const sum = app.db.selectFrom('ledgerEntry').select((e) => e.fn.sum<bigint>('amountMinor').as('sum'))
    expect(await sum.executeTakeFirstOrThrow()).toEqual({ sum: '0' })
  })

  it('of every role is locked in a demo', async () => {
    const people = [await make.rider(), await make.driver(), await make.fleetAdmin(), await make.admin()]
    await app.settings({ allowCriticalEditsAdmin: false })
    for (const { id } of people) expect((await refusal(removeUser, { id }, { as: boss })).key).toBe('demo_mode')
    await app.settings({ allowCriticalEditsAdmin: true })
  })
})
