// Exports everything stored about one person as one JSON file, streamed so that long histories are never in memory as a whole.
import { Readable } from 'node:stream'
import type { ExportedBooking, ExportedData } from '@wayfare/contract/people-own-data'
import { type UserActor, maskInternalEmail } from '@wayfare/core/accounts'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { parcelNoteNames } from '@wayfare/core/parcel'
import { makeRecord } from '@wayfare/core/records'
import type { SelectQueryBuilder } from 'kysely'
import { bookingColumnNames, bookingColumns, type OwnField } from '../../db/booking-columns.ts'
import { collectFields, toWire } from '../../db/columns.ts'
import { personColumnNames, personColumns, type ProfileField } from '../../db/person-columns.ts'
import { isRaisedBy } from '../../db/raised-by.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Db, Deps } from '../../deps.ts'
import { makeAttachment, type FileAnswer } from '../../http/download.ts'
import { isLocked } from '../../lock.ts'
import { listFiles, listPhotos } from '../files/queries.ts'
import { checkProved } from '../sign-in/commands-prove.ts'
import { getOwnRow } from '../accounts/queries.ts'
import { readTrackPoints } from '../bookings/track.ts'
import { listSavedPlaces } from '../accounts/queries-places.ts'
import { listEveryView } from '../accounts/queries-views.ts'

const readProfile = async (db: Db, id: UserId): Promise<ExportedData['profile']> => {
  const row = await getOwnRow(db, id)
  const columns = collectFields(
    personColumnNames,
    (column) => personColumns[column].own,
    (column) => toWire(row[column], ''),
  ) as Pick<ExportedData['profile'], ProfileField>
  return { ...columns, email: maskInternalEmail(row.email), secondFactor: row.confirmedAt !== null }
}

const readWaysIn = async (db: Db, id: UserId): Promise<string[]> => {
  const rows = await db.selectFrom('authCredential').select('providerId').distinct().where('userId', '=', id).execute()
  return rows.map(({ providerId }) => providerId)
}

const readPosition = async (db: Db, id: UserId): Promise<ExportedData['lastPosition']> => {
  const row = await db.selectFrom('driverPosition').select(['lat', 'lng', 'at']).where('driverId', '=', id).executeTakeFirst()
  return row ? { ...row, at: row.at.getTime() } : null
}

/** In a demo, shared accounts must not read other visitors' addresses. */
const readSessions = async (deps: Deps, userId: UserId): Promise<ExportedData['sessions']> => {
  const rows = await deps.db.selectFrom('authSession').selectAll().where('userId', '=', userId).orderBy('createdAt').execute()
  return rows.map(({ createdAt, expiresAt, ipAddress: ip, userAgent }) => ({
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime(),
    ip: isLocked(deps) ? null : ip,
    userAgent,
  }))
}

const readDevices = async (db: Db, userId: UserId): Promise<ExportedData['devices']> => {
  const rows = await db
    .selectFrom('pushDevice')
    .select(['kind', 'platform', 'createdAt', 'lastSeen'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime(), lastSeen: row.lastSeen.getTime() }))
}

const pageSize = 50

/** Yields the rows of a query page by page until one is not full. New rows sort behind the last. */
const inPages = async function* <DB, Table extends keyof DB, Row, Shown>(
  query: SelectQueryBuilder<DB, Table, Row>,
  present: (rows: Row[]) => Shown[] | Promise<Shown[]>,
): AsyncGenerator<Shown> {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await query.limit(pageSize).offset(offset).execute()
    yield* await present(rows)
    if (rows.length < pageSize) return
  }
}

const time = (at: Date | null): number | null => at?.getTime() ?? null

const readWallet = (db: Db, ownerId: UserId): AsyncGenerator<ExportedData['wallet'][number]> => {
  const entries = db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerEntry.accountId')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .select(['amountMinor', 'balanceAfterMinor', 'currency', 'reference', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .orderBy('transactionId')
    .orderBy('seq')
  return inPages(entries, (rows) =>
    rows.map(({ amountMinor, balanceAfterMinor, currency, reference, createdAt }) => ({
      amount: toDecimal(amountMinor, currency),
      balanceAfter: toDecimal(balanceAfterMinor, currency),
      currency,
      txRef: reference,
      date: createdAt.getTime(),
    })),
  )
}

const readWithdraws = (db: Db, userId: UserId): AsyncGenerator<ExportedData['withdraws'][number]> => {
  const withdraws = db.selectFrom('withdraw').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id')
  return inPages(withdraws, (rows) =>
    rows.map(({ id, amountMinor, currency, createdAt, processedAt, bankName, bankCode, bankAccount }) => ({
      id,
      amount: toDecimal(amountMinor, currency),
      currency,
      date: createdAt.getTime(),
      processDate: time(processedAt),
      bankName,
      bankCode,
      bankAccount,
    })),
  )
}

const readPayments = (db: Db, userId: UserId): AsyncGenerator<ExportedData['payments'][number]> => {
  const payments = db.selectFrom('payment').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id')
  return inPages(payments, (rows) =>
    rows.map(({ id, bookingId, provider, currency, status, createdAt, ...row }) => {
      const [amount, refunded] = [toDecimal(row.amountMinor, currency), toDecimal(row.refundedMinor, currency)]
      return { id, bookingId, provider, amount, refunded, currency, status, date: createdAt.getTime() }
    }),
  )
}

type Track = ExportedBooking['track']

const parcelOf = (row: TableRow<'booking'>): ExportedBooking['parcel'] => ({
  type: row.parcelType,
  option: row.parcelOption,
  person: row.deliveryPerson,
  phone: row.deliveryPersonPhone,
  ...makeRecord(parcelNoteNames, (note) => row[note]),
})

/** Leaves out the other side's data: name, contact and car were shared for the trip only. */
const presentBooking = (
  row: TableRow<'booking'>,
  userId: UserId,
  kept: Pick<ExportedBooking, 'track' | 'photos'>,
): ExportedBooking => {
  const as = row.driverId === userId ? 'driver' : 'customer'
  const columns = collectFields(
    bookingColumnNames,
    (column) => bookingColumns[column].own?.as ?? null,
    (column) => ([as, 'both'].includes(bookingColumns[column].own?.to ?? '') ? toWire(row[column], row.currency) : null),
  ) as Pick<ExportedBooking, OwnField>
  return {
    ...columns,
    as,
    pickup: { lat: row.pickupLat, lng: row.pickupLng, add: row.pickupAddress },
    drop: { lat: row.dropLat, lng: row.dropLng, add: row.dropAddress },
    parcel: as === 'driver' || row.category === 'taxi' ? null : parcelOf(row),
    ...kept,
  }
}

/** Leaves out the track of a former driver. */
const readTracks = async (db: Db, bookingIds: readonly BookingId[]): Promise<Map<string, Track>> => {
  const tracks = new Map<string, Track>()
  for (const id of bookingIds)
    tracks.set(
      id,
      (await readTrackPoints(db, id)).map(({ at, lat, lng }) => ({ at, lat, lng })),
    )
  return tracks
}

const readBookings = (db: Db, userId: UserId): AsyncGenerator<ExportedBooking> => {
  const bookings = db
    .selectFrom('booking')
    .selectAll()
    .where((where) => where.or([where('customerId', '=', userId), where('driverId', '=', userId)]))
    .orderBy('createdAt')
    .orderBy('id')
  return inPages(bookings, async (rows) => {
    const ids = rows.map(({ id }) => id)
    const tracks = await readTracks(db, ids)
    const photos = await listPhotos(db, ids)
    const photosOf = (id: string) =>
      photos.filter(({ bookingId }) => bookingId === id).map(({ bookingId: _of, ...photo }) => photo)
    return rows.map((row) => presentBooking(row, userId, { photos: photosOf(row.id), track: tracks.get(row.id) ?? [] }))
  })
}

/** Only the person's own messages, not the other side's. */
const readMessages = (db: Db, userId: UserId): AsyncGenerator<ExportedData['messages'][number]> =>
  inPages(
    db.selectFrom('chatMessage').select(['bookingId', 'message', 'at']).where('fromId', '=', userId).orderBy('id'),
    (rows) => rows.map(({ bookingId, message, at }) => ({ bookingId, message: message ?? '', at: at.getTime() })),
  )

/** The person's own calls for help, not those of the other party. */
const readAlerts = (db: Db, userId: UserId): AsyncGenerator<ExportedData['alerts'][number]> =>
  inPages(
    db
      .selectFrom('panic')
      .select(['bookingId', 'at', 'lat', 'lng', 'address'])
      .where((where) => isRaisedBy(where, userId))
      .orderBy('at')
      .orderBy('id'),
    (rows) => rows.map((row) => ({ ...row, at: row.at.getTime() })),
  )

const writeList = async function* (items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = ''
  for await (const item of items) {
    yield `${before}${JSON.stringify(item)}`
    before = ',\n'
  }
}

const write = async function* (deps: Deps, userId: UserId): AsyncGenerator<string> {
  const { db } = deps
  const head = {
    exportedAt: deps.now().getTime(),
    profile: await readProfile(db, userId),
    waysIn: await readWaysIn(db, userId),
    lastPosition: await readPosition(db, userId),
    sessions: await readSessions(deps, userId),
    devices: await readDevices(db, userId),
    savedPlaces: await listSavedPlaces(db, userId),
    views: await listEveryView(db, userId),
    files: await listFiles(db, userId),
  }
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "wallet": [`
  yield* writeList(readWallet(db, userId))
  yield `],\n "withdraws": [`
  yield* writeList(readWithdraws(db, userId))
  yield `],\n "payments": [`
  yield* writeList(readPayments(db, userId))
  yield `],\n "bookings": [`
  yield* writeList(readBookings(db, userId))
  yield `],\n "messages": [`
  yield* writeList(readMessages(db, userId))
  yield `],\n "alerts": [`
  yield* writeList(readAlerts(db, userId))
  yield ']\n}\n'
}

export const exportMyData = async (deps: Deps, actor: UserActor, session: { id: string | null }): Promise<FileAnswer> => {
  await checkProved(deps, session)
  deps.log.info({ userId: actor.id }, 'a person took the own data along')
  const name = `my-data-${deps.now().toISOString().slice(0, 10)}.json`
  return makeAttachment('application/json', name, Readable.from(write(deps, actor.id), { objectMode: false }))
}
