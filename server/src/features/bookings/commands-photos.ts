// The driver's photos of a parcel, at pickup and drop.
import type { BookingView } from '@wayfare/contract/bookings'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { getBookingPhoto, putBookingPhoto } from '@wayfare/contract/files'
import type { UserActor } from '@wayfare/core/accounts'
import { findPhotoStage, isPhotoAsked, photoFields, type PhotoKind } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { Settings } from '@wayfare/core/settings'
import type { Deps } from '../../deps.ts'
import type { FileAnswer } from '../../http/download.ts'
import { storePhoto } from '../files/commands.ts'
import { openPhoto } from '../files/queries.ts'
import type { BookingRow } from './present.ts'
import { findBookingRow, getBooking } from './queries.ts'
import { lockBooking, publishChange, writeBooking, type BookingPatch } from './transition.ts'

type Asked = { actor: UserActor; kind: PhotoKind; settings: Settings }

/** Only the parcel's driver takes photos, only the one due in the current status, and only if the operator asks for it. */
const checkMayTake = (row: BookingRow | undefined, { actor, kind, settings }: Asked): void => {
  if (row?.driverId !== actor.id) throw new Refusal('not_found')
  if (findPhotoStage(row) !== kind) throw new Refusal('wrong_step')
  if (!isPhotoAsked(kind, settings)) throw new Refusal('forbidden')
}

/** Stores a photo, which may be replaced until the step is done. */
export const savePhoto = async (
  deps: Deps,
  actor: UserActor,
  { id, kind }: ParsedInputOf<typeof putBookingPhoto>,
  bytes: Buffer,
): Promise<BookingView> => {
  const asked = { actor, kind, settings: deps.settings() }
  // check before the expensive work on the image
  checkMayTake(await findBookingRow(deps.db, id), asked)
  return storePhoto(deps, { bookingId: id, kind }, bytes, async (tx, keep) => {
    const row = await lockBooking(tx, id)
    checkMayTake(row, asked)
    const url = await keep()
    await publishChange(tx, await writeBooking(tx, row, { [photoFields[kind]]: url }))
    return getBooking(deps, actor, id, tx)
  })
}

/** Opens a photo for anybody who may see the booking; for others it does not exist. */
export const openBookingPhoto = async (
  deps: Deps,
  actor: UserActor,
  { id, kind }: ParsedInputOf<typeof getBookingPhoto>,
): Promise<FileAnswer> => {
  const booking = await getBooking(deps, actor, id)
  if (booking[photoFields[kind]] === null) throw new Refusal('not_found')
  return openPhoto(deps, { id, kind })
}

/** Part of the step that follows a photo: refuses it while a required photo is missing. */
export const requirePhoto =
  (settings: Settings) =>
  (row: BookingRow): BookingPatch => {
    const kind = findPhotoStage(row)
    if (kind && isPhotoAsked(kind, settings) && row[photoFields[kind]] === null) throw new Refusal('photo_missing')
    return {}
  }
