// Form rules: each check returns the key of the first problem or null. Shared by the pages and the server.
import type { MessageKey } from './errors.ts'
import { isLatLng, measureDistanceM, type LatLng } from './geo.ts'
import type { PasswordRule } from './settings.ts'

type Problem = MessageKey | null

const emailPattern =
  /^[^\s@<>()[\]\\,;:"]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*\.[a-zA-Z]{2,}$/

export const isEmail = (value: string): boolean => value.length <= 254 && emailPattern.test(value)

export const checkSignIn = (input: { email: string; password: string }): Problem =>
  isEmail(input.email.trim()) && input.password !== '' ? null : 'login_validate_error'

/** Line breaks and other control characters, including those that change the text direction. */
const foreignToNames = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** True if there is no line break and nothing else that could break out of a line. */
export const isOneLine = (text: string): boolean => !foreignToNames.test(text)

/**
 * Needs a visible character and no line breaks: names appear in mails and lists. Characters that fonts leave empty count as blank:
 * default ignorable ones (DI), such as the Hangul fillers, and blank Braille.
 */
export const checkName = (name: string): Problem =>
  /[^\p{C}\p{Z}\p{DI}\u2800]/u.test(name) && isOneLine(name) ? null : 'proper_input_name'

export const checkEmail = (email: string): Problem => (isEmail(email.trim()) ? null : 'proper_email')

/** The profile's rule: letters, digits and . _ % + - before the @. */
export const checkPlainEmail = (email: string): Problem =>
  isEmail(email.trim()) && /^[A-Za-z0-9._%+-]+@/.test(email.trim()) ? null : 'proper_email'

/**
 * `spec`: 6 to 30 letters, digits, @, * and #. `modern`: 8 to 128 characters of any kind; the server also has a list of common
 * passwords and refuses those with password_common.
 */
export const checkPassword = (password: string, rule: PasswordRule = 'spec'): Problem => {
  if (password.length < 1) return 'password_blank_messege'
  if (rule === 'spec') return /^[A-Za-z0-9@*#]{6,30}$/.test(password) ? null : 'password_alphaNumeric_check'
  const length = [...password].length
  return length >= 8 && length <= 128 ? null : 'password_length'
}

/**
 * The specification's complex mode, which no form uses: 8 to 30 characters with digit, lower, upper and symbol, without spaces.
 * @internal
 */
export const checkComplexPassword = (password: string): Problem => {
  if (password.length < 1) return 'password_blank_messege'
  const kinds = [/\d/, /[a-z]/, /[A-Z]/, /[^A-Za-z0-9\s]/]
  const isComplex = /^\S{8,30}$/.test(password) && kinds.every((kind) => kind.test(password))
  return isComplex ? null : 'password_complexity_check'
}

/** The code of a phone sign-in: six digits from 100001 to 999999. */
export const checkOtp = (otp: string): Problem => (/^[1-9]\d{5}$/.test(otp) && otp !== '100000' ? null : 'otp_validate_error')

export type Vehicle = { vehicleMake: string; vehicleModel: string; vehicleNumber: string; carType: string }

/** Checks what only drivers enter: each field needs visible text, and a car type is required. */
export const checkVehicle = (input: Vehicle): Problem => {
  const parts = [input.vehicleMake, input.vehicleModel, input.vehicleNumber, input.carType]
  return parts.some((part) => checkName(part) !== null) ? 'vehicle_incomplete' : null
}

const nameKey = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** True if two names read alike: case and spacing are ignored. */
export const isSameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b)

/** True if a name is in the list more than once. */
export const hasSameNames = (names: readonly string[]): boolean => new Set(names.map(nameKey)).size < names.length

/** Pickup and drop closer than this (m) count as the same place. */
const samePlaceM = 20

export const checkStops = (pickup: LatLng | null, drop: LatLng | null): Problem => {
  if (!pickup || !drop || !isLatLng(pickup) || !isLatLng(drop)) return 'select_proper'
  return measureDistanceM(pickup, drop) < samePlaceM ? 'same_place' : null
}

export const checkTrip = (trip: { pickup: LatLng | null; drop: LatLng | null; carType: string | null }): Problem => {
  if (!trip.carType) return 'select_proper'
  return checkStops(trip.pickup, trip.drop)
}

/** Book Later is at least this far ahead (ms). */
export const bookLaterLeastMs = 15 * 60_000

/** And at most a year (ms): no tariff or plan holds longer, and it catches a mistyped year. */
export const bookLaterMostMs = 366 * 86_400_000

/** Book Later: a date is needed, at least 15 minutes and at most a year ahead (both in epoch ms). */
export const checkTripDate = (tripDate: number | null, now: number): Problem => {
  if (tripDate === null || !Number.isFinite(tripDate)) return 'select_proper'
  if (tripDate < now + bookLaterLeastMs) return 'past_booking_error'
  return tripDate > now + bookLaterMostMs ? 'far_booking_error' : null
}
