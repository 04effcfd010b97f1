// Every collection and field that the specification's client listens to has a topic here, on which a change is heard.
import { addCarType, listCancelReasons, saveCancelReasons } from '@wayfare/contract/catalog'
import { sendChat } from '@wayfare/contract/chat'
import { updatePerson } from '@wayfare/contract/people-edit'
import { updateProfile } from '@wayfare/contract/people-profile'
import { addLanguage } from '@wayfare/contract/languages-admin'
import type { Topic } from '@wayfare/contract/live'
import { addCampaign } from '@wayfare/contract/messages-campaigns'
import { addPromo } from '@wayfare/contract/promos'
import { saveSettings } from '@wayfare/contract/settings'
import { sendPositions } from '@wayfare/contract/trips'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { describe, expect, it } from 'vitest'
import { startApp } from './harness.ts'
import { makeConnect } from './live.ts'
import { jarntorget, type TestUser } from './make.ts'
import { makeTrips } from './trips.ts'

const app = await startApp()
const { call, make } = app
const trips = makeTrips(app)
const address = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => address)
const admin = await make.admin()
const as = admin
const bank = { bankName: 'Handelsbanken', bankCode: '6112', bankAccount: '123 456 789' }
const tariff = { image: '/images/cars/city.svg', baseFare: '1', ratePerUnitDistance: '1', ratePerHour: '1', minFare: '1' }

/** What is heard on a topic after a change: the names of the events, and all that came as text. */
const hear = async (who: TestUser | null, topic: Topic, change: () => Promise<unknown>, what: string) => {
  const page = await connect(who)
  await page.subscribe(topic)
  const before = page.frames.length
  await change()
  await app.readAll()
  await expect.poll(() => JSON.stringify(page.frames.slice(before))).toContain(what)
}

describe('a listener on', () => {
  it('bookings hears of a new one', async () => {
    const { rider, carType } = await trips.cast()
    await hear(admin, 'bookings', () => trips.book(rider, carType), '"status":"NEW"')
  })
  it('settings hears what was saved', () =>
    hear(null, 'settings', () => call(saveSettings, { appName: 'Heard' }, { as }), '"appName":"Heard"'))
  it('car types hears of a new one', () =>
    hear(
      null,
      'carTypes',
      () => call(addCarType, { name: 'Heard', ...tariff, convenienceFees: '0', convenienceFeeType: 'flat' }, { as }),
      '"name":"Heard"',
    ))
  it('promos is told to read again', () =>
    hear(
      admin,
      'promos',
      () => call(addPromo, { promoName: 'HEARD', promoDiscountType: 'flat', promoDiscountValue: '5' }, { as }),
      '"name":"promos"',
    ))
  it('notifications is told to read again', () =>
    hear(
      admin,
      'notifications',
      () => call(addCampaign, { title: 'Hello', body: 'Town', deviceType: 'All', userType: 'All' }, { as }),
      '"name":"notifications"',
    ))
  it('users is told to read again', async () => {
    const { id } = await make.rider()
    await hear(admin, 'people', () => call(updatePerson, { id, firstName: 'Heard' }, { as }), '"name":"people"')
  })
  it('languages hears of a new one', () =>
    hear(null, 'languages', () => call(addLanguage, { langName: 'Suomi', langLocale: 'fi', dateLocale: 'fi' }, { as }), 'Suomi'))
  it('withdraws is told to read again', async () => {
    const driver = await make.driver(bank)
    await make.money(driver, 10_000n)
    await hear(admin, 'withdraws', () => call(requestWithdraw, { amount: '10' }, { as: driver }), '"name":"withdraws"')
  })
  it('cancel reasons hears the list', async () => {
    const { version } = await call(listCancelReasons, {}, { as })
    await hear(
      await make.rider(),
      'cancelReasons',
      () => call(saveCancelReasons, { reasons: ['Heard'], version }, { as }),
      'Heard',
    )
  })
  it('a chat hears what the other writes', async () => {
    const { rider, driver, id } = await trips.trip('ACCEPTED')
    const write = () => call(sendChat, { id, message: 'Heard', clientKey: app.deps.newId() }, { as: driver })
    await hear(rider, `chat:${id}`, write, 'Heard')
  })
  it('a tracked trip hears where the driver is', async () => {
    const { rider, driver, id } = await trips.trip('ACCEPTED')
    const sentAt = app.deps.now().getTime()
    const fix = { seq: 1, at: sentAt, lat: jarntorget.lat, lng: jarntorget.lng }
    const move = () => call(sendPositions, { device: 'test-device', sentAt, fixes: [fix] }, { as: driver })
    await hear(rider, `booking:${id}`, move, '"type":"position"')
  })
})

describe('on the own record one hears of', () => {
  it('the queue', async () => {
    const { driver, id } = await trips.trip('NEW')
    await app.settle()
    await hear(driver, 'me', () => trips.accept(driver, id), '"queue":true')
  })
  it('the balance of the wallet', async () => {
    const rider = await make.rider()
    await hear(rider, 'me', () => call(addToWallet, { user: rider.id, amount: '77' }, { as }), '"walletBalance":"77.00"')
  })
  it('the ratings', async () => {
    const { driver, rider, id } = await trips.trip('PAID')
    await hear(driver, 'me', () => trips.rate(rider, id, 4), '"userRating":4')
  })
  it('the mobile number', async () => {
    const rider = await make.rider({ loginType: 'mobile' })
    const names = { firstName: 'Astrid', lastName: 'Lind' }
    const change = () => call(updateProfile, { ...names, mobile: '+46701740688' }, { as: rider })
    await hear(rider, 'me', change, '+46701740688')
  })
})
