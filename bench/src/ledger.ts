// Cash steps with 64 at once, each of another driver on a connection of its own: with the operator's accounts and the day's sums in parts and
// no NOTIFY for what is planned, against one row for each and a NOTIFY, as it was; and the postings alone.
import { performance } from 'node:perf_hooks'
import type { UserActor } from '@wayfare/core/accounts'
import { asId, type BookingId } from '@wayfare/core/ids'
import { makeTripPostings } from '@wayfare/core/ledger'
import { statusAfter } from '@wayfare/core/lifecycle'
import { inTx } from '@wayfare/server/db/tx'
import { openKysely, openPool, poolOptions, type Database } from '@wayfare/server/db/open'
import type { Deps } from '@wayfare/server/deps'
import { collectCash } from '@wayfare/server/features/trips/commands'
import { writePostings } from '@wayfare/server/features/wallet/post'
import { quietLog, startDatabase } from './database.ts'
import { makeDataDir, rememberStop } from './leftovers.ts'
import { compareRuns, interleaveRuns, type Contender, type Measurement, type Sample } from './measure.ts'
import { insertTown, makeLocalDeps, makeTemplate, placeDrivers, type Town } from './town.ts'

const atOnce = 64
/** What each commit waits beside the disk here (us), as with one in another house or a standby that has to confirm. */
const commitWaits = { 'disk here': 0, 'commits of 5 ms': 5000 } as const

/** As the server's own, but for their number; and none gives up, so that a queue is measured to its end. */
const openConnections = (url: string) => {
  const patient = { max: atOnce, options: '', answerWithinMs: null }
  const db = openKysely(openPool({ ...poolOptions(url, { prepare: true }), ...patient }, quietLog))
  rememberStop(() => db.destroy())
  return db
}

/** Commits that wait at the same time are written together, as always. */
const setCommitWait = async ({ directPool }: Database, waitUs: number | null): Promise<void> => {
  const settings = Object.entries({ commit_delay: waitUs, commit_siblings: waitUs === null ? null : 0 })
  for (const [name, value] of settings)
    await directPool.query(value === null ? `alter system reset ${name}` : `alter system set ${name} = ${value}`)
  await directPool.query('select pg_reload_conf()')
}

type Way = 'parts' | 'one row'

/** Both ways in one database: what makes the difference are two functions. */
const makeChoice = async ({ directPool }: Database): Promise<(way: Way) => Promise<void>> => {
  const { rows } = await directPool.query<{ source: string }>(
    `select pg_get_functiondef(name::regproc) as source from unnest('{connection_part,graphile_worker.add_later_jobs}'::text[]) name`,
  )
  const now = rows.map(({ source }) => source)
  const before = [
    `create or replace function connection_part() returns smallint language sql stable as 'select 0::smallint'`,
    now[1]?.replace(/begin/i, `begin perform pg_notify('jobs:insert', '');`) ?? '',
  ]
  return async (way) => {
    for (const source of way === 'parts' ? now : before) await directPool.query(source)
  }
}

type Trip = { id: BookingId; actor: UserActor }

/** A trip that waits for its cash. */
const unpaid = statusAfter('reach')
const began = '2026-01-01'

let laid = 0

/** A trip of each driver that waits for its cash. */
const layTrips = async ({ directPool }: Database, { drivers }: Town, template: string): Promise<Trip[]> => {
  laid += 1
  const trips = drivers.map(({ actor }, at) => ({ actor, id: asId<'booking'>(`${laid}-${at}`) }))
  const moments = { accepted_at: began, trip_start_at: began, trip_end_at: began }
  const own = trips.map(({ actor, id }) => ({ id, quote_id: id, driver_id: actor.id, status: unpaid, ...moments }))
  await directPool.query(
    `insert into booking select trip.* from booking b, jsonb_array_elements($1::jsonb) own,
      jsonb_populate_record(null::booking, to_jsonb(b) || own) trip where b.id = $2`,
    [JSON.stringify(own), template],
  )
  return trips
}

const clear = ({ directPool }: Database) => directPool.query('delete from booking where status = $1', [unpaid])

const amounts = {
  tripCost: 10_000n,
  driverShare: 9000n,
  customerPaid: 10_000n,
  payableAmount: 10_000n,
  cashPaymentAmount: 10_000n,
}

const postTrip = (deps: Deps, town: Town, { id, actor }: Trip): Promise<void> => {
  const trip = { id, customer: town.admin.actor.id, driver: actor.id }
  const rest = { paymentMode: 'cash' as const, discountAmount: 0n, usedWalletMoney: 0n, cardPaymentAmount: 0n }
  return inTx(deps, (tx) => writePostings(tx, 'SEK', makeTripPostings(trip, { ...amounts, ...rest })))
}

/** How many a second, and how long one takes on average (ms). */
const measureAll = async (trips: readonly Trip[], work: (trip: Trip) => Promise<unknown>): Promise<Sample> => {
  const since = performance.now()
  let taken = 0
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    for (let at = worker; at < trips.length; at += atOnce) {
      const begun = performance.now()
      const trip = trips[at]
      if (trip) await work(trip)
      taken += performance.now() - begun
    }
  })
  await Promise.all(workers)
  return { rate: (trips.length / (performance.now() - since)) * 1000, took: taken / trips.length }
}

const setUp = async (isQuick: boolean) => {
  const { url, open } = await startDatabase()
  const database = await open()
  rememberStop(() => setCommitWait(database, null))
  const town = await insertTown(database.db, { riders: 1, drivers: (isQuick ? 4 : 8) * atOnce, online: true })
  const { deps } = await makeLocalDeps(database, url, makeDataDir())
  placeDrivers(deps, town)
  const template = await makeTemplate(deps, town)
  // the first trip that is ever paid counts all of them anew, under a lock of its own
  const [first] = await layTrips(database, town, template)
  if (first) await collectCash(deps, first.actor, { id: first.id })
  await clear(database)
  return { database, town, template, deps: { ...deps, db: openConnections(url) } }
}

const works = { 'cash steps': 'step', 'postings of cash trips': 'post' } as const

export const measureLedger = async (isQuick: boolean): Promise<Measurement> => {
  const { database, town, template, deps } = await setUp(isQuick)
  const choose = await makeChoice(database)
  const contest = (what: keyof typeof works, wait: keyof typeof commitWaits) =>
    (['parts', 'one row'] as const).map((way): Contender => ({
      name: `${what}, ${wait}, ${way}`,
      round: async () => {
        await choose(way)
        await setCommitWait(database, commitWaits[wait])
        const trips = await layTrips(database, town, template)
        const sample = await measureAll(trips, (trip) =>
          works[what] === 'step' ? collectCash(deps, trip.actor, { id: trip.id }) : postTrip(deps, town, trip),
        )
        await clear(database)
        return sample
      },
    }))
  const rows = []
  for (const what of Object.keys(works) as (keyof typeof works)[]) {
    for (const wait of Object.keys(commitWaits) as (keyof typeof commitWaits)[]) {
      const rounds = await interleaveRuns(isQuick ? 3 : 5, contest(what, wait))
      const line = { figure: 'ledger', ours: `${what}, ${wait}, parts`, peer: `${what}, ${wait}, one row` }
      const title = `${what}, 64 at once, ${wait}`
      rows.push(
        compareRuns(rounds, { ...line, measure: 'rate', unit: '/s', kind: 'speed', title }),
        compareRuns(rounds, { ...line, measure: 'took', unit: 'ms', kind: 'time', title: `${title}: one takes` }),
      )
    }
  }
  // processors bound the one way and the disk the other: the ratio is the machine's
  return { rows: rows.map((row) => ({ ...row, peerName: 'one row', isKept: false })) }
}
