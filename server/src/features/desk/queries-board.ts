// The desk's board: current jobs, the next later ones, and which of them need attention.
import { type getBoard as boardEndpoint, type Job, mostAskedNamed, mostJobs, mostScheduled } from '@wayfare/contract/desk-board'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { alertKinds } from '@wayfare/core/alerts'
import { busyStatuses, isUnassigned, isWaitingForDriver, statuses, waitingStatuses, type Status } from '@wayfare/core/booking'
import { compareJobs, getJobStage, jobStages, type JobStage } from '@wayfare/core/job-board'
import { makeRecord } from '@wayfare/core/records'
import { sql } from 'kysely'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Deps } from '../../deps.ts'
import { presentDrop, presentPickup } from '../bookings/queries.ts'
import { presentAlerts, readContactRights, selectAlertFacts } from './queries-alerts.ts'

const unassignedStatuses = statuses.filter(isUnassigned)

const selectJobs = (deps: Deps, actor: UserActor) =>
  selectAlertFacts(deps, actor).select([
    'category',
    'carTypeName',
    'dropLat',
    'dropLng',
    'dropAddress',
    'tripStartAt',
    'tripEndAt',
  ])

const readRows = async (deps: Deps, actor: UserActor, now: Date) => {
  const [live, scheduled] = await Promise.all([
    selectJobs(deps, actor)
      .where((where) =>
        where.or([
          where('status', 'in', busyStatuses),
          where.and([where('status', 'in', waitingStatuses), where('releaseAt', '<=', now)]),
          where('claimState', '=', 'open'),
        ]),
      )
      .orderBy('releaseAt')
      .orderBy('booking.id')
      .limit(mostJobs)
      .execute(),
    selectJobs(deps, actor)
      .where('status', 'in', unassignedStatuses)
      .where('releaseAt', '>', now)
      .orderBy('tripDate')
      .orderBy('booking.id')
      .limit(mostScheduled)
      .execute(),
  ])
  return [...live, ...scheduled]
}

type JobRow = Awaited<ReturnType<typeof readRows>>[number]

const time = (at: Date | null): number | null => at?.getTime() ?? null

const sinceAt: Record<JobStage, (row: JobRow) => number | null> = {
  waiting: (row) => row.releaseAt.getTime(),
  coming: (row) => time(row.driverArriveAt) ?? time(row.acceptedAt),
  onTrip: (row) => time(row.tripEndAt) ?? time(row.tripStartAt),
  scheduled: (row) => row.tripDate.getTime(),
}

/** For each booking, how many drivers were asked, how many declined, and the names of those asked last. */
const readAsked = async ({ db }: Deps, rows: readonly JobRow[]): Promise<Map<string, NonNullable<Job['asked']>>> => {
  if (rows.length === 0) return new Map()
  const found = await db
    .selectFrom('bookingOffer as offer')
    .innerJoin('appUser as driver', 'driver.id', 'offer.driverId')
    .select('offer.bookingId')
    .select([
      sql<bigint>`count(*) filter (where state = 'asked')`.as('count'),
      sql<bigint>`count(*) filter (where state = 'declined')`.as('declined'),
      sql<string[] | null>`(array_agg(trim(first_name || ' ' || last_name) order by asked_at desc, driver_id)
        filter (where state = 'asked'))[1:${sql.lit(mostAskedNamed)}]`.as('names'),
    ])
    .where(
      'offer.bookingId',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('offer.bookingId')
    .execute()
  return new Map(
    found.map(({ bookingId, count, declined, names }) => [
      bookingId,
      { count: Number(count), declined: Number(declined), names: names ?? [] },
    ]),
  )
}

const nobody = { count: 0, declined: 0, names: [] }

type Reading = { deps: Deps; actor: UserActor; now: number; asked: Awaited<ReturnType<typeof readAsked>> }

const presentJob = (row: JobRow, { deps, actor, now, asked }: Reading): Job => {
  const stage = getJobStage({ status: row.status, releaseAt: row.releaseAt.getTime() }, now)
  const alerts = presentAlerts(deps, actor, row, now)
  const sees = readContactRights(deps, actor, row)
  return {
    bookingId: row.id,
    status: row.status,
    stage,
    since: (stage && sinceAt[stage](row)) ?? alerts[0]?.since ?? row.tripDate.getTime(),
    category: row.category,
    carTypeName: row.carTypeName,
    pickup: presentPickup(row),
    drop: presentDrop(row),
    customerName: row.customerName,
    customerContact: sees.customer ? row.customerContact : null,
    driver: row.driverId,
    driverName: row.driverName,
    driverContact: sees.driver ? row.driverContact : null,
    vehicleNumber: row.vehicleNumber,
    asked: stage === 'waiting' ? (asked.get(row.id) ?? nobody) : null,
    alerts: alerts.map(({ kind, since, reason }) => ({ kind, since, reason })),
  }
}

/** How many jobs are at each stage in all. */
const countStages = async ({ db }: Deps, actor: UserActor, now: Date): Promise<Record<JobStage, number>> => {
  const rows = await db
    .selectFrom('booking')
    .select('status')
    .select([
      sql<bigint>`count(*) filter (where release_at > ${now})`.as('later'),
      sql<bigint>`count(*) filter (where release_at <= ${now})`.as('released'),
    ])
    .where('status', 'in', [...new Set<Status>([...busyStatuses, ...unassignedStatuses])])
    .where(isOfFleet(actor))
    .groupBy('status')
    .execute()
  const parts = rows.flatMap(({ status, later, released }) => [
    { stage: getJobStage({ status, releaseAt: 1 }, 0), count: Number(later) },
    { stage: getJobStage({ status, releaseAt: 0 }, 0), count: Number(released) },
  ])
  return makeRecord(jobStages, (stage) => parts.filter((part) => part.stage === stage).reduce((sum, { count }) => sum + count, 0))
}

const placeOf = ({ stage, since, alerts: [alert] }: Job) => ({
  stage,
  since: alert?.since ?? since,
  urgency: alert ? alertKinds.indexOf(alert.kind) : null,
})

export const readBoard = async (deps: Deps, actor: UserActor): Promise<OutputOf<typeof boardEndpoint>> => {
  const at = deps.now()
  const now = at.getTime()
  const [rows, counts] = await Promise.all([readRows(deps, actor, at), countStages(deps, actor, at)])
  const asked = await readAsked(
    deps,
    rows.filter(({ status }) => isWaitingForDriver(status)),
  )
  const jobs = rows.map((row) => presentJob(row, { deps, actor, now, asked }))
  const problems = jobs.filter(({ alerts }) => alerts.length > 0).length
  return { jobs: jobs.toSorted((a, b) => compareJobs(placeOf(a), placeOf(b))), counts: { ...counts, problems } }
}
