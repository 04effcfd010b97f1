// Form rules: each check returns the key of the first problem or null. Page and server ask the same ones.
import type { MessageKey } from './errors.ts'
import { distanceM, isLatLng } from './geo.ts'
import type { LatLng } from './geo.ts'

type Problem = MessageKey | null

const emailPattern =
  /^[^\s@<>()[\]\\,;:"]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*\.[a-zA-Z]{2,}$/

export const isEmail = (value: string): boolean => value.length <= 254 && emailPattern.test(value)

export const checkSignIn = (input: { email: string; password: string }): Problem =>
  isEmail(input.email.trim()) && input.password !== '' ? null : 'login_validate_error'

export const checkName = (name: string): Problem => (/\S/.test(name) ? null : 'proper_input_name')

export const checkEmail = (email: string): Problem => (isEmail(email.trim()) ? null : 'proper_email')

/** 6 to 30 characters of letters, digits, @, * and #. */
export const checkPassword = (password: string): Problem => {
  if (password.length < 1) return 'password_blank_messege'
  return /^[A-Za-z0-9@*#]{6,30}$/.test(password) ? null : 'password_alphaNumeric_check'
}

/** At least 6 characters and no plus sign, space or dash: the digits after the country code. */
export const checkMobile = (mobile: string): Problem => (/^\d{6,15}$/.test(mobile) ? null : 'mobile_no_blank_error')

export const checkRegistration = (input: {
  firstName: string
  lastName: string
  email: string
  password: string
  mobile: string
}): Problem =>
  checkName(input.firstName) ??
  checkName(input.lastName) ??
  checkEmail(input.email) ??
  checkPassword(input.password) ??
  checkMobile(input.mobile)

/** Ends nearer than this (m) are the same place. */
const samePlaceM = 20

export const checkStops = (pickup: LatLng | null, drop: LatLng | null): Problem => {
  if (!pickup || !drop || !isLatLng(pickup) || !isLatLng(drop)) return 'select_proper'
  return distanceM(pickup, drop) < samePlaceM ? 'same_place' : null
}

export const checkTrip = (trip: { pickup: LatLng | null; drop: LatLng | null; carType: string | null }): Problem => {
  if (!trip.carType) return 'select_proper'
  return checkStops(trip.pickup, trip.drop)
}

/** Book Later: a date is needed, at least 15 minutes ahead (both in epoch ms). */
export const checkTripDate = (tripDate: number | null, now: number): Problem => {
  if (tripDate === null || !Number.isFinite(tripDate)) return 'select_proper'
  return tripDate < now + 15 * 60_000 ? 'past_booking_error' : null
}
