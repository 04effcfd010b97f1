// Form rules: each check returns the key of the first problem or null. Page and server ask the same ones.
import type { MessageKey } from './errors.ts'
import { isLatLng, measureDistanceM, type LatLng } from './geo.ts'
import type { PasswordRule } from './settings.ts'

type Problem = MessageKey | null

const emailPattern =
  /^[^\s@<>()[\]\\,;:"]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*\.[a-zA-Z]{2,}$/

export const isEmail = (value: string): boolean => value.length <= 254 && emailPattern.test(value)

export const checkSignIn = (input: { email: string; password: string }): Problem =>
  isEmail(input.email.trim()) && input.password !== '' ? null : 'login_validate_error'

/** Line ends and other control characters, and those that turn the direction of the text around them. */
const foreignToNames = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** No line end and nothing else that could break out of a line. */
export const isOneLine = (text: string): boolean => !foreignToNames.test(text)

/** One character that can be seen, and none that could break out of a line: names stand in mails and lists. */
export const checkName = (name: string): Problem => (/[^\p{C}\p{Z}]/u.test(name) && isOneLine(name) ? null : 'proper_input_name')

export const checkEmail = (email: string): Problem => (isEmail(email.trim()) ? null : 'proper_email')

/** The profile's rule: letters, digits and . _ % + - before the @. */
export const checkPlainEmail = (email: string): Problem =>
  isEmail(email.trim()) && /^[A-Za-z0-9._%+-]+@/.test(email.trim()) ? null : 'proper_email'

/**
 * `spec`: 6 to 30 characters of letters, digits, @, * and #. `modern`: 8 to 128 of anything; the server also knows the common
 * passwords and refuses those with password_common.
 */
export const checkPassword = (password: string, rule: PasswordRule = 'spec'): Problem => {
  if (password.length < 1) return 'password_blank_messege'
  if (rule === 'spec') return /^[A-Za-z0-9@*#]{6,30}$/.test(password) ? null : 'password_alphaNumeric_check'
  const length = [...password].length
  return length >= 8 && length <= 128 ? null : 'password_length'
}

/**
 * The specification's complex mode, which no form uses: 8 to 30 with digit, lower, upper and symbol, without spaces.
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

/** What a driver gives beyond a person: each part a visible text, and a car type. */
export const checkVehicle = (input: Vehicle): Problem => {
  const parts = [input.vehicleMake, input.vehicleModel, input.vehicleNumber, input.carType]
  return parts.some((part) => checkName(part) !== null) ? 'vehicle_incomplete' : null
}

const nameKey = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Whether two names read alike: neither letter case nor spaces make another of one. */
export const isSameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b)

/** Whether a name stands in the list more than once. */
export const hasSameNames = (names: readonly string[]): boolean => new Set(names.map(nameKey)).size < names.length

/** Ends nearer than this (m) are the same place. */
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

/** And at most a year (ms): nobody's tariff or plans hold longer, and a slip of the year is caught. */
export const bookLaterMostMs = 366 * 86_400_000

/** Book Later: a date is needed, at least 15 minutes and at most a year ahead (both in epoch ms). */
export const checkTripDate = (tripDate: number | null, now: number): Problem => {
  if (tripDate === null || !Number.isFinite(tripDate)) return 'select_proper'
  if (tripDate < now + bookLaterLeastMs) return 'past_booking_error'
  return tripDate > now + bookLaterMostMs ? 'far_booking_error' : null
}
