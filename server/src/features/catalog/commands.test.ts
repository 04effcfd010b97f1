import {
  addCarType,
  changeCarType,
  listCancelReasons,
  listCarTypes,
  removeCarType,
  restoreCarType,
  saveCancelReasons,
} from '@wayfare/contract/catalog'
import { getSupply } from '@wayfare/contract/dispatch'
import type { InputOf } from '@wayfare/contract/endpoint'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const { call, refusal, make } = app
const admin = await make.admin()
const trips = makeTrips(app)

const fields = (name: string, part: Partial<InputOf<typeof addCarType>> = {}): InputOf<typeof addCarType> => ({
  name,
  image: '/images/cars/van.svg',
  extraInfo: '7 seats',
  baseFare: '45.50',
  ratePerUnitDistance: '13',
  ratePerHour: '320',
  minFare: '95',
  convenienceFees: '12.5',
  convenienceFeeType: 'percentage',
  ...part,
})

test('a car type is added at the end with its choices, and everyone sees it', async () => {
  const extras = { parcelTypes: [{ description: 'Box', amount: '40' }], cancelSlabs: [{ minsDelayed: 3, amount: '25' }] }
  const added = await call(addCarType, fields('Boxer', { category: 'delivery', ...extras }), { as: admin })
  expect(added).toMatchObject({ convenienceFees: '12.50', baseFare: '45.50', category: 'delivery' })
  const { carTypes } = await call(listCarTypes, {})
  expect(carTypes.at(-1)).toEqual(added)
  expect(added.parcelTypes).toEqual([{ description: 'Box', amount: '40.00' }])
  expect(added.cancelSlabs).toEqual([{ minsDelayed: 3, amount: '25.00' }])
})

const extra = (description: string) => ({ description, amount: '40' })

test('parcel types and options are of what carries parcels; those that a taxi has from before can go one by one', async () => {
  for (const lists of [{ parcelTypes: [extra('Box')] }, { options: [extra('Stairs')] }])
    expect((await refusal(addCarType, fields('Taxi with boxes', lists), { as: admin })).key).toBe('taxi_has_no_parcels')
  const parcelTypes = [extra('Box'), extra('Bag')]
  const { id } = await call(addCarType, fields('Van', { category: 'delivery', parcelTypes }), { as: admin })
  const asTaxi = fields('Van', { parcelTypes })
  expect((await refusal(changeCarType, { id, ...asTaxi }, { as: admin })).key).toBe('taxi_has_no_parcels')
  await app.db.updateTable('carType').set({ category: 'taxi' }).where('id', '=', id).execute()
  const left = await call(changeCarType, { id, ...fields('Van', { parcelTypes: [extra('Box')] }) }, { as: admin })
  expect(left.parcelTypes.map(({ description }) => description)).toEqual(['Box'])
})

test('a flat fee is an amount, which may be above a hundred', async () => {
  const flat = fields('Flat', { convenienceFees: '150', convenienceFeeType: 'flat' })
  const added = await call(addCarType, flat, { as: admin })
  expect([added.convenienceFees, added.convenienceFeeType]).toEqual(['150.00', 'flat'])
  expect((await trips.quote(added.id)).lines).toMatchObject({ convenienceFees: '150.00' })
})

test('a change holds for new estimates, not for bookings that were made', async () => {
  const { rider, carType } = await trips.cast()
  const booking = await trips.book(rider, carType)
  await call(changeCarType, { id: carType, ...fields(`City ${carType}`, { minFare: '9000' }) }, { as: admin })
  expect((await trips.get(rider, booking.id)).estimate).toBe(booking.estimate)
  expect((await trips.quote(carType)).lines.minimumApplied).toBe(true)
})

const twice = [
  { description: 'A', amount: '1' },
  { description: 'A', amount: '2' },
]

test.each([
  ['an amount with more digits than the currency', { baseFare: '1.234' }, 'proper_amount'],
  ['a percentage above 100', { convenienceFees: '100.01' }, 'proper_amount'],
  ['a negative amount', { minFare: '-1' }, 'bad_request'],
  ['an image from elsewhere', { image: 'https://example.com/car.png' }, 'bad_request'],
  ['no name', { name: '  ' }, 'bad_request'],
  ['the same choice twice', { options: twice }, 'name_taken'],
  [
    'a choice that differs by letter case alone',
    { options: [...twice.slice(1), { description: 'a', amount: '1' }] },
    'name_taken',
  ],
  [
    'two slabs with equal minutes',
    {
      cancelSlabs: [
        { minsDelayed: 5, amount: '1' },
        { minsDelayed: 5, amount: '2' },
      ],
    },
    'name_taken',
  ],
])('%s is refused and changes nothing', async (_name, part, key) => {
  const before = (await call(listCarTypes, {})).carTypes.length
  expect((await refusal(addCarType, fields('Wrong', part), { as: admin })).key).toBe(key)
  expect((await call(listCarTypes, {})).carTypes).toHaveLength(before)
})

test('two car types cannot share a name, however close in time', async () => {
  const outcomes = await Promise.all(
    [1, 2, 3].map(() =>
      call(addCarType, fields('Twin'), { as: admin }).then(
        () => 'added',
        (error) => error.key,
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['added', 'name_taken', 'name_taken'])
})

test('one that a driver drives stays, another goes', async () => {
  const { carType } = await trips.cast()
  expect((await refusal(removeCarType, { id: carType }, { as: admin })).key).toBe('car_type_in_use')
  const { id } = await call(addCarType, fields('Short-lived'), { as: admin })
  await call(removeCarType, { id }, { as: admin })
  expect((await refusal(removeCarType, { id }, { as: admin })).key).toBe('not_found')
})

test('one that was removed is put back as it was, in its place, unless its name is taken', async () => {
  const added = await call(addCarType, fields('Back', { cancelSlabs: [{ minsDelayed: 5, amount: '10' }] }), { as: admin })
  await call(addCarType, fields('Behind'), { as: admin })
  const before = await call(listCarTypes, {})
  await call(removeCarType, { id: added.id }, { as: admin })
  expect((await call(listCarTypes, {})).carTypes.map(({ id }) => id)).not.toContain(added.id)
  expect((await refusal(changeCarType, { id: added.id, ...fields('Back') }, { as: admin })).key).toBe('not_found')
  expect(await call(restoreCarType, { id: added.id }, { as: admin })).toEqual(added)
  expect(await call(listCarTypes, {})).toEqual(before)
  expect((await refusal(restoreCarType, { id: added.id }, { as: admin })).key).toBe('not_found')
  await call(removeCarType, { id: added.id }, { as: admin })
  await call(addCarType, fields('Back'), { as: admin })
  expect((await refusal(restoreCarType, { id: added.id }, { as: admin })).key).toBe('name_taken')
})

test('nobody books or drives one that was removed', async () => {
  const { id } = await call(addCarType, fields('Gone'), { as: admin })
  expect((await trips.quote(id)).lines).toBeDefined()
  await call(removeCarType, { id }, { as: admin })
  await expect(trips.quote(id)).rejects.toMatchObject({ key: 'select_proper' })
  const { carTypes } = await call(getSupply, { lat: jarntorget.lat, lng: jarntorget.lng }, { as: admin })
  expect(carTypes.map(({ carType }) => carType)).not.toContain(id)
})

const outcomeOf = (saving: Promise<unknown>): Promise<string> =>
  saving.then(
    () => 'saved',
    (error) => error.key,
  )

test('of two admins who change the same car type at once one is saved and the other is told', async () => {
  const { id, version } = await call(addCarType, fields('Contested'), { as: admin })
  const other = await make.admin()
  const change = (extraInfo: string, as: typeof admin) =>
    outcomeOf(call(changeCarType, { id, version, ...fields('Contested', { extraInfo }) }, { as }))
  expect((await Promise.all([change('mine', admin), change('theirs', other)])).toSorted()).toEqual(['row_changed', 'saved'])
  const now = (await call(listCarTypes, {})).carTypes.find((row) => row.id === id)
  expect(now?.version).toBe(version + 1)
  expect(await outcomeOf(call(changeCarType, { id, version: version + 1, ...fields('Contested') }, { as: admin }))).toBe('saved')
})

test('of two admins who save the reasons at once one is saved and the other is told', async () => {
  const { version } = await call(listCancelReasons, {}, { as: admin })
  const save = (reason: string) => outcomeOf(call(saveCancelReasons, { reasons: [reason], version }, { as: admin }))
  expect((await Promise.all([save('First'), save('Second')])).toSorted()).toEqual(['row_changed', 'saved'])
  const now = await call(listCancelReasons, {}, { as: admin })
  expect([now.version, now.cancelReasons.length]).toEqual([version + 1, 1])
})

test('reasons are saved as a whole and numbered from zero', async () => {
  await call(saveCancelReasons, { reasons: ['Late', 'Changed plans', 'Other'] }, { as: admin })
  const { cancelReasons, version } = await call(saveCancelReasons, { reasons: ['Other', 'Late'] }, { as: admin })
  expect(cancelReasons).toEqual([
    { value: 0, label: 'Other' },
    { value: 1, label: 'Late' },
  ])
  expect(await call(listCancelReasons, {}, { as: admin })).toEqual({ cancelReasons, version })
  for (const reasons of [
    ['A', 'A'],
    ['Too late', 'TOO  late'],
  ])
    expect((await refusal(saveCancelReasons, { reasons }, { as: admin })).key).toBe('name_taken')
  expect((await refusal(saveCancelReasons, { reasons: [] }, { as: admin })).key).toBe('cancel_reason_needed')
  expect(await call(listCancelReasons, {}, { as: admin })).toEqual({ cancelReasons, version })
})

test('only an admin changes them, and while critical edits are locked only a car type may be added', async () => {
  for (const as of [await make.rider(), await make.driver(), await make.fleetAdmin()]) {
    expect((await refusal(addCarType, fields('Mine'), { as })).status).toBe(403)
    expect((await refusal(saveCancelReasons, { reasons: [] }, { as })).status).toBe(403)
  }
  await app.settings({ allowCriticalEditsAdmin: false })
  const { id } = await call(addCarType, fields('Locked'), { as: admin })
  expect((await refusal(changeCarType, { id, ...fields('Locked') }, { as: admin })).key).toBe('demo_mode')
  expect((await refusal(removeCarType, { id }, { as: admin })).key).toBe('demo_mode')
  expect((await refusal(restoreCarType, { id }, { as: admin })).key).toBe('demo_mode')
  expect((await refusal(saveCancelReasons, { reasons: [] }, { as: admin })).key).toBe('demo_mode')
  await app.settings({ allowCriticalEditsAdmin: true })
})
