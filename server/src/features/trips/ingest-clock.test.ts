// Which positions are accepted by their numbers and times, in a process whose clock the tests control.
import type { Fix } from '@wayfare/contract/trips'
import type { BookingId } from '@wayfare/core/ids'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, placeAway, type TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import type { Deps } from '../../deps.ts'
import { makePositions } from '../../realtime/positions.ts'
import { makeIngest } from './ingest.ts'

const app = await startApp()
const { make } = app
const trips = makeTrips(app)
const device = 'test-device'
const minute = 60_000

/** A process beside the app's; `at` is the time on its clock. */
const makeProcess = (driver: TestUser) => {
  let at = Date.now()
  const deps: Deps = { ...app.deps, positions: makePositions(), now: () => new Date(at) }
  const ingest = makeIngest(deps)
  return {
    now: () => at,
    wait: (ms: number) => void (at += ms),
    last: () => deps.positions.last(driver.id),
    handle: ingest.handle,
    /** sends from a device whose clock is `behind` (ms), sent `ago` (ms) */
    send: async (fixes: Fix[], { behind = 0, ago = 0 } = {}) => {
      const taking = ingest.take(driver.id, { device, sentAt: at - behind - ago, fixes })
      const writing = setInterval(() => void ingest.flush.now(), 5)
      return taking.finally(() => clearInterval(writing))
    },
  }
}

const idle = async () => {
  const driver = await make.driver({ carType: await make.carType(), at: jarntorget })
  await app.deps.db
    .updateTable('driverPosition')
    .set({ at: new Date(Date.now() - 5 * minute) })
    .where('driverId', '=', driver.id)
    .execute()
  return driver
}

const fix = (seq: number, at: number, metres: number): Fix => ({ seq, at, ...placeAway(jarntorget, metres) })

it('positions count in the order of their numbers, each once, however they are sent', async () => {
  const { driver, id } = await trips.trip('STARTED')
  await app.readAll()
  const process = makeProcess(driver)
  const start = process.now()
  const [one, two, three, four] = [1, 2, 3, 4].map((seq) => fix(seq, start + seq, seq * 10)) as [Fix, Fix, Fix, Fix]
  process.wait(10)
  expect(await process.send([three, one, two, two])).toEqual({ seq: 3, taken: 3, refused: 0 })
  expect(process.last()).toMatchObject({ seq: 3, lat: three.lat, lng: three.lng })
  expect(await process.send([three, one])).toEqual({ seq: 3, taken: 0, refused: 0 })
  expect(await process.send([four, two, three])).toEqual({ seq: 4, taken: 1, refused: 0 })
  const rows = await app.db
    .selectFrom('trackPoint')
    .select(['seq', 'lng'])
    .where('bookingId', '=', id)
    .where('device', '=', device)
    .orderBy('at')
    .execute()
  expect(rows.map(({ seq, lng }) => [Number(seq), lng])).toEqual([one, two, three, four].map(({ seq, lng }) => [seq, lng]))
})

it('how far behind a clock is follows the quickest news, until the clock itself was set', async () => {
  const driver = await idle()
  const process = makeProcess(driver)
  const tell = async (seq: number, { behind, ago }: { behind: number; ago: number }) => {
    process.wait(minute)
    await process.send([fix(seq, process.now() - behind - ago, seq * 10)], { behind, ago })
    const told = process.last()
    expect(told?.seq).toBe(seq)
    return process.now() - (told?.at ?? 0)
  }
  // the first batch took two seconds longer than the second, which nobody could know
  expect(await tell(1, { behind: minute, ago: 2000 })).toBe(0)
  expect(await tell(2, { behind: minute, ago: 0 })).toBe(0)
  expect(await tell(3, { behind: minute, ago: 5000 })).toBe(5000)
  // as long as the network can explain the delay, it is taken to be the network
  expect(await tell(4, { behind: minute + 30_000, ago: 0 })).toBe(30_000)
  expect(await tell(5, { behind: minute + 30_001, ago: 0 })).toBe(0)
  expect(await tell(6, { behind: minute + 30_001, ago: 4000 })).toBe(4000)
  // set forward again, to within two seconds: only what remains counts
  expect(await tell(7, { behind: 1999, ago: 0 })).toBe(1999)
})

it('positions that a network held up for a while keep their times: nobody set a clock', async () => {
  const { driver, id } = await trips.trip('STARTED')
  await trips.drivenFor(id, 2 * minute)
  await app.readAll()
  const process = makeProcess(driver)
  const start = process.now() - minute
  process.wait(-minute)
  await process.send([fix(1, start, 0)])
  process.wait(46_000)
  // one per second while the car drove at 20 m/s, all arriving at once
  for (let s = 1; s <= 45; s++) {
    const answer = await process.send([fix(1 + s, start + s * 1000, s * 20)], { ago: (46 - s) * 1000 })
    expect(answer).toMatchObject({ taken: 1, refused: 0 })
  }
  const rows = app.db.selectFrom('trackPoint').select('at').where('bookingId', '=', id).where('device', '=', device)
  const times = (await rows.orderBy('seq').execute()).map(({ at }) => (at.getTime() - start) / 1000)
  expect(times).toEqual(Array.from({ length: 46 }, (_, s) => s))
})

it('a clock that is two seconds behind is put right, and a nearer one left alone', async () => {
  for (const [behind, told] of [
    [2000, 0],
    [1999, 1999],
  ] as const) {
    const process = makeProcess(await idle())
    process.wait(minute)
    await process.send([fix(1, process.now() - behind, 10)], { behind })
    expect([behind, process.now() - (process.last()?.at ?? 0)]).toEqual([behind, told])
  }
})

it('a clock that steps back a little between two positions does not cost the second one', async () => {
  const driver = await idle()
  const process = makeProcess(driver)
  const start = process.now()
  process.wait(60_000)
  expect(await process.send([fix(1, start + 30_000, 10)])).toMatchObject({ taken: 1 })
  expect(await process.send([fix(2, start + 25_001, 20)])).toMatchObject({ taken: 1, refused: 0 })
  expect(process.last()).toMatchObject({ seq: 2, at: start + 30_000 })
  expect(await process.send([fix(3, start + 25_000, 30)])).toMatchObject({ taken: 0, refused: 1 })
  expect(await process.send([fix(4, start + 31_000, 40)])).toMatchObject({ taken: 1, refused: 0 })
})

const far = (seq: number, at: number, metres: number): Fix => ({ seq, at, ...placeAway(jarntorget, 8000 + metres) })
const drive = async (strayed: (i: number, at: number) => Fix) => {
  const process = makeProcess(await idle())
  await process.send([fix(1, process.now(), 5)])
  const answers = []
  for (let i = 0; i < 14; i++) {
    process.wait(2000)
    answers.push(await process.send([strayed(i, process.now())]))
  }
  return answers.reduce((sum, { taken }) => sum + taken, 0)
}

it('places far away are believed only when they fit one another, each of them good by itself', async () => {
  // eight of them over fifteen seconds
  expect(await drive((i, at) => far(2 + i, at, i * 10))).toBe(6)
  expect(await drive((i, at) => far(2 + i, at, i % 2 === 0 ? 0 : 9000))).toBe(0)
  expect(await drive((i, at) => ({ ...far(2 + i, at, i * 10), accuracy: 501 }))).toBe(0)
  // all of them from before he was believed to be there
  expect(await drive((i, at) => far(2 + i, at - minute, i * 10))).toBe(0)
})

it('a car that creeps along faces the way it has come, of a device that does not say', async () => {
  const driver = await idle()
  const process = makeProcess(driver)
  for (let seq = 1; seq <= 6; seq++) {
    process.wait(5000)
    await process.send([fix(seq, process.now(), seq * 6)])
  }
  // eastwards, six metres at a time
  expect(process.last()?.heading).toBeCloseTo(90, 0)
})

it('a driver whose account is gone is off the map', async () => {
  const driver = await idle()
  const process = makeProcess(driver)
  await process.send([fix(1, process.now(), 10)])
  await app.deps.db.updateTable('appUser').set({ driverActiveStatus: false }).where('id', '=', driver.id).execute()
  expect(process.last()).not.toBeNull()
  await process.handle({ type: 'UserRemoved', userId: driver.id })
  expect(process.last()).toBeNull()
})

/** A trip that is over, a time at which it was going on, and a process that knows its driver. */
const endTrip = async () => {
  const { driver, id, booking } = await trips.trip('STARTED')
  const during = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 30))
  await make.position(driver, booking.drop)
  await trips.reach(driver, id)
  await trips.collect(driver, id)
  await app.readAll()
  const process = makeProcess(driver)
  process.wait(minute)
  return { id, during, process }
}

const seqsOf = async (id: BookingId) => {
  const rows = await app.db
    .selectFrom('trackPoint')
    .select('seq')
    .where('bookingId', '=', id)
    .where('device', '=', device)
    .orderBy('seq')
    .execute()
  return rows.map(({ seq }) => Number(seq))
}

it('what a device kept from a trip that is over belongs to that trip, and what came after it to none', async () => {
  const { id, during, process } = await endTrip()
  const answer = await process.send([fix(1, during, 10), fix(2, during + 1, 20), fix(3, process.now(), 30)])
  expect(answer).toEqual({ seq: 3, taken: 3, refused: 0 })
  expect(await seqsOf(id)).toEqual([1, 2])
})

it('so does what it kept by a clock of its own, and where it has nothing else to tell', async () => {
  const { id, during, process } = await endTrip()
  const behind = 60 * minute
  expect(await process.send([fix(1, during - behind, 10)], { behind })).toEqual({ seq: 1, taken: 1, refused: 0 })
  expect(await seqsOf(id)).toEqual([1])
})
