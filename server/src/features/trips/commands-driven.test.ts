import { getBookingRecord } from '@wayfare/contract/bookings-desk'
import { getReceipt } from '@wayfare/contract/bookings-receipt'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Notice } from '@wayfare/contract/live'
import { payBooking } from '@wayfare/contract/payments'
import { getWallet, proveLedger } from '@wayfare/contract/wallet'
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, placeAway, type TestUser } from '../../../test/make.ts'
import { listFixes, makeSend } from '../../../test/seen-rides.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, make } = app
const send = makeSend(app, trips)
const minute = 60_000

type Order = Parameters<typeof trips.bookWith>[3] & { money?: bigint; promised?: bigint }

/** A trip whose phone fell silent after a third of the way and came back once the driver had ended the trip. */
const endSilently = async ({ money = 0n, promised, ...order }: Order = {}, metres = 2800) => {
  const people = await trips.cast({ ratePerUnitDistanceMinor: 10_000n, minFareMinor: 1000n })
  if (money > 0n) await make.money(people.rider, money)
  const booking = await trips.bookWith(people.rider, people.carType, {}, order)
  const { id } = booking
  if (promised) await app.db.updateTable('booking').set({ estimateMinor: promised }).where('id', '=', id).execute()
  await trips.run(booking, people, 'STARTED')
  await trips.drivenFor(id, 7 * minute)
  const fixes = listFixes(metres)
  await send(people.driver, fixes.slice(0, 11))
  await make.position(people.driver, fixes[10] ?? jarntorget)
  const reached = await trips.reach(people.driver, id)
  return { ...people, id, reached, late: fixes.slice(11) }
}

const claimOf = ({ claim }: BookingView) => claim ?? expect.unreachable('there is no claim')

const measure = async () => {
  await sql`update graphile_worker._private_jobs set run_at = now() where key like 'measure:%'`.execute(app.db)
  await app.runJobs()
}
const distanceIn = (id: BookingId, as: TestUser) => trips.get(as, id).then(({ distance }) => distance)
const costIn = ({ tripCost }: BookingView): number => Number(tripCost)
const countPoints = async (id: BookingId): Promise<number> =>
  (await app.db.selectFrom('trackPoint').select('seq').where('bookingId', '=', id).where('device', '=', 'test-device').execute())
    .length
const booksHold = async () =>
  expect(await call(proveLedger, {}, { as: await make.admin() })).toMatchObject({ sum: '0.00', balancesAgree: true })

/** The notices to people, as keys and parameters. */
const told: { to: string; key: string; params: Record<string, string> }[] = []
const { bus } = app.deps
const publish = bus.publish.bind(bus)
bus.publish = (topic, message) => {
  const { notice } = message as { notice?: Notice }
  if (topic.startsWith('user.') && notice) told.push({ to: topic.slice(5), key: notice.key, params: notice.params })
  publish(topic, message)
}
const newsOf = (to: TestUser) => told.filter((each) => each.to === to.id && each.key.startsWith('notice_fare_measured_again'))
beforeEach(() => void told.splice(0))

describe('positions that come after the drop', () => {
  test('make the fare anew while nobody has paid: way, amounts, record and receipt agree, and both are told', async () => {
    const { rider, driver, id, reached, late } = await endSilently()
    expect(reached).toMatchObject({ status: 'REACHED', cashPaymentAmount: reached.tripCost })
    expect(reached.distance).toBeLessThan(1200)
    expect(await send(driver, late)).toMatchObject({ taken: 20, refused: 0 })
    expect(await countPoints(id)).toBe(31)
    await measure()
    const again = await trips.get(rider, id)
    expect(again).toMatchObject({ status: 'REACHED', tripEndTime: reached.tripEndTime, totalTripTime: reached.totalTripTime })
    expect(Math.abs(again.distance - 2800)).toBeLessThan(30)
    expect(again.version).toBeGreaterThan(reached.version)
    expect(costIn(again) - costIn(reached)).toBeCloseTo((again.distance - reached.distance) / 10, -1)
    expect(again.cashPaymentAmount).toBe(again.tripCost)
    expect(Math.abs(again.drop.lat - (late.at(-1)?.lat ?? 0))).toBeLessThan(1e-6)
    await app.readAll()
    expect(newsOf(rider)).toEqual([
      { to: rider.id, key: 'notice_fare_measured_again_rider', params: expect.objectContaining({ bookingId: id }) },
    ])
    expect(newsOf(driver)).toHaveLength(1)
    const { deeds } = await call(getBookingRecord, { id }, { as: await make.admin() })
    const change = { by: 'system', from: reached.tripCost, to: again.tripCost }
    expect(deeds.filter(({ what }) => what === 'priceChanged').at(-1)).toMatchObject(change)
    const paid = await trips.collect(driver, id)
    expect(paid).toMatchObject({ status: 'PAID', customerPaid: again.tripCost, driverShare: again.driverShare })
    expect(await call(getReceipt, { id }, { as: rider })).toMatchObject({ distance: again.distance, total: again.tripCost })
    await booksHold()
  })

  test('are kept but change nothing once it is paid', async () => {
    const { rider, driver, id, late } = await endSilently()
    const paid = await trips.collect(driver, id)
    expect(await send(driver, late)).toMatchObject({ taken: 20 })
    await measure()
    expect(await countPoints(id)).toBe(31)
    expect(await trips.get(rider, id)).toMatchObject({ version: paid.version, distance: paid.distance, coords: paid.coords })
    await app.readAll()
    expect(newsOf(rider)).toEqual([])
  })

  test('do not change what was paid between their coming and their measuring', async () => {
    const { rider, driver, id, late } = await endSilently()
    await send(driver, late)
    const paid = await trips.collect(driver, id)
    await measure()
    expect(await trips.get(rider, id)).toMatchObject({ status: 'PAID', distance: paid.distance, tripCost: paid.tripCost })
    await booksHold()
  })

  test('count once, however often they are sent', async () => {
    const { rider, driver, id, late } = await endSilently()
    await send(driver, late)
    await measure()
    const { version, distance } = await trips.get(rider, id)
    expect(await send(driver, late)).toMatchObject({ taken: 0 })
    await measure()
    expect(await trips.get(rider, id)).toMatchObject({ version, distance })
  })

  test('count as well where they come while the drop is being measured', async () => {
    const { geocoder } = app.deps.maps
    const reverse = geocoder.reverse.bind(geocoder)
    const people = await trips.cast()
    const booking = await trips.book(people.rider, people.carType)
    await trips.run(booking, people, 'STARTED')
    await trips.drivenFor(booking.id, 7 * minute)
    const fixes = listFixes(2800)
    await send(people.driver, fixes.slice(0, 11))
    await make.position(people.driver, fixes[10] ?? jarntorget)
    geocoder.reverse = async (place) => {
      geocoder.reverse = reverse
      await send(people.driver, fixes.slice(11))
      return reverse(place)
    }
    expect((await trips.reach(people.driver, booking.id)).distance).toBeLessThan(1200)
    await measure()
    expect(Math.abs((await distanceIn(booking.id, people.rider)) - 2800)).toBeLessThan(30)
  })

  test('of after the drop are not kept', async () => {
    const { driver, id, late } = await endSilently()
    const after = { ...late[0], seq: 99, at: Date.now(), accuracy: 5, ...placeAway(jarntorget, 2900, 0) }
    await send(driver, [after])
    expect(await countPoints(id)).toBe(11)
  })

  test('make the card’s amount anew until the rider has a card page open, which names one', async () => {
    const first = await endSilently({ paymentMode: 'card' })
    expect(first.reached.status).toBe('PENDING')
    await send(first.driver, first.late)
    await measure()
    const again = await trips.get(first.rider, first.id)
    expect(costIn(again)).toBeGreaterThan(costIn(first.reached) + 100)
    expect(again).toMatchObject({ status: 'PENDING', cardPaymentAmount: again.tripCost })
    expect(await trips.pay(first.rider, first.id)).toMatchObject({ status: 'PAID', customerPaid: again.tripCost })
    const second = await endSilently({ paymentMode: 'card' })
    await call(payBooking, { id: second.id, provider: 'test' }, { as: second.rider })
    await send(second.driver, second.late)
    await measure()
    expect(await trips.get(second.rider, second.id)).toMatchObject({ tripCost: second.reached.tripCost, status: 'PENDING' })
    await booksHold()
  })

  test('leave the amount also where a card was declined on that page, which takes another one for the same', async () => {
    const { rider, driver, id, reached, late } = await endSilently({ paymentMode: 'card' })
    const { payment } = await call(payBooking, { id, provider: 'test' }, { as: rider })
    await app.db.updateTable('payment').set({ status: 'failed' }).where('id', '=', payment.id).execute()
    await send(driver, late.slice(0, -1))
    await measure()
    expect(await trips.get(rider, id)).toMatchObject({ tripCost: reached.tripCost, status: 'PENDING' })
    // once nobody can pay there any more, the driven distance counts
    await app.db.updateTable('payment').set({ nextCheckAt: null }).where('id', '=', payment.id).execute()
    await send(driver, late.slice(-1))
    await measure()
    expect(costIn(await trips.get(rider, id))).toBeGreaterThan(costIn(reached) + 100)
  })

  test('pay the trip out of what the wallet holds where that is enough now', async () => {
    const { rider, driver, id, reached } = await endSilently({ useWallet: true, money: 20_000n }, 9000)
    expect(reached).toMatchObject({ status: 'REACHED' })
    expect(Number(reached.cashPaymentAmount)).toBeGreaterThan(0)
    await app.db.deleteFrom('trackPoint').where('bookingId', '=', id).where('device', '=', 'test-device').execute()
    await send(
      driver,
      listFixes(300).map((fix) => ({ ...fix, seq: fix.seq + 100 })),
    )
    await measure()
    const again = await trips.get(rider, id)
    expect(again).toMatchObject({ status: 'PAID', cashPaymentAmount: '0.00', usedWalletMoney: again.payableAmount })
    expect((await call(getWallet, {}, { as: rider })).balance).toBe((200 - Number(again.payableAmount)).toFixed(2))
    await booksHold()
  })
})

describe('a claim beyond the promise', () => {
  test('grows with what was driven, and keeps its time, as long as the desk has not answered it', async () => {
    const { rider, driver, id, reached, late } = await endSilently({ promised: 8000n })
    const first = claimOf(reached)
    await send(driver, late)
    await measure()
    const again = await trips.get(rider, id)
    expect(again.tripCost).toBe(reached.tripCost)
    expect(Number(claimOf(again).amount)).toBeGreaterThan(Number(first.amount) + 100)
    expect(claimOf(again)).toMatchObject({ state: 'open', openedAt: first.openedAt, lapsesAt: first.lapsesAt })
    await booksHold()
  })

  test('comes up where there was none, and goes where there is nothing to claim', async () => {
    const grown = await endSilently({ promised: 25_000n })
    expect(grown.reached.claim).toBeNull()
    await send(grown.driver, grown.late)
    await measure()
    const claimed = await trips.get(grown.rider, grown.id)
    expect(claimOf(claimed)).toMatchObject({ state: 'open', promised: '250.00' })
    expect(claimed.tripCost).toBe('325.00')
    const shrunk = await endSilently({ promised: 12_000n })
    expect(shrunk.reached.claim).not.toBeNull()
    await app.db.deleteFrom('trackPoint').where('bookingId', '=', shrunk.id).where('device', '=', 'test-device').execute()
    await send(shrunk.driver, listFixes(300).slice(11))
    await measure()
    const again = await trips.get(shrunk.rider, shrunk.id)
    expect(again).toMatchObject({ claim: null, status: 'REACHED' })
    expect(costIn(again)).toBeLessThan(156)
    await booksHold()
  })

  test('that the desk has answered keeps its trip as it was', async () => {
    const { rider, driver, id, reached, late } = await endSilently({ promised: 8000n })
    await app.db
      .updateTable('booking')
      .set({ claimState: 'refused', claimDecidedAt: new Date(), claimReason: 'No reason' })
      .where('id', '=', id)
      .execute()
    await send(driver, late)
    await measure()
    expect(await distanceIn(id, rider)).toBe(reached.distance)
  })
})
