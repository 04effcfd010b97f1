// Branded id types: plain strings on the wire, but the compiler keeps a booking's id from being passed as a user's.
declare const brand: unique symbol

/** A string known to be the id of one kind of thing. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind }

export type UserId = Id<'user'>
export type BookingId = Id<'booking'>
export type CarTypeId = Id<'carType'>
export type PlaceId = Id<'place'>

/** Brands a string from a trusted source (a row, a parsed request). */
export const asId = <Kind extends string>(value: string): Id<Kind> => value as Id<Kind>

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A short id people can read aloud: `length` characters of Crockford's base 32 (5 random bits each), one per byte given. */
export const makeIdFromBytes = (bytes: Iterable<number>): string => {
  let id = ''
  for (const byte of bytes) id += alphabet.charAt(byte & 31)
  return id
}
