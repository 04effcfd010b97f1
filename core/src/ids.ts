// Ids are plain strings on the wire; the brand keeps a booking's id from being passed where a user's is meant.
declare const brand: unique symbol

/** A string that is known to name a thing of one kind. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind }

export type UserId = Id<'user'>
export type BookingId = Id<'booking'>
export type CarTypeId = Id<'carType'>
export type PlaceId = Id<'place'>

/** Brands a string that came from a trusted place (a row, a parsed request). */
export const asId = <Kind extends string>(value: string): Id<Kind> => value as Id<Kind>

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A short id people can read aloud: `length` characters of Crockford's base 32 (5 random bits each), one per byte given. */
export const makeIdFromBytes = (bytes: Iterable<number>): string => {
  let id = ''
  for (const byte of bytes) id += alphabet.charAt(byte & 31)
  return id
}
