// Reads of files: their addresses, and who may open them.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { getDriverDocument, getProfileImage } from '@wayfare/contract/files'
import type { UserActor } from '@wayfare/core/accounts'
import type { PhotoKind } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { asId, type BookingId, type UserId } from '@wayfare/core/ids'
import { auditRead } from '../../audit.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'

type Purpose = 'profileImage' | 'driverDocument'

const folders: Record<Purpose, string> = { profileImage: 'profileImage', driverDocument: 'driverDocuments' }

/** The address of a file on our own site. */
export const makeFileUrl = (ownerId: string, purpose: Purpose, name: string): string =>
  `/api/files/users/${ownerId}/${folders[purpose]}/${name}`

export const makeCarUrl = (name: string): string => `/api/files/cars/${name}`

/** The time distinguishes a photo from the one it replaced. */
export const makePhotoUrl = (bookingId: BookingId, kind: PhotoKind, at: Date): string =>
  `/api/files/bookings/${bookingId}/${kind}?at=${at.getTime()}`

type Which = Partial<Pick<TableRow<'storedFile'>, 'id' | 'ownerId' | 'bookingId' | 'purpose' | 'name'>>

/** The one file with these column values, with a name for saving it. */
const openFile = async (deps: Deps, which: Which, name: string, cache: string): Promise<FileAnswer> => {
  const row = await deps.db
    .selectFrom('storedFile')
    .select(['storageKey', 'mediaType'])
    .where((where) => where.and(which))
    .executeTakeFirst()
  const found = row && (await deps.services.storage.get(row.storageKey))
  if (!row || !found) throw new Refusal('not_found')
  const { stream, bytes } = found
  return { type: row.mediaType, stream, bytes, name: `${name}.webp`, place: 'inline', cache }
}

/** A photo of a parcel; the caller has checked the permission. */
export const openPhoto = (deps: Deps, { id, kind }: { id: BookingId; kind: PhotoKind }): Promise<FileAnswer> =>
  openFile(deps, { bookingId: id, name: kind }, `${id}-${kind}`, 'private, no-store')

const yearS = 365 * 86_400

/** An address is never reused for another image; only the reader's own browser may cache it. */
export const openProfileImage = (deps: Deps, { uid, name }: ParsedInputOf<typeof getProfileImage>): Promise<FileAnswer> =>
  openFile(deps, { ownerId: uid, purpose: 'profileImage', name }, name, `private, max-age=${yearS}, immutable`)

/** Public: riders see them before they have an account. An address is never reused for another image. */
export const openCarImage = (deps: Deps, name: string): Promise<FileAnswer> =>
  openFile(deps, { id: name, purpose: 'carImage' }, name, `public, max-age=${yearS}, immutable`)

/** True for the driver, the driver's fleet admin, and admins. */
const maySee = async (db: Db, actor: UserActor, driverId: UserId): Promise<boolean> => {
  if (actor.role === 'admin' || actor.id === driverId) return true
  if (actor.role !== 'fleetadmin') return false
  const driver = await db.selectFrom('appUser').select('fleetAdminId').where('id', '=', driverId).executeTakeFirst()
  return driver?.fleetAdminId === actor.id
}

/** Documents that the reader may not see are not found. Opening another person's document is audited. */
export const openDriverDocument = async (
  deps: Deps,
  actor: UserActor,
  { uid, time }: ParsedInputOf<typeof getDriverDocument>,
): Promise<FileAnswer> => {
  if (!(await maySee(deps.db, actor, uid))) throw new Refusal('not_found')
  const file = await openFile(deps, { ownerId: uid, purpose: 'driverDocument', name: time }, time, 'private, no-store')
  if (actor.id === uid) return file
  deps.log.info({ actor: actor.id, role: actor.role, driver: uid, document: time }, 'a driver document was opened')
  const object = { kind: 'person', id: uid } as const
  await auditRead(deps, actor, { action: 'files.getDriverDocument', object, after: { document: time } })
  return file
}

type ListedFile = { purpose: string; url: string; mediaType: string; bytes: number; createdAt: number }

/** A user's files, oldest first. */
export const listFiles = async (db: Db, ownerId: UserId): Promise<ListedFile[]> => {
  const rows = await db
    .selectFrom('storedFile')
    .select(['purpose', 'name', 'mediaType', 'bytes', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt')
    .execute()
  return rows.flatMap(({ purpose, name, mediaType, bytes, createdAt }) =>
    purpose === 'signUpDocument' || purpose === 'bookingPhoto' || purpose === 'carImage'
      ? []
      : [{ purpose, url: makeFileUrl(ownerId, purpose, name), mediaType, bytes, createdAt: createdAt.getTime() }],
  )
}

type ListedPhoto = Omit<ListedFile, 'purpose'> & { bookingId: string; kind: string }

/** The parcel photos of these bookings, oldest first. */
export const listPhotos = async (db: Db, bookingIds: readonly BookingId[]): Promise<ListedPhoto[]> => {
  if (bookingIds.length === 0) return []
  const rows = await db
    .selectFrom('storedFile')
    .select(['bookingId', 'name', 'mediaType', 'bytes', 'createdAt'])
    .where('bookingId', 'in', bookingIds)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ bookingId, name, mediaType, bytes, createdAt }) => {
    const url = makePhotoUrl(asId(bookingId ?? ''), name as PhotoKind, createdAt)
    return { bookingId: bookingId ?? '', kind: name, url, mediaType, bytes, createdAt: createdAt.getTime() }
  })
}

/** Bookings with photos taken before that moment, oldest first; a booking with two of them appears twice. */
export const selectOldPhotos = (db: Db | Tx, before: Date) =>
  db
    .selectFrom('storedFile')
    .innerJoin('booking', 'booking.id', 'storedFile.bookingId')
    .select('booking.id')
    .where('storedFile.purpose', '=', 'bookingPhoto')
    .where('storedFile.createdAt', '<', before)
    .orderBy('storedFile.createdAt')
