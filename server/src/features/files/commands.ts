// Writes to stored_file and the storage. Each row has its file, written before and deleted after it; orphaned files are erased.
import type { PhotoKind } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { sql, type SelectQueryBuilder } from 'kysely'
import { areFilesCopied } from '../../db/copied-files.ts'
import type { NewRow, Tables } from '../../db/tables.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { getNetwork } from '../../http/limits.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { keptType, rewriteImage, type Purpose } from './image.ts'
import { makeCarUrl, makeFileUrl, makePhotoUrl } from './queries.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What a driver may keep: the documents of the last thirty days. */
const mostDocuments = { files: 10, bytes: 20 * 1024 * 1024, keepMs: 30 * dayMs }

/** Pictures of car types: those in use, and those uploaded within a day. */
const mostCars = { files: 200, keepMs: dayMs }

/** Visitors' uploads not claimed by a sign-up yet: per network, and in all. They are kept for an hour. */
const mostUnclaimed = { ofNetwork: 10, together: 1000, keepMs: hourMs }

/** How long to wait before trying again to erase files that may not be erased yet. */
const copyMs = hourMs / 6

const later = (deps: Deps, ms: number): Date => new Date(deps.now().getTime() + ms)
const ago = (deps: Deps, ms: number): Date => later(deps, -ms)

/** Erases those of the files that no row references (any more). Safe to run twice. */
const eraseFiles = async (deps: Deps, storageKeys: readonly string[]): Promise<void> => {
  for (const storageKey of storageKeys) {
    const row = await deps.db.selectFrom('storedFile').select('id').where('storageKey', '=', storageKey).executeTakeFirst()
    if (!row) await deps.services.storage.delete(storageKey)
  }
}

/** Erases later if a backup or an export is being written, which may have read rows that reference the files. */
export const eraseUncopied = async (deps: Deps, storageKeys: readonly string[]): Promise<void> => {
  if (!(await areFilesCopied(deps.db))) return eraseFiles(deps, storageKeys)
  await enqueueJob(deps.db, 'files.erase', { storageKeys: [...storageKeys] }, { runAt: later(deps, copyMs) })
}

type Ids = SelectQueryBuilder<Tables, 'storedFile', { id: string }>

/** Deletes rows and returns how many; their files are deleted after the commit. */
const removeRows = async (tx: Tx, ids: Ids): Promise<number> => {
  const rows = await tx.deleteFrom('storedFile').where('id', 'in', ids).returning('storageKey').execute()
  if (rows.length > 0) await enqueueJob(tx, 'files.erase', { storageKeys: rows.map(({ storageKey }) => storageKey) })
  return rows.length
}

/** Serialises uploads that count against the same limit. */
const lock = async (tx: Tx, whose: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${whose}`}, 0))`.execute(tx)
}

type Image = { storageKey: string; bytes: Buffer }

/** Writes the file, then does `work`. If anything fails, a file without a row is deleted, within an hour at the latest. */
const withImage = async <T>(deps: Deps, bytes: Buffer, work: (image: Image) => Promise<T>): Promise<T> => {
  const storageKey = `${deps.newId(2)}/${deps.newId(24)}`
  await enqueueJob(deps.db, 'files.erase', { storageKeys: [storageKey] }, { runAt: later(deps, hourMs) })
  await deps.services.storage.put(storageKey, bytes)
  try {
    return await work({ storageKey, bytes })
  } catch (error) {
    await eraseFiles(deps, [storageKey]).catch((cause: unknown) => deps.log.warn({ err: cause }, 'a file stays for an hour'))
    throw error
  }
}

type Owned = { ownerId: UserId; purpose: Exclude<Purpose, 'bookingPhoto' | 'carImage'> }

type FileRow = Pick<NewRow<'storedFile'>, 'id' | 'ownerId' | 'purpose' | 'name' | 'uploader' | 'bookingId'>

const insertFile = async (deps: Deps, tx: Tx, { storageKey, bytes }: Image, row: FileRow): Promise<void> => {
  const file = { storageKey, mediaType: keptType, bytes: bytes.length, createdAt: deps.now() }
  await tx
    .insertInto('storedFile')
    .values({ ...row, ...file })
    .execute()
}

/** The current time as a document's name; the next free one if two arrive in the same moment. */
const nextTime = async (deps: Deps, tx: Tx, ownerId: UserId): Promise<string> => {
  const last = await tx
    .selectFrom('storedFile')
    .select((e) => e.fn.max('name').as('name'))
    .where('ownerId', '=', ownerId)
    .where('purpose', '=', 'driverDocument')
    .executeTakeFirst()
  const now = deps.now().getTime()
  return new Date(last?.name ? Math.max(now, Date.parse(last.name) + 1) : now).toISOString()
}

const checkRoom = async (tx: Tx, ownerId: UserId, bytes: number): Promise<void> => {
  const kept = await tx
    .selectFrom('storedFile')
    .select((e) => [e.fn.countAll<bigint>().as('files'), e.fn.sum<bigint | null>('bytes').as('bytes')])
    .where('ownerId', '=', ownerId)
    .where('purpose', '=', 'driverDocument')
    .executeTakeFirstOrThrow()
  const isFull = Number(kept.files) >= mostDocuments.files || Number(kept.bytes ?? 0) + bytes > mostDocuments.bytes
  if (isFull) throw new Refusal('quota_reached')
}

/** Removes a user's profile image. */
export const removeProfileImages = (tx: Tx, ownerId: UserId): Promise<number> =>
  removeRows(tx, tx.selectFrom('storedFile').select('id').where('ownerId', '=', ownerId).where('purpose', '=', 'profileImage'))

/**
 * Stores an image of a user: re-encoded, within the user's limits. `work` runs in the transaction of the row and gets the image's
 * address; its result must be the reply. A profile image replaces the previous one.
 */
export const storeImage = async <T>(
  deps: Deps,
  { ownerId, purpose }: Owned,
  bytes: Buffer,
  work: (tx: Tx, url: string) => Promise<T>,
): Promise<T> => {
  const rewritten = await rewriteImage({ bytes, purpose })
  return withImage(deps, rewritten, (image) =>
    inTx(deps, async (tx) => {
      await lock(tx, ownerId)
      if (purpose === 'driverDocument') await checkRoom(tx, ownerId, rewritten.length)
      else await removeProfileImages(tx, ownerId)
      const name = purpose === 'driverDocument' ? await nextTime(deps, tx, ownerId) : deps.newId(20)
      await insertFile(deps, tx, image, { id: deps.newId(20), ownerId, purpose, name, uploader: null })
      return work(tx, makeFileUrl(ownerId, purpose, name))
    }),
  )
}

type Photo = { bookingId: BookingId; kind: PhotoKind }

const replacePhoto = async (deps: Deps, tx: Tx, { bookingId, kind }: Photo, image: Image): Promise<string> => {
  await removeRows(tx, tx.selectFrom('storedFile').select('id').where('bookingId', '=', bookingId).where('name', '=', kind))
  const row = { id: deps.newId(20), ownerId: null, purpose: 'bookingPhoto' as const, name: kind, uploader: null, bookingId }
  await insertFile(deps, tx, image, row)
  return makePhotoUrl(bookingId, kind, deps.now())
}

/**
 * Stores a photo of a parcel in place of the previous one. `work` runs in one transaction, locks the booking, and calls `keep`
 * for the photo's address once it has checked that it may be stored; its result must be the reply.
 */
export const storePhoto = async <T>(
  deps: Deps,
  photo: Photo,
  bytes: Buffer,
  work: (tx: Tx, keep: () => Promise<string>) => Promise<T>,
): Promise<T> => {
  const rewritten = await rewriteImage({ bytes, purpose: 'bookingPhoto' })
  return withImage(deps, rewritten, (image) => inTx(deps, (tx) => work(tx, () => replacePhoto(deps, tx, photo, image))))
}

const countCars = async (tx: Tx): Promise<number> => {
  const count = tx.selectFrom('storedFile').select((e) => e.fn.countAll<bigint>().as('count'))
  return Number((await count.where('purpose', '=', 'carImage').executeTakeFirstOrThrow()).count)
}

/** Stores a picture for a car type; unless one uses it, it is deleted after a day. */
export const storeCarImage = async (deps: Deps, bytes: Buffer): Promise<{ image: string }> => {
  const rewritten = await rewriteImage({ bytes, purpose: 'carImage' })
  return withImage(deps, rewritten, (image) =>
    inTx(deps, async (tx) => {
      await lock(tx, 'of car types')
      if ((await countCars(tx)) >= mostCars.files) throw new Refusal('quota_reached')
      const name = deps.newId(20)
      const row = { id: name, ownerId: null, purpose: 'carImage' as const, name, uploader: null, bookingId: null }
      await insertFile(deps, tx, image, row)
      return { image: makeCarUrl(name) }
    }),
  )
}

/** Deletes the photos of these bookings; returns how many. */
export const removePhotosOf = (tx: Tx, bookings: SelectQueryBuilder<Tables, 'booking', { id: BookingId }>): Promise<number> =>
  removeRows(tx, tx.selectFrom('storedFile').select('id').where('bookingId', 'in', bookings))

/** Deletes all files of a user, when the account is removed. */
export const removeFiles = (tx: Tx, ownerId: UserId): Promise<number> =>
  removeRows(tx, tx.selectFrom('storedFile').select('id').where('ownerId', '=', ownerId))

const checkUnclaimed = async (deps: Deps, tx: Tx | Db, network: string): Promise<void> => {
  const kept = await tx
    .selectFrom('storedFile')
    .select((e) => e.fn.countAll<bigint>().as('together'))
    .select((e) => e.fn.countAll<bigint>().filterWhere('uploader', '=', network).as('ofNetwork'))
    .where('purpose', '=', 'signUpDocument')
    .where('createdAt', '>=', ago(deps, mostUnclaimed.keepMs))
    .executeTakeFirstOrThrow()
  const { ofNetwork, together } = mostUnclaimed
  if (Number(kept.ofNetwork) >= ofNetwork || Number(kept.together) >= together) throw new Refusal('quota_reached')
}

/** Stores a visitor's document for the sign-up that follows. It can be reached only by the token. */
export const storeSignUpDocument = async (deps: Deps, { bytes, ip }: { bytes: Buffer; ip: string }) => {
  const network = getNetwork(ip)
  await checkUnclaimed(deps, deps.db, network)
  const rewritten = await rewriteImage({ bytes, purpose: 'driverDocument', isVisitor: true })
  return withImage(deps, rewritten, (image) =>
    inTx(deps, async (tx) => {
      await lock(tx, 'of visitors')
      await checkUnclaimed(deps, tx, network)
      const token = deps.newId(26)
      await insertFile(deps, tx, image, { id: token, ownerId: null, purpose: 'signUpDocument', name: '', uploader: network })
      return { token }
    }),
  )
}

/** Turns a visitor's document into the new user's, once; its address is the value for `licenseImage`. */
export const claimSignUpDocument = async (
  tx: Tx,
  deps: Deps,
  { token, ownerId, at }: { token: string; ownerId: UserId; at: Date },
): Promise<string> => {
  const name = at.toISOString()
  const claimed = await tx
    .updateTable('storedFile')
    .set({ ownerId, purpose: 'driverDocument', name, uploader: null })
    .where('id', '=', token)
    .where('purpose', '=', 'signUpDocument')
    .where('createdAt', '>=', ago(deps, mostUnclaimed.keepMs))
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n) throw new Refusal('upload_expired')
  return makeFileUrl(ownerId, 'driverDocument', name)
}

/** Deletes uploads not claimed within an hour, documents replaced thirty days ago, and pictures without a car type. */
export const pruneFiles = (deps: Deps): Promise<void> =>
  inTx(deps, async (tx) => {
    const isUnclaimed = sql<boolean>`purpose = 'signUpDocument' and created_at < ${ago(deps, mostUnclaimed.keepMs)}`
    const isReplaced = sql<boolean>`purpose = 'driverDocument' and created_at < ${ago(deps, mostDocuments.keepMs)} and not exists (
      select from app_user where app_user.id = owner_id
        and (app_user.legal_hold or app_user.license_image like '%/' || stored_file.name))`
    const isUnused = sql<boolean>`purpose = 'carImage' and created_at < ${ago(deps, mostCars.keepMs)}
      and not exists (select from car_type where car_type.image like '%/' || stored_file.name)
      and not exists (select from booking where booking.car_image like '%/' || stored_file.name)`
    const old = tx
      .selectFrom('storedFile')
      .select('id')
      .where((where) => where.or([isUnclaimed, isReplaced, isUnused]))
    await removeRows(tx, old.limit(1000))
  })
