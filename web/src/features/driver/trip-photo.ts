// The photo that belongs to where a parcel is now, by the operator's settings.
import type { BookingView } from '@wayfare/contract/bookings'
import { findPhotoStage, isPhotoAsked, photoFields, type PhotoKind } from '@wayfare/core/booking'
import type { PublicSettings } from '@wayfare/core/settings'

export const findAskedPhoto = (booking: BookingView, settings: PublicSettings | null): PhotoKind | null => {
  const kind = findPhotoStage(booking)
  return kind && settings && isPhotoAsked(kind, settings) ? kind : null
}

export const findPhoto = (booking: BookingView, kind: PhotoKind): string | null => booking[photoFields[kind]]

/** Nothing goes on before this photo is taken. */
export const findMissingPhoto = (booking: BookingView, settings: PublicSettings | null): PhotoKind | null => {
  const kind = findAskedPhoto(booking, settings)
  return kind && findPhoto(booking, kind) === null ? kind : null
}
