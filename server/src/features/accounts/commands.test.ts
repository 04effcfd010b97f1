import { goOnline } from '@wayfare/contract/trips'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { inTx } from '../../db/tx.ts'
import { saveDropAddress } from './commands-places.ts'

const app = await startApp()
const { call, refusal, make } = app

describe('going online', () => {
  it('makes the device the active one and tells what is still missing', async () => {
    const carType = await make.carType()
    const driver = await make.driver({ carType })
    const me = await call(
      goOnline,
      { online: true, device: 'phone-1', location: { lat: jarntorget.lat, lng: jarntorget.lng } },
      { as: driver },
    )
    expect(me).toMatchObject({ driverActiveStatus: true, activeDevice: 'phone-1', blockers: [] })
    const off = await call(goOnline, { online: false, device: 'phone-1' }, { as: driver })
    expect(off).toMatchObject({ driverActiveStatus: false, blockers: ['offline'] })
  })

  it('is not for riders', async () => {
    expect((await refusal(goOnline, { online: true, device: 'phone-1' }, { as: await make.user('rider') })).key).toBe('forbidden')
  })
})

describe('saved places', () => {
  it('of two saved places close to each other the nearer one is counted', async () => {
    const user = await make.rider()
    const rows = [
      { description: 'Gym', lat: 57.7 },
      { description: 'Home', lat: 57.7006 },
    ].map((row) => ({ ...row, id: app.deps.newId(16), userId: user.id, lng: 11.95, count: 1 }))
    await app.db.insertInto('savedAddress').values(rows).execute()
    const drop = { lat: 57.7006, lng: 11.95, add: 'at home' }
    await inTx(app.deps, (tx) => saveDropAddress(tx, user.id, drop))
    const saved = app.db.selectFrom('savedAddress').select(['description', 'count']).where('userId', '=', user.id)
    expect(await saved.orderBy('description').execute()).toEqual([
      { description: 'Gym', count: 1 },
      { description: 'Home', count: 2 },
    ])
  })

  it('counts a drop within 0.1 km of a saved one and adds another', async () => {
    const user = await make.user('rider')
    const save = (lat: number) => inTx(app.deps, (tx) => saveDropAddress(tx, user.id, { lat, lng: 11.95, add: `at ${lat}` }))
    for (const lat of [57.7, 57.7005, 57.71]) await save(lat)
    const rows = await app.db
      .selectFrom('savedAddress')
      .select(['description', 'count'])
      .where('userId', '=', user.id)
      .orderBy('count')
      .execute()
    expect(rows.map((row) => row.count)).toEqual([1, 2])
  })
})
