import { addCarType, listCarTypes } from '@wayfare/contract/catalog'
import { listAudit } from '@wayfare/contract/audit'
import { listPromos } from '@wayfare/contract/promos'
import { saveSettings } from '@wayfare/contract/settings'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const { call, make } = app
const admin = await make.admin()
const trips = makeTrips(app)

const prices = {
  baseFare: '45',
  ratePerUnitDistance: '13',
  ratePerHour: '320',
  minFare: '95',
  convenienceFees: '10',
  convenienceFeeType: 'flat' as const,
  cancelSlabs: [{ minsDelayed: 3, amount: '25' }],
}
const car = await call(addCarType, { name: 'Comfort', image: '/images/cars/van.svg', extraInfo: '', ...prices }, { as: admin })
const promoName = await make.promo({ discountType: 'flat', discountValue: 2000n, minOrderMinor: 0n })

const read = async () => {
  const { carTypes } = await call(listCarTypes, {})
  const of = carTypes.find(({ id }) => id === car.id) ?? expect.unreachable('the car type is gone')
  const { promos } = await call(listPromos, {}, { as: admin })
  const promo = promos.find((one) => one.promoName === promoName)
  const quote = await trips.quote(car.id)
  return {
    base: Number(of.baseFare),
    rate: Number(of.ratePerUnitDistance),
    least: Number(of.minFare),
    fee: Number(of.convenienceFees),
    slab: Number(of.cancelSlabs[0]?.amount),
    promo: Number(promo?.promoDiscountValue),
    trip: Math.round(Number(quote.estimateFare)),
  }
}

test.each([
  ['JPY', 0],
  ['KWD', 3],
  ['SEK', 2],
] as const)('prices stay the numbers they are when the operator chooses %s, whatever digits it has', async (code, decimal) => {
  const before = await read()
  await call(saveSettings, { code, decimal }, { as: admin })
  await app.settings({})
  expect(await read()).toEqual(before)
  expect(before).toMatchObject({ base: 45, rate: 13, least: 95, fee: 10, slab: 25, promo: 20 })
  const { entries } = await call(listAudit, { object: car.id, limit: 1 }, { as: admin })
  expect(entries[0]?.action).toBe('catalog.changeCarType')
})
