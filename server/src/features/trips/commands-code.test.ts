// The rider's code: there are only five wrong attempts.
import { listAlerts } from '@wayfare/contract/desk'
import type { Notice } from '@wayfare/contract/live'
import { startForDriver, startTrip } from '@wayfare/contract/trips'
import type { BookingId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app

const triesOf = async (id: BookingId) =>
  (await app.db.selectFrom('booking').select('otpTries').where('id', '=', id).executeTakeFirstOrThrow()).otpTries

test('five wrong codes are all there are, also at once, and then not even the right one starts the trip', async () => {
  const { rider, driver, carType, booking, id } = await trips.trip('ARRIVED')
  const said = (otp: string | null, as = driver) => refusal(startTrip, { id, otp }, { as })
  // strangers, texts that are no code, and codes sent before the driver has arrived use up no attempts
  const stranger = await make.driver({ carType, at: jarntorget })
  expect((await said('00000', stranger)).key).toBe('not_found')
  for (const nothing of [null, '']) expect((await said(nothing)).key).toBe('wrong_otp')
  expect(await triesOf(id)).toBe(0)
  const wrong = Array.from({ length: 12 }, (_none, at) => String(10_000 + at)).filter((code) => code !== booking.otp)
  const answers = await Promise.all(wrong.map((code) => said(code)))
  expect(answers.filter(({ key }) => key === 'wrong_otp')).toHaveLength(4)
  expect(answers.filter(({ key }) => key === 'otp_tries_used')).toHaveLength(wrong.length - 4)
  expect(await triesOf(id)).toBe(5)
  expect(await said(booking.otp)).toMatchObject({ key: 'otp_tries_used', status: 409 })
  expect(await trips.get(rider, id)).toMatchObject({ status: 'ARRIVED', otpLocked: true })
})

test('a right code before the fifth starts the trip, and a repeat under the same key is counted as it is', async () => {
  const { driver, booking, id } = await trips.trip('ARRIVED')
  for (let at = 0; at < 4; at++)
    expect((await refusal(startTrip, { id, otp: '00000' }, { as: driver, once: `try-${at}` })).key).toBe('wrong_otp')
  expect((await trips.start(driver, id, booking.otp)).status).toBe('STARTED')
  expect((await refusal(startTrip, { id, otp: '00000' }, { as: driver })).key).toBe('wrong_step')
  expect(await triesOf(id)).toBe(4)
})

test('the desk hears of it and starts the trip, on paper, and nobody else and not before', async () => {
  const { rider, driver, id } = await trips.trip('ARRIVED')
  const [admin, boss] = [await make.admin(), await make.fleetAdmin()]
  await app.db.updateTable('booking').set({ fleetAdminId: boss.id }).where('id', '=', id).execute()
  const heard: string[] = []
  for (const { id: who } of [rider, admin, boss])
    app.deps.bus.subscribe(`user.${who}`, (message) => {
      const { kind, notice } = message as { kind: string; notice: Notice }
      if (kind === 'notice' && notice.bookingId === id && notice.key.includes('code')) heard.push(notice.key)
    })
  expect(await refusal(startForDriver, { id }, { as: admin })).toMatchObject({ key: 'wrong_step' })
  for (let at = 0; at < 5; at++) await refusal(startTrip, { id, otp: '00000' }, { as: driver })
  await app.settle()
  expect(heard.toSorted()).toEqual(['notice_code_locked_desk', 'notice_code_locked_desk', 'notice_code_locked_rider'])
  for (const as of [admin, boss])
    expect(
      (await call(listAlerts, {}, { as })).alerts.filter(({ bookingId }) => bookingId === id).map(({ kind }) => kind),
    ).toEqual(['codeLocked'])
  for (const as of [rider, driver, boss])
    expect(await refusal(startForDriver, { id }, { as })).toMatchObject({ key: 'forbidden' })
  expect([(await trips.get(admin, id)).may.startTrip, (await trips.get(boss, id)).may.startTrip]).toEqual([true, false])
  expect(await call(startForDriver, { id }, { as: admin })).toMatchObject({ status: 'STARTED', may: { startTrip: false } })
  const entry = await app.db.selectFrom('auditEntry').select(['action', 'actorId']).where('objectId', '=', id).execute()
  expect(entry).toContainEqual({ action: 'trips.startForDriver', actorId: admin.id })
  expect((await trips.reach(driver, id)).status).toBe('REACHED')
})
