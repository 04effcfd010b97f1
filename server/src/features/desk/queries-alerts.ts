// Bookings that need attention: the database selects candidates, and core decides.
import { type DeskAlert, type listAlerts as listEndpoint, mostAlerts } from '@wayfare/contract/desk'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { alertKinds, LATE_MS, listBookingAlerts, SILENT_MS } from '@wayfare/core/alerts'
import {
  findHeading,
  isAtPickup,
  isOtpLocked,
  mostOtpTries,
  statuses,
  trackedStatuses,
  waitingStatuses,
} from '@wayfare/core/booking'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { presentPickup } from '../bookings/queries.ts'

/** Most rows examined; with more alerts than that, their exact order hardly matters. */
const mostRows = 500

const soonest = Math.min(LATE_MS.later, LATE_MS.now)

/** The columns of a booking that its alerts depend on. */
export const selectAlertFacts = ({ db }: Deps, actor: UserActor) =>
  db
    .selectFrom('booking')
    .leftJoin('driverPosition', 'driverPosition.driverId', 'booking.driverId')
    .leftJoin('appUser as driver', 'driver.id', 'booking.driverId')
    .select('driver.fleetAdminId as driverFleet')
    .select(['driverArriveAt', 'otp', 'otpTries', 'claimState', 'claimOpenedAt'])
    .select(['booking.id', 'status', 'bookLater', 'tripDate', 'releaseAt', 'acceptedAt', 'noTaker'])
    .select(['pickupLat', 'pickupLng', 'pickupAddress', 'customerName', 'customerContact'])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('bookingOffer')
            .select('driverId')
            .whereRef('bookingOffer.bookingId', '=', 'booking.id')
            .where('bookingOffer.state', '=', 'asked'),
        )
        .as('asked'),
    )
    .select(['booking.driverId', 'driverName', 'driverContact', 'booking.vehicleNumber', 'driverPosition.at as seenAt'])
    .where(isOfFleet(actor, 'booking.fleetAdminId'))

const selectRows = (deps: Deps, actor: UserActor, now: number) => {
  const silent = new Date(now - SILENT_MS)
  const awaited = statuses.filter((status) => findHeading(status) === 'pickup')
  const due = new Date(now - soonest)
  return selectAlertFacts(deps, actor)
    .where((where) =>
      where.or([
        where.and([
          where('status', 'in', waitingStatuses),
          where.or([where('noTaker', 'is not', null), where('releaseAt', '<=', new Date(now))]),
        ]),
        where.and([where('status', 'in', awaited), where('tripDate', '<=', due)]),
        where.and([where('status', 'in', statuses.filter(isAtPickup)), where('otpTries', '>=', mostOtpTries)]),
        where('claimState', '=', 'open'),
        where.and([
          where('status', 'in', trackedStatuses),
          where('acceptedAt', '<=', silent),
          where.or([where('driverPosition.at', 'is', null), where('driverPosition.at', '<=', silent)]),
        ]),
      ]),
    )
    .orderBy('tripDate')
    .orderBy('booking.id')
    .limit(mostRows)
}

type AlertRow = Awaited<ReturnType<ReturnType<typeof selectAlertFacts>['execute']>>[number]

/** Positions are written every two seconds; a newer one may be in memory. */
const seenAt = ({ positions }: Deps, row: AlertRow): number | null => {
  const live = row.driverId === null ? null : positions.last(row.driverId)
  return live?.at ?? row.seenAt?.getTime() ?? null
}

/** Whether the reader may see the contacts, and the driver's: a trip may stay behind when its driver changes fleet. */
export const readContactRights = (deps: Deps, actor: UserActor, row: AlertRow) => {
  const [isOpen, isAdmin] = [!isLocked(deps), actor.role === 'admin']
  return { customer: isOpen && isAdmin, driver: isOpen && (isAdmin || row.driverFleet === actor.id) }
}

export const presentAlerts = (deps: Deps, actor: UserActor, row: AlertRow, now: number): DeskAlert[] => {
  const sees = readContactRights(deps, actor, row)
  const alerts = listBookingAlerts(
    {
      status: row.status,
      bookLater: row.bookLater,
      tripDate: row.tripDate.getTime(),
      releaseAt: row.releaseAt.getTime(),
      acceptedAt: row.acceptedAt?.getTime() ?? null,
      noTaker: row.noTaker !== null,
      asked: Boolean(row.asked),
      seenAt: seenAt(deps, row),
      codeLockedAt: isOtpLocked(row) ? (row.driverArriveAt?.getTime() ?? now) : null,
      claimedAt: row.claimState === 'open' ? (row.claimOpenedAt?.getTime() ?? now) : null,
    },
    now,
  )
  return alerts.map(({ kind, since }) => ({
    kind,
    since,
    bookingId: row.id,
    status: row.status,
    reason: kind === 'noTaker' ? (row.noTaker ?? 'not_asked') : null,
    pickup: presentPickup(row),
    customerName: row.customerName,
    customerContact: sees.customer ? row.customerContact : null,
    driver: row.driverId,
    driverName: row.driverName,
    driverContact: sees.driver ? row.driverContact : null,
    vehicleNumber: row.vehicleNumber,
  }))
}

const rank = ({ kind }: DeskAlert): number => alertKinds.indexOf(kind)

/** The most urgent first, then the oldest. */
export const listAlerts = async (deps: Deps, actor: UserActor): Promise<OutputOf<typeof listEndpoint>> => {
  const now = deps.now().getTime()
  const rows = await selectRows(deps, actor, now).execute()
  const alerts = rows.flatMap((row) => presentAlerts(deps, actor, row, now))
  return { alerts: alerts.toSorted((a, b) => rank(a) - rank(b) || a.since - b.since).slice(0, mostAlerts) }
}
