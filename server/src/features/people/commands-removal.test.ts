import { listAudit } from '@wayfare/contract/audit'
import * as contract from '@wayfare/contract/people-edit'
import { getSession } from '@wayfare/contract/sign-in'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { takeBackCredit } from '@wayfare/contract/wallet-credits'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const { call, refusal, make } = app
const trips = makeTrips(app)

const person = (userType: 'rider' | 'admin' = 'rider') => make.user(userType)

describe('removing a user', () => {
  it('ends every session at once and forgets who it was', async () => {
    const [admin, user] = [await person('admin'), await person()]
    await call(contract.removeUser, { id: user.id }, { as: admin })
    expect((await call(getSession, {}, { as: user })).me).toBeNull()
    const row = await app.db.selectFrom('appUser').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(user.email)
    expect(row.mobile).toBeNull()
  })

  it('is the admin’s alone, and the last admin stays', async () => {
    const user = await person()
    expect((await refusal(contract.removeUser, { id: user.id }, { as: await person() })).key).toBe('forbidden')
    const admins = await app.db
      .selectFrom('appUser')
      .select('id')
      .where('userType', '=', 'admin')
      .where('removedAt', 'is', null)
      .execute()
    expect(admins).toHaveLength(1)
    const last = await person('admin')
    await call(contract.removeUser, { id: admins[0]!.id as never }, { as: last })
    expect((await refusal(contract.removeUser, { id: last.id }, { as: last })).key).toBe('not_yourself')
    const second = await person('admin')
    const remove = (id: typeof last.id, as: typeof last) => call(contract.removeUser, { id }, { as })
    await Promise.allSettled([remove(last.id, second), remove(second.id, last)])
    const left = app.db.selectFrom('appUser').select('id').where('userType', '=', 'admin').where('removedAt', 'is', null)
    expect(await left.execute()).toHaveLength(1)
  })

  it('takes along what the desk wrote about them, also out of the audit log', async () => {
    const [admin, user] = [await person('admin'), await person()]
    const words = 'Fredegunda Quist was ill'
    await call(addToWallet, { user: user.id, amount: '10.00', note: words }, { as: admin })
    const credit = await app.db.selectFrom('walletCredit').select('id').where('userId', '=', user.id).executeTakeFirstOrThrow()
    await call(takeBackCredit, { id: credit.id, amount: '10.00', reason: words }, { as: admin })
    await call(contract.removeUser, { id: user.id }, { as: admin })
    await app.settle()
    const rows = await app.db.selectFrom('walletCredit').selectAll().where('userId', '=', user.id).execute()
    expect(rows).toMatchObject([{ note: '', takenBackReason: '' }])
    const { entries } = await call(listAudit, { limit: 50 }, { as: admin })
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['wallet.add', 'wallet.takeBack']))
    expect(JSON.stringify(entries)).not.toContain('Fredegunda')
  })

  it('waits until a rider’s booking is over', async () => {
    const { rider: waiting, id } = await trips.trip('NEW')
    const admin = await person('admin')
    expect((await refusal(contract.removeUser, { id: waiting.id }, { as: admin })).details).toEqual({ bookingId: id })
    await trips.addReason()
    await trips.cancel(waiting, id)
    await call(contract.removeUser, { id: waiting.id }, { as: admin })
  })
})
