import type { InputOf } from '@wayfare/contract/endpoint'
import { addPromo, changePromo, listPromos, removePromo, restorePromo } from '@wayfare/contract/promos'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const { call, refusal, make } = app
const admin = await make.admin()
const trips = makeTrips(app)

const fields = (promoName: string, part: Partial<InputOf<typeof addPromo>> = {}): InputOf<typeof addPromo> => ({
  promoName,
  promoDescription: 'For new riders',
  promoDiscountType: 'percentage',
  promoDiscountValue: '12.5',
  maxPromoDiscountValue: '50',
  minOrder: '100',
  promoUsageLimit: 10,
  ...part,
})

test('a code is kept in capitals, with all its fields', async () => {
  const added = await call(addPromo, fields('welcome'), { as: admin })
  expect(added).toMatchObject({ promoName: 'WELCOME', promoDiscountValue: '12.50', minOrder: '100.00', userAvail: 0 })
  expect((await call(listPromos, {}, { as: admin })).promos[0]).toEqual(added)
})

test('how often it was used is counted, and cannot be set', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await call(addPromo, fields('counted', { minOrder: '0' }), { as: admin })
  await trips.bookWith(rider, carType, { promo: 'counted' })
  const { promos } = await call(listPromos, {}, { as: admin })
  expect(promos.find((promo) => promo.id === id)?.userAvail).toBe(1)
  const over = { id, ...fields('counted'), userAvail: 0 } as InputOf<typeof changePromo>
  expect((await refusal(changePromo, over, { as: admin })).key).toBe('bad_request')
})

test.each([
  ['nothing off', { promoDiscountValue: '0' }, 'proper_amount'],
  ['more than all', { promoDiscountValue: '100.5' }, 'proper_amount'],
  ['too many digits', { minOrder: '1.005' }, 'proper_amount'],
  ['a code with spaces', { promoName: 'two words' }, 'bad_request'],
  ['no uses', { promoUsageLimit: 0 }, 'bad_request'],
])('a promo with %s is refused', async (_name, part, key) => {
  expect((await refusal(addPromo, fields('WRONG', part), { as: admin })).key).toBe(key)
})

test('a name is there once, and free again when its promo is gone', async () => {
  const { id } = await call(addPromo, fields('ONCE'), { as: admin })
  expect((await refusal(addPromo, fields('once'), { as: admin })).key).toBe('name_taken')
  await call(removePromo, { id }, { as: admin })
  expect((await refusal(changePromo, { id, ...fields('ONCE') }, { as: admin })).key).toBe('not_found')
  expect((await call(addPromo, fields('once'), { as: admin })).promoName).toBe('ONCE')
})

test('one that was removed is put back with what was counted, unless its name is taken', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await call(addPromo, fields('BACK', { minOrder: '0' }), { as: admin })
  await trips.bookWith(rider, carType, { promo: 'back' })
  await call(removePromo, { id }, { as: admin })
  expect((await trips.quote(carType, { promo: 'back' })).promo?.problem).toBe('promo_unknown')
  expect(await call(restorePromo, { id }, { as: admin })).toMatchObject({ id, promoName: 'BACK', userAvail: 1, version: 1 })
  expect((await trips.quote(carType, { promo: 'back' })).promo?.problem).not.toBe('promo_unknown')
  expect((await refusal(restorePromo, { id }, { as: admin })).key).toBe('not_found')
  await call(removePromo, { id }, { as: admin })
  await call(addPromo, fields('BACK'), { as: admin })
  expect((await refusal(restorePromo, { id }, { as: admin })).key).toBe('name_taken')
})

test('of two admins who change the same promo at once one is saved and the other is told; a use is no change', async () => {
  const { rider, carType } = await trips.cast()
  const { id, version } = await call(addPromo, fields('CONTESTED', { minOrder: '0' }), { as: admin })
  await trips.bookWith(rider, carType, { promo: 'contested' })
  const other = await make.admin()
  const change = (promoDescription: string, as: typeof admin) =>
    call(changePromo, { id, version, ...fields('CONTESTED', { promoDescription }) }, { as }).then(
      () => 'saved',
      (error) => error.key,
    )
  expect((await Promise.all([change('mine', admin), change('theirs', other)])).toSorted()).toEqual(['row_changed', 'saved'])
  const { promos } = await call(listPromos, {}, { as: admin })
  expect(promos.find((promo) => promo.id === id)?.version).toBe(version + 1)
})

test('a limit below what was used ends the promo', async () => {
  const { rider, carType } = await trips.cast()
  const { id } = await call(addPromo, fields('enough', { minOrder: '0' }), { as: admin })
  await trips.bookWith(rider, carType, { promo: 'enough' })
  await trips.bookWith(await make.rider(), carType, { promo: 'enough' })
  expect((await call(changePromo, { id, ...fields('enough', { promoUsageLimit: 1 }) }, { as: admin })).promoUsageLimit).toBe(2)
  expect((await trips.quote(carType, { promo: 'enough' })).promo?.problem).toBe('promo_used_up')
})

test('the desk is told at the price that its rider has used a code as often as one may; nobody else is told of others', async () => {
  const { rider, carType } = await trips.cast()
  await call(addPromo, fields('EACHONCE', { minOrder: '0', perUserLimit: 1 }), { as: admin })
  await trips.bookWith(rider, carType, { promo: 'eachonce' })
  const problemFor = async (as: typeof admin, customer: typeof rider) =>
    (await trips.quote(carType, { promo: 'eachonce', customer: customer.id }, as)).promo?.problem
  const other = await make.rider()
  expect([await problemFor(admin, rider), await problemFor(admin, other)]).toEqual(['promo_used_by_you', null])
  expect([await problemFor(other, rider), await problemFor(rider, other)]).toEqual([null, 'promo_used_by_you'])
})

test('while critical edits are locked a promo may be added, not changed or removed', async () => {
  await app.settings({ allowCriticalEditsAdmin: false })
  const { id } = await call(addPromo, fields('LOCKED'), { as: admin })
  expect((await refusal(changePromo, { id, ...fields('LOCKED') }, { as: admin })).key).toBe('demo_mode')
  expect((await refusal(removePromo, { id }, { as: admin })).key).toBe('demo_mode')
  expect((await refusal(restorePromo, { id }, { as: admin })).key).toBe('demo_mode')
  await app.settings({ allowCriticalEditsAdmin: true })
  expect((await refusal(listPromos, {}, { as: await make.rider() })).status).toBe(403)
})
