// Valid numbers that are smaller than a column can hold.
import { sendPositions } from '@wayfare/contract/trips'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, placeAway } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { getIngest } from './ingest.ts'

const app = await startApp()
const trips = makeTrips(app)

test('a position with numbers as small as a device computes them is written, and holds up nobody else’s', async () => {
  const [odd, other] = [await trips.trip('ACCEPTED'), await trips.trip('ACCEPTED')]
  const now = Date.now()
  const fix = { seq: 1, at: now, ...placeAway(jarntorget, 20), heading: 1e-60, speed: 1e-45, accuracy: 1e-60 }
  const batch = { device: 'test-device', sentAt: now, fixes: [fix] }
  const sending = app.call(sendPositions, batch, { as: odd.driver })
  const others = app.call(
    sendPositions,
    { ...batch, fixes: [{ ...fix, heading: 90, speed: 10, accuracy: 8 }] },
    { as: other.driver },
  )
  const { flush } = getIngest(app.deps)
  await expect.poll(() => flush.waiting()).toBe(2)
  await flush.now()
  expect(flush.waiting()).toBe(0)
  expect(await Promise.all([sending, others])).toMatchObject([{ taken: 1 }, { taken: 1 }])
  const row = await app.db
    .selectFrom('trackPoint')
    .select(['heading', 'speed', 'accuracyM'])
    .where('bookingId', '=', odd.id)
    .where('device', '=', 'test-device')
    .executeTakeFirstOrThrow()
  expect(row.accuracyM).toBe(0)
  expect(row.speed).toBeLessThan(1e-40)
  const place = app.db.selectFrom('driverPosition').select(['seq', 'heading']).where('driverId', '=', odd.driver.id)
  expect(await place.executeTakeFirst()).toEqual({ seq: 1n, heading: 0 })
})
