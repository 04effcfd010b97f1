// Who acts: the four roles of the specification, a visitor, or the system itself.
import type { UserId } from './ids.ts'

export const roles = ['rider', 'driver', 'fleetadmin', 'admin'] as const
export type Role = (typeof roles)[number]

/** Those who run the place: an admin, and whoever has a fleet in it. */
export const isDeskRole = (role: Role): boolean => role === 'admin' || role === 'fleetadmin'

/** Whom one may book for: riders ride themselves, and an admin books for those who call. */
export const bookingsFor: Record<Role, 'oneself' | 'riders' | null> = {
  rider: 'oneself',
  driver: null,
  fleetadmin: null,
  admin: 'riders',
}

export const isRole = (value: string): value is Role => (roles as readonly string[]).includes(value)

/** Those who can vouch for a person, where the operator has an app with them. */
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

/** What a referral id is compared by: capitals, spaces around it and the way an accent is coded do not count. */
export const foldReferralId = (text: string): string => text.normalize('NFC').trim().toLowerCase()

/**
 * lowercase first name plus a random number from 1000 to 9999 (given, since the core has no dice); temp for a name without a
 * letter or digit
 */
export const makeReferralId = (firstName: string, number: number): string => {
  const name = foldReferralId(firstName).replaceAll(/\s+/g, '')
  return `${/[\p{L}\p{N}]/u.test(name) ? name : 'temp'}${number}`
}

/** What a person is called; who signed in by a number alone may have no name yet. */
export const formatPersonName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** The average of all stars given, to one decimal; 0 when there are none. */
export const computeAverageRating = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum / count) * 10) / 10

/** Who has no e-mail has an internal address instead, which is shown to nobody: the specification's single space stands for it. */
export const isInternalEmail = (email: string): boolean => email.endsWith('.invalid')
export const maskInternalEmail = (email: string): string => (isInternalEmail(email) ? ' ' : email)

/**
 * What the profile page may not change: who signs in by e-mail keeps the address and the number of the registration. Whom the desk
 * took down by name and number has no address yet, and may add one.
 */
export const listLockedFields = ({ loginType, email }: { loginType: string; email: string }): ('email' | 'mobile')[] => {
  if (loginType !== 'email') return []
  return isInternalEmail(email) ? ['mobile'] : ['email', 'mobile']
}

/** Kept out by the desk. A new driver who is not approved waits; all others are let in when they are added. */
export const isBlocked = (user: { approved: boolean; userType: string; blockedAt: Date | null }): boolean =>
  !user.approved && (user.userType !== 'driver' || user.blockedAt !== null)
