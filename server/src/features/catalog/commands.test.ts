import {
  addCarType,
  changeCarType,
  listCancelReasons,
  listCarTypes,
  removeCarType,
  saveCancelReasons,
} from '@wayfare/contract/catalog'
import type { InputOf } from '@wayfare/contract/endpoint'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
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

test('reasons are saved as a whole and numbered from zero', async () => {
  await call(saveCancelReasons, { reasons: ['Late', 'Changed plans', 'Other'] }, { as: admin })
  const { cancelReasons } = await call(saveCancelReasons, { reasons: ['Other', 'Late'] }, { as: admin })
  expect(cancelReasons).toEqual([
    { value: 0, label: 'Other' },
    { value: 1, label: 'Late' },
  ])
  expect((await call(listCancelReasons, {}, { as: admin })).cancelReasons).toEqual(cancelReasons)
  expect((await refusal(saveCancelReasons, { reasons: ['A', 'A'] }, { as: admin })).key).toBe('name_taken')
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
  expect((await refusal(saveCancelReasons, { reasons: [] }, { as: admin })).key).toBe('demo_mode')
  await app.settings({ allowCriticalEditsAdmin: true })
})
