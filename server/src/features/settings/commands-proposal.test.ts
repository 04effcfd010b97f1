import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { applyCityProposal, getCityProposal } from '@wayfare/contract/settings-proposal'
import { addPromo } from '@wayfare/contract/promos'
import { changeCarType, listCarTypes } from '@wayfare/contract/catalog'
import { listAudit } from '@wayfare/contract/audit'
import { expect, it } from 'vitest'
import type { Cities } from '../../adapters/ports-cities.ts'
import { startApp } from '../../../test/harness.ts'
import { seedDatabase } from '../../db/seed.ts'
import { inTx } from '../../db/tx.ts'
import { writePosting } from '../wallet/post.ts'

const porto = { dataset: 'porto', name: 'Porto', country: 'PT', timeZone: 'Europe/Lisbon', isDemo: false }

/** An installation without bookings in which another city was just activated. */
const open = async (city: Partial<typeof porto> = {}) => {
  const app = await startApp()
  await seedDatabase(app.db, { demo: false })
  const served = { ...porto, ...city }
  app.deps.maps.cities = { list: () => ({ active: 'porto', cities: [served] }) } as unknown as Cities
  const admin = await app.make.admin()
  const read = () => app.call(getCityProposal, {}, { as: admin })
  const apply = (input: Parameters<typeof app.call<typeof applyCityProposal>>[1]) =>
    app.call(applyCityProposal, input, { as: admin })
  const refused = (input: Parameters<typeof app.call<typeof applyCityProposal>>[1]) =>
    app.refusal(applyCityProposal, input, { as: admin })
  return { app, admin, read, apply, refused }
}

const cityAmounts = async (app: Awaited<ReturnType<typeof startApp>>) => {
  const [city] = (await app.call(listCarTypes, {})).carTypes
  return [city?.baseFare, city?.ratePerUnitDistance, city?.ratePerHour, city?.minFare]
}

it('proposes country, clock, money and prices, and takes all of them over at once', async () => {
  const { app, admin, read, apply } = await open()
  const { seen, ...proposal } = await read()
  expect(proposal).toMatchObject({
    city: { name: 'Porto', country: 'PT' },
    parts: ['country', 'timeZone', 'prices'],
    today: { code: 'SEK', country: 'SE' },
    proposed: { code: 'EUR', symbol: '€', country: 'PT', restrictCountry: 'PT', timeZone: 'Europe/Lisbon' },
    pricesStay: false,
  })
  expect(proposal.carTypes[0]).toMatchObject({ name: 'City', baseFare: { today: '45.00', proposed: '3.00' } })
  expect(await cityAmounts(app)).toEqual(['45.00', '13.00', '320.00', '95.00'])

  const { settings } = await apply({ parts: ['country', 'timeZone', 'prices'], seen })
  expect(settings).toMatchObject({ code: 'EUR', decimal: 2, country: 'PT', timeZone: 'Europe/Lisbon', topUpMin: 1 })
  await app.readAll()
  expect(await cityAmounts(app)).toEqual(['3.00', '0.90', '22.00', '6.50'])
  expect((await read()).parts).toEqual([])
  const { entries } = await app.call(listAudit, {}, { as: admin })
  expect(entries[0]).toMatchObject({
    action: 'settings.applyProposal',
    before: { code: 'SEK', country: 'SE' },
    after: { code: 'EUR', country: 'PT' },
  })
  const car = entries.find(({ action }) => action === 'catalog.changeCarType')
  expect(car).toMatchObject({ before: { baseFare: expect.any(String) }, after: { baseFare: expect.any(String) } })
  expect(entries.filter(({ action }) => action === 'catalog.changeCarType')).toHaveLength(proposal.carTypes.length)
})

it('proposes other prices in the same currency, too, where people pay more', async () => {
  const { app, admin, read, apply } = await open()
  await apply({ parts: ['country', 'timeZone', 'prices'], seen: (await read()).seen })
  const monaco = { ...porto, name: 'Monaco', country: 'MC', timeZone: 'Europe/Monaco' }
  app.deps.maps.cities = { list: () => ({ active: 'porto', cities: [monaco] }) } as unknown as Cities
  const { parts, carTypes, seen } = await read()
  expect(parts).toEqual(['country', 'timeZone', 'prices'])
  expect(carTypes[0]?.baseFare).toEqual({ today: '3.00', proposed: '3.50' })
  await apply({ parts, seen })
  await app.readAll()
  expect((await cityAmounts(app))[0]).toBe('3.50')
  expect((await read()).parts).toEqual([])
  const { settings } = await app.call(getAllSettings, {}, { as: admin })
  expect([settings.code, settings.country]).toEqual(['EUR', 'MC'])
})

it('carries what the operator has changed: tariffs, fees and promo codes', async () => {
  const { app, admin, read, apply } = await open()
  const [city] = (await app.call(listCarTypes, {})).carTypes
  if (!city) throw new Error('there is no car type')
  const { id, version: _version, createdAt: _at, ...fields } = city
  await app.call(changeCarType, { ...fields, id, baseFare: '90.00' }, { as: admin })
  const promo = { promoName: 'TEN', promoDescription: '', promoDiscountType: 'flat', promoDiscountValue: '100.00' } as const
  const limits = {
    maxPromoDiscountValue: null,
    minOrder: '200.00',
    promoValidity: null,
    promoUsageLimit: null,
    perUserLimit: null,
  }
  await app.call(addPromo, { ...promo, ...limits }, { as: admin })
  await apply({ parts: ['country', 'prices'], seen: (await read()).seen })
  await app.readAll()
  expect((await cityAmounts(app))[0]).toBe('6.00')
  const [row] = await app.db.selectFrom('promo').selectAll().execute()
  expect([row?.discountValue, row?.minOrderMinor]).toEqual([700n, 1400n])
  const { entries } = await app.call(listAudit, {}, { as: admin })
  expect(entries.find(({ action }) => action === 'promos.change')).toMatchObject({
    before: { promoDiscountValue: '100.00' },
    after: { promoDiscountValue: '7.00' },
  })
})

it('takes over only what was ticked, prices never without their country, and nothing that was not proposed', async () => {
  const { app, read, apply, refused } = await open()
  expect((await refused({ parts: ['prices'], seen: (await read()).seen })).key).toBe('bad_request')
  const { settings } = await apply({ parts: ['timeZone'], seen: (await read()).seen })
  expect(settings).toMatchObject({ timeZone: 'Europe/Lisbon', country: 'SE', code: 'SEK' })
  expect(await cityAmounts(app)).toEqual(['45.00', '13.00', '320.00', '95.00'])
  const { parts, seen } = await read()
  expect(parts).toEqual(['country', 'prices'])
  expect((await refused({ parts: ['timeZone'], seen })).key).toBe('bad_request')
})

it('changes nothing when anybody changed settings or car types meanwhile', async () => {
  const { app, admin, read, refused } = await open()
  const { seen } = await read()
  await app.call(saveSettings, { appName: 'Tripeiro' }, { as: admin })
  expect(await refused({ parts: ['country'], seen })).toMatchObject({ status: 409, key: 'row_changed' })
  const { settings } = await app.call(getAllSettings, {}, { as: admin })
  expect([settings.country, settings.appName]).toEqual(['SE', 'Tripeiro'])
})

it('leaves currency and prices as soon as anything is booked or posted, and says so; the rest can still be had', async () => {
  const { app, admin, read, apply, refused } = await open()
  await inTx(app.deps, (tx) =>
    writePosting(tx, 'SEK', {
      kind: 'Credit',
      reference: 'AdminCredit',
      once: 'test',
      legs: [
        { account: { kind: 'wallet', owner: admin.id }, amount: 100n },
        { account: { kind: 'promotions' }, amount: -100n },
      ],
    }),
  )
  const { pricesStay, seen } = await read()
  expect(pricesStay).toBe(true)
  expect(await refused({ parts: ['country', 'prices'], seen })).toMatchObject({ status: 409, key: 'currency_in_use' })
  expect((await apply({ parts: ['country'], seen })).settings).toMatchObject({ country: 'PT', code: 'SEK' })
})

it('is silent where the city suits, on the map of the demo, and where the map comes from elsewhere', async () => {
  const { app, read } = await open({ country: 'SE', timeZone: 'Europe/Stockholm' })
  expect((await read()).parts).toEqual([])
  app.deps.maps.cities = { list: () => ({ active: 'porto', cities: [{ ...porto, isDemo: true }] }) } as unknown as Cities
  expect(await read(), 'the map of the demo stands in for one to come').toMatchObject({ city: null, parts: [] })
  delete app.deps.maps.cities
  expect(await read()).toMatchObject({ city: null, parts: [] })
})

it('proposes what suits a place that is asked for, before there is a city of one’s own', async () => {
  const { app, admin, read, apply, refused } = await open({ isDemo: true })
  expect((await read()).parts).toEqual([])
  const lima = { country: 'PE', timeZone: 'America/Lima' }
  const ask = (place: object) => app.call(getCityProposal, place, { as: admin })
  const { parts, proposed, seen } = await ask(lima)
  expect([parts, proposed.code, proposed.timeZone]).toEqual([['country', 'timeZone', 'prices'], 'PEN', 'America/Lima'])
  expect((await refused({ parts, seen })).key).toBe('row_changed')
  const { settings } = await apply({ ...lima, parts, seen })
  expect([settings.code, settings.country, settings.timeZone]).toEqual(['PEN', 'PE', 'America/Lima'])
  await app.readAll()
  expect((await cityAmounts(app))[0]).toBe('10.00')
  expect((await ask(lima)).parts).toEqual([])
})

it('refuses a place that is none', async () => {
  const { app, admin } = await open()
  const ask = async (place: object) => (await app.refusal(getCityProposal, place, { as: admin })).key
  expect(await ask({ country: 'XX' })).toBe('proper_country')
  expect(await ask({ timeZone: 'Mars/Olympus' })).toBe('proper_time_zone')
})
