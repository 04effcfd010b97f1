// Finds riders for the desk by phone, name or e-mail, with earlier bookings; hidden contacts are neither shown nor searched.
import type { SavedPlace } from '@wayfare/contract/accounts-places'
import type { RiderMatch } from '@wayfare/contract/people-riders'
import { isInternalEmail } from '@wayfare/core/accounts'
import { isCancelled, statuses, type Stop } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { listPlacesByUser } from '../accounts/queries-places.ts'
import { isPersonTyped, readPhoneDigits } from '../accounts/queries-search.ts'
import { selectBalance } from '../accounts/queries.ts'

const mostRiders = 8
const mostRecent = 3
const mostPlaces = 8
/** How many of the places are recent ends of trips; saved places fill the rest. */
const mostEnds = 4
/** How many bookings of each rider the places are taken from. */
const lookedThrough = 20

/** Up to this many matching riders, each one's last booking is looked up. */
const fewRiders = 400
/** Common names are found among the customers of this many newest bookings. */
const newestFew = 250
/** Beyond `fewRiders`, those who booked last are searched among the customers of this many newest bookings. */
const newestBookings = 3000

const isRider = ({ settings }: Deps, text: string) =>
  sql<boolean>`(user_type = 'rider' and removed_at is null and ${isPersonTyped(text, isLocked({ settings }))})`

/** Null if more than `fewRiders` match. */
const findFew = async (deps: Deps, text: string): Promise<string[] | null> => {
  const rows = await deps.db
    .selectFrom('appUser')
    .select('id')
    .where(isRider(deps, text))
    .limit(fewRiders + 1)
    .execute()
  return rows.length > fewRiders ? null : rows.map(({ id }) => id)
}

/** The matching customers of the `count` newest bookings; null if there are too few of them. */
const findRecent = async (deps: Deps, text: string, count: number): Promise<string[] | null> => {
  const newest = deps.db
    .selectFrom('booking')
    .select(['customerId', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
  const customers = deps.db
    .selectFrom(newest.as('newest'))
    .select(['customerId', (e) => e.fn.max('createdAt').as('at')])
    .groupBy('customerId')
  const rows = await deps.db
    .selectFrom(customers.as('customer'))
    .innerJoin('appUser', 'appUser.id', 'customerId')
    .select('customerId')
    .where(isRider(deps, text))
    .orderBy('at', 'desc')
    .limit(mostRiders)
    .execute()
  return rows.length < mostRiders ? null : rows.map(({ customerId }) => customerId)
}

/** Chooses the fastest way; the result is the same. A number is mostly complete and belongs to one person. */
const whichRiders = async (deps: Deps, text: string) => {
  const findFewOnes = () => findFew(deps, text)
  const findNewest = () => findRecent(deps, text, newestFew)
  const ways = readPhoneDigits(text) === null ? [findNewest, findFewOnes] : [findFewOnes, findNewest]
  for (const find of [...ways, () => findRecent(deps, text, newestBookings)]) {
    const found = await find()
    if (found) return sql<boolean>`app_user.id = any(${found})`
  }
  return isRider(deps, text)
}

const findRows = ({ db, settings }: Deps, which: RawBuilder<boolean>) =>
  db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName', 'email', 'mobile', 'profileImage'])
    .select((of) => [
      of
        .selectFrom('booking')
        .select((e) => e.fn.countAll<bigint>().as('count'))
        .whereRef('customerId', '=', 'appUser.id')
        .as('bookings'),
      of
        .selectFrom('booking')
        .select((e) => e.fn.countAll<bigint>().as('count'))
        .whereRef('customerId', '=', 'appUser.id')
        .where('status', 'in', statuses.filter(isCancelled))
        .as('cancelled'),
      selectBalance(of, settings().code),
      of
        .selectFrom('booking')
        .select((e) => e.fn.max('createdAt').as('at'))
        .whereRef('customerId', '=', 'appUser.id')
        .as('bookedAt'),
    ])
    .where(which)
    .orderBy('bookedAt', (order) => order.desc().nullsLast())
    .orderBy('firstName')
    .orderBy('id')
    .limit(mostRiders)
    .execute()

/** The newest bookings of these riders in one statement: one per rider took longer than the whole search. */
const findBookings = ({ db }: Deps, riderIds: readonly UserId[]) =>
  db
    .selectFrom('appUser')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('booking')
          .select([
            'booking.id',
            'booking.customerId',
            'booking.createdAt',
            'booking.status',
            'booking.tripDate',
            'booking.carTypeId',
          ])
          .select([
            'booking.pickupLat',
            'booking.pickupLng',
            'booking.pickupAddress',
            'booking.dropLat',
            'booking.dropLng',
            'booking.dropAddress',
          ])
          .whereRef('booking.customerId', '=', 'appUser.id')
          .orderBy('booking.createdAt', 'desc')
          .orderBy('booking.id', 'desc')
          .limit(lookedThrough)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('newest')
    .where('appUser.id', 'in', riderIds)
    .orderBy('newest.createdAt', 'desc')
    .orderBy('newest.id', 'desc')
    .execute()

const endsOf = (row: Awaited<ReturnType<typeof findBookings>>[number]) => ({
  pickup: { lat: row.pickupLat, lng: row.pickupLng, add: row.pickupAddress },
  drop: { lat: row.dropLat, lng: row.dropLng, add: row.dropAddress },
})

type Place = RiderMatch['places'][number]

const listOnce = (places: readonly Place[]): Place[] =>
  places.filter(({ add }, i) => places.findIndex((one) => one.add === add) === i)

/** Home and work, then recent ends of trips, then other saved places. */
const listPlaces = (saved: readonly SavedPlace[], ends: readonly Stop[]): Place[] => {
  const own = saved.map(({ name, lat, lng, mark }) => ({ lat, lng, add: name, mark }))
  const known = listOnce(ends.map((end) => ({ ...end, mark: null })))
  const [marked, others] = [own.filter(({ mark }) => mark !== null), own.filter(({ mark }) => mark === null)]
  return listOnce([...marked, ...known.slice(0, mostEnds), ...others, ...known]).slice(0, mostPlaces)
}

type Row = Awaited<ReturnType<typeof findRows>>[number]

type Beside = { bookings: Awaited<ReturnType<typeof findBookings>>; saved: readonly SavedPlace[] }

const present = (deps: Deps, row: Row, { bookings, saved }: Beside) => {
  const { code } = deps.settings()
  const contactHidden = isLocked(deps)
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImage: row.profileImage,
    email: contactHidden || isInternalEmail(row.email) ? null : row.email,
    mobile: contactHidden ? null : row.mobile,
    contactHidden,
    walletBalance: toDecimal(row.balance ?? 0n, code),
    bookings: Number(row.bookings ?? 0),
    cancelled: Number(row.cancelled ?? 0),
    recent: bookings.slice(0, mostRecent).map((one) => ({
      id: one.id,
      status: one.status,
      tripdate: one.tripDate.getTime(),
      carType: one.carTypeId,
      ...endsOf(one),
    })),
    places: listPlaces(
      saved,
      bookings.flatMap((booking) => Object.values(endsOf(booking))),
    ),
  }
}

const presentAll = async (deps: Deps, rows: readonly Row[]) => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [bookings, saved] = await Promise.all([findBookings(deps, ids), listPlacesByUser(deps.db, ids)])
  return rows.map((row) =>
    present(deps, row, {
      bookings: bookings.filter(({ customerId }) => customerId === row.id),
      saved: saved.get(row.id) ?? [],
    }),
  )
}

/** The eight matching riders who booked last. */
export const searchRiders = async (deps: Deps, text: string) =>
  presentAll(deps, await findRows(deps, await whichRiders(deps, text)))

/** One rider, in the form of the search. */
export const getRider = async (deps: Deps, id: UserId) => {
  const [rider] = await presentAll(deps, await findRows(deps, sql<boolean>`app_user.id = ${id}`))
  if (!rider) throw new Refusal('not_found')
  return rider
}
