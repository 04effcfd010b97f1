import { getTexts, listLanguages } from '@wayfare/contract/languages'
import * as accounts from '@wayfare/contract/sign-in'
import { listCancelReasons, listCarTypes } from '@wayfare/contract/catalog'
import { proveLedger } from '@wayfare/contract/wallet'
import { asId } from '@wayfare/core/ids'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { demoPassword } from './seed-people.ts'
import { seedDatabase } from './seed.ts'
import english from './texts/en.json' with { type: 'json' }
import { shippedTexts } from './shipped-texts.ts'

const app = await startApp({ config: { demo: true } })
await seedDatabase(app.db, { demo: true })

const count = async (table: 'appUser' | 'carType' | 'cancelReason' | 'language' | 'authCredential'): Promise<number> =>
  Number(
    (
      await app.db
        .selectFrom(table)
        .select((query) => query.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

it('lays a town with its car types, people and languages', async () => {
  const { carTypes } = await app.call(listCarTypes, {})
  expect(
    carTypes.map(({ name, baseFare, convenienceFees, convenienceFeeType }) => [
      name,
      baseFare,
      convenienceFees,
      convenienceFeeType,
    ]),
  ).toEqual([
    ['City', '45.00', '10.00', 'percentage'],
    ['Comfort', '55.00', '10.00', 'percentage'],
    ['Van', '75.00', '20.00', 'flat'],
  ])
  const people = await app.db
    .selectFrom('appUser')
    .select(['userType', 'demo', 'approved', 'carTypeId', 'fleetAdminId'])
    .execute()
  expect(people.every(({ demo, approved }) => demo && approved)).toBe(true)
  const drivers = people.filter(({ userType }) => userType === 'driver')
  expect(drivers).toHaveLength(10)
  expect(new Set(drivers.map(({ fleetAdminId }) => fleetAdminId))).toEqual(new Set(['demo-fleet']))
  expect(['city', 'comfort', 'van'].map((id) => drivers.filter(({ carTypeId }) => carTypeId === id).length)).toEqual([5, 3, 2])
})

it('lets everyone of the demo sign in with the password that is shown', async () => {
  const { demoSignIns } = await app.call(accounts.getSession, {})
  expect(demoSignIns).toHaveLength(15)
  for (const { email, password } of demoSignIns.slice(0, 3)) {
    expect((await app.call(accounts.signIn, { email, password })).me.email).toBe(email)
  }
  expect(await app.refusal(accounts.signIn, { email: 'admin@demo.wayfare.example', password: `${demoPassword}x` })).toMatchObject(
    { key: 'login_error' },
  )
})

it('gives each demo rider some money, once, and the books balance', async () => {
  const admin = await app.make.admin()
  const { accounts: all, balancesAgree, sum } = await app.call(proveLedger, {}, { as: admin })
  expect([balancesAgree, sum]).toEqual([true, '0.00'])
  expect(all.filter(({ owner }) => owner?.startsWith('demo-rider')).map(({ balance }) => balance)).toEqual([
    '1000.00',
    '1000.00',
    '1000.00',
  ])
})

it('changes nothing on a second run, nor what the operator changed', async () => {
  const tables = ['appUser', 'carType', 'cancelReason', 'language', 'authCredential'] as const
  const before = await Promise.all(tables.map(count))
  await app.db.updateTable('carType').set({ baseFareMinor: 9900n }).where('id', '=', asId<'carType'>('van')).execute()
  await app.db.deleteFrom('cancelReason').where('value', '=', 4).execute()
  await Promise.all([seedDatabase(app.db, { demo: true }), seedDatabase(app.db, { demo: true })])
  const admin = await app.make.admin()
  expect((await app.call(listCancelReasons, {}, { as: admin })).cancelReasons).toHaveLength(4)
  expect((await app.call(listCarTypes, {})).carTypes[2]?.baseFare).toBe('99.00')
  expect((await Promise.all(tables.map(count))).slice(1, 4)).toEqual([before[1], (before[2] ?? 0) - 1, before[3]])
})

it('stores no texts of its own: those of this version are read under what the operator wrote, which stays', async () => {
  const stored = await app.db.selectFrom('language').select('keyValuePairs').execute()
  expect(stored).toEqual(Object.keys(shippedTexts).map(() => ({ keyValuePairs: {} })))
  await app.db
    .updateTable('language')
    .set({ keyValuePairs: JSON.stringify({ our_own_key: 'ours', not_found: 'Nobody knows.' }) })
    .where('langLocale', '=', 'en')
    .execute()
  await seedDatabase(app.db, { demo: false })
  const { keyValuePairs } = await app.call(getTexts, { langLocale: 'en' })
  expect(keyValuePairs).toEqual({ ...english, our_own_key: 'ours', not_found: 'Nobody knows.' })
})

it('does not bring back a language that the operator deleted', async () => {
  const [spanish] = await app.db.deleteFrom('language').where('langLocale', '=', 'es').returningAll().execute()
  await seedDatabase(app.db, { demo: false })
  const { languages: left } = await app.call(listLanguages, {})
  expect(left.map(({ langLocale }) => langLocale).toSorted()).toEqual(
    Object.keys(shippedTexts)
      .filter((tag) => tag !== 'es')
      .toSorted(),
  )
  if (spanish)
    await app.db
      .insertInto('language')
      .values({ ...spanish, keyValuePairs: '{}', copiedPairs: '{}' })
      .execute()
})

it('offers every language with texts of this version, English as the default, Arabic from right to left', async () => {
  const { languages } = await app.call(listLanguages, {})
  expect(languages.map(({ langLocale }) => langLocale).toSorted()).toEqual(Object.keys(shippedTexts).toSorted())
  expect(languages.filter((one) => one.default).map(({ langLocale }) => langLocale)).toEqual(['en'])
  expect(languages.find(({ langLocale }) => langLocale === 'ar')).toMatchObject({ direction: 'rtl' })
})

it('gives the English text for what a language lacks, and 404 for a language that is not there', async () => {
  const { keyValuePairs } = await app.call(getTexts, { langLocale: 'ar' })
  expect(Object.keys(keyValuePairs)).toEqual(expect.arrayContaining(Object.keys(english)))
  expect(await app.refusal(getTexts, { langLocale: 'xx' })).toMatchObject({ status: 404, key: 'not_found' })
})

it('takes country and time zone from the city of its operator, and never changes them later', async () => {
  const town = await startApp({ config: { demo: false } })
  await seedDatabase(town.db, { demo: false, region: { country: 'PT', timeZone: 'Europe/Lisbon' } })
  await seedDatabase(town.db, { demo: false, region: { country: 'MC', timeZone: 'Europe/Monaco' } })
  const { data } = await town.db.selectFrom('setting').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({ country: 'PT', restrictCountry: 'PT', timeZone: 'Europe/Lisbon' })
})

it('asks prices that suit the city, in the money of its country', async () => {
  const town = await startApp({ config: { demo: true } })
  await seedDatabase(town.db, { demo: true, region: { country: 'PT', timeZone: 'Europe/Lisbon' } })
  const { data } = await town.db.selectFrom('setting').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({ code: 'EUR', symbol: '€', swipeSymbol: true, decimal: 2, topUpMin: 1, topUpMax: 1000 })
  const { carTypes } = await town.call(listCarTypes, {})
  expect(carTypes.map((one) => [one.name, one.baseFare, one.ratePerUnitDistance, one.ratePerHour, one.minFare])).toEqual([
    ['City', '3.00', '0.90', '22.00', '6.50'],
    ['Comfort', '3.50', '1.10', '25.00', '8.00'],
    ['Van', '5.00', '1.30', '30.00', '11.00'],
  ])
  expect(carTypes[2]?.convenienceFees).toBe('1.40')
  expect(carTypes.map(({ cancelSlabs }) => cancelSlabs)).toEqual([1, 2, 3].map(() => [{ minsDelayed: 3, amount: '2.00' }]))
  const promo = await town.db.selectFrom('promo').selectAll().executeTakeFirstOrThrow()
  expect([promo.description, promo.maxDiscountMinor]).toEqual(['10 % off, at most 3.50 €', 350n])
  const wallets = await town.db.selectFrom('ledgerAccount').select('balanceMinor').where('kind', '=', 'wallet').execute()
  expect(wallets.map(({ balanceMinor }) => balanceMinor)).toEqual([7000n, 7000n, 7000n])
})

it('counts in the currency that a new town is given, and never in another later', async () => {
  const town = await startApp({ config: { demo: true } })
  await seedDatabase(town.db, { demo: true, currency: 'ZAR' })
  await seedDatabase(town.db, { demo: true, currency: 'JPY' })
  const { data } = await town.db.selectFrom('setting').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({ code: 'ZAR', symbol: 'R', decimal: 2, swipeSymbol: false, country: 'SE' })
  const accounts = await town.db.selectFrom('ledgerAccount').select(['currency', 'balanceMinor']).execute()
  expect(accounts.map(({ currency }) => currency)).toEqual(['ZAR', 'ZAR', 'ZAR', 'ZAR'])
})
