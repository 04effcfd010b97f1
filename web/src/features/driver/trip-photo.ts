// The photo that belongs to where a parcel is now, by the operator's settings.
import type { BookingView } from '@wayfare/contract/bookings'
import { isPhotoAsked, photoAt, photoFields } from '@wayfare/core/booking'
import type { PhotoKind } from '@wayfare/core/booking'
import type { PublicSettings } from '@wayfare/core/settings'

export const askedPhoto = (booking: BookingView, settings: PublicSettings | null): PhotoKind | null => {
  const kind = photoAt(booking)
  return kind && settings && isPhotoAsked(kind, settings) ? kind : null
}

export const photoOf = (booking: BookingView, kind: PhotoKind): string | null => booking[photoFields[kind]]

/** Nothing goes on before this photo is taken. */
export const missingPhoto = (booking: BookingView, settings: PublicSettings | null): PhotoKind | null => {
  const kind = askedPhoto(booking, settings)
  return kind && photoOf(booking, kind) === null ? kind : null
}
