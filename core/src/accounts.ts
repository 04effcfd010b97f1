// Actors: the four roles of the specification, a visitor, or the system itself.
import type { UserId } from './ids.ts'

export const roles = ['rider', 'driver', 'fleetadmin', 'admin'] as const
export type Role = (typeof roles)[number]

/** True for an admin or a fleet admin: the roles that work at the desk. */
export const isDeskRole = (role: Role): boolean => role === 'admin' || role === 'fleetadmin'

/** For whom a role may book: riders for themselves, an admin for any rider, for example one who calls. */
export const bookingsFor: Record<Role, 'oneself' | 'riders' | null> = {
  rider: 'oneself',
  driver: null,
  fleetadmin: null,
  admin: 'riders',
}

export const isRole = (value: string): value is Role => (roles as readonly string[]).includes(value)

/** Sign-in providers; each needs an app that the operator has registered with them. */
export const socialProviders = ['facebook', 'apple'] as const
export type SocialProvider = (typeof socialProviders)[number]

export const isSocialProvider = (value: string): value is SocialProvider => (socialProviders as readonly string[]).includes(value)

export type UserActor = { kind: 'user'; id: UserId; role: Role }
export type Actor = UserActor | { kind: 'visitor' } | { kind: 'system' }

export const visitor: Actor = { kind: 'visitor' }
export const system: Actor = { kind: 'system' }

/** Where a person lands after signing in: admin and fleet admin on the dashboard, a driver on bookings, others at home. */
export const getLandingPath = (role: Role): string => {
  if (isDeskRole(role)) return '/dashboard'
  return role === 'driver' ? '/bookings' : '/'
}

/** Normalises a referral id for comparison: ignores case, surrounding spaces and how accents are encoded. */
export const foldReferralId = (text: string): string => text.normalize('NFC').trim().toLowerCase()

/**
 * Lowercase first name plus a number from 1000 to 9999; the caller picks it at random, since core has no source of randomness.
 * A name without a letter or digit becomes "temp".
 */
export const makeReferralId = (firstName: string, number: number): string => {
  const name = foldReferralId(firstName).replaceAll(/\s+/g, '')
  return `${/[\p{L}\p{N}]/u.test(name) ? name : 'temp'}${number}`
}

/** A person's full name; may be empty for somebody who signs in by phone number only. */
export const formatPersonName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** The average of all stars given, to one decimal; 0 when there are no ratings. */
export const computeAverageRating = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum / count) * 10) / 10

/** People without an e-mail address get an internal one, which is never shown: the specification's single space replaces it. */
export const isInternalEmail = (email: string): boolean => email.endsWith('.invalid')
export const maskInternalEmail = (email: string): string => (isInternalEmail(email) ? ' ' : email)

/**
 * Fields that the profile page may not change: a person who signs in by e-mail keeps the address and number of the registration.
 * A person whom the desk registered by name and number has no address yet, and may add one.
 */
export const listLockedFields = ({ loginType, email }: { loginType: string; email: string }): ('email' | 'mobile')[] => {
  if (loginType !== 'email') return []
  return isInternalEmail(email) ? ['mobile'] : ['email', 'mobile']
}

/** True if the desk has blocked the account. A new driver awaiting approval is not blocked; everybody else starts approved. */
export const isBlocked = (user: { approved: boolean; userType: string; blockedAt: Date | null }): boolean =>
  !user.approved && (user.userType !== 'driver' || user.blockedAt !== null)
