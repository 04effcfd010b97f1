// The tables of users and of the sign-in.
import type { PlaceMark } from '@wayfare/core/place-words'
import type { Generated } from 'kysely'
import type { Counter, IdColumn, Instant, Timestamp } from './columns.ts'

export type AccountTables = {
  appUser: {
    id: IdColumn<'user'>
    userType: 'rider' | 'driver' | 'fleetadmin' | 'admin'
    firstName: Generated<string>
    lastName: Generated<string>
    name: Generated<string>
    email: string
    emailVerified: Generated<boolean>
    /** the desk entered the address, and the person has not confirmed it yet */
    emailByDesk: Generated<boolean>
    image: string | null
    mobile: string | null
    /** what the upgrade to numbering plans found; gone with the next change of the number */
    mobileFault: 'wrong' | 'taken' | null
    /** the number that a code by SMS proved; worth something while it is `mobile` */
    provenMobile: string | null
    profileImage: string | null
    referralId: string | null
    signupViaReferral: string | null
    approved: Generated<boolean>
    loginType: Generated<string>
    pushToken: string | null
    userPlatform: string | null
    queue: Generated<boolean>
    driverActiveStatus: Generated<boolean>
    activeDevice: string | null
    ratingSum: Generated<number>
    ratingCount: Generated<number>
    vehicleNumber: string | null
    vehicleMake: string | null
    vehicleModel: string | null
    carTypeId: IdColumn<'carType'> | null
    otherInfo: string | null
    fleetAdminId: IdColumn<'user'> | null
    licenseImage: string | null
    bankName: string | null
    bankCode: string | null
    bankAccount: string | null
    createdByAdmin: Generated<boolean>
    demo: Generated<boolean>
    language: string | null
    theme: 'light' | 'dark' | 'auto' | null
    legalHold: Generated<boolean>
    invitedAt: Date | null
    /** since when the desk keeps one out; null for who waits to be let in */
    blockedAt: Date | null
    /** what a search looks through: written by the database alone */
    words: string | null
    version: Generated<number>
    removedAt: Date | null
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  authSession: {
    id: string
    userId: IdColumn<'user'>
    token: string
    expiresAt: Instant
    ipAddress: string | null
    userAgent: string | null
    provedAt: Timestamp
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  authCredential: {
    id: string
    userId: IdColumn<'user'>
    accountId: string
    providerId: string
    accessToken: string | null
    refreshToken: string | null
    idToken: string | null
    accessTokenExpiresAt: Date | null
    refreshTokenExpiresAt: Date | null
    scope: string | null
    password: string | null
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  authVerification: {
    id: string
    identifier: string
    value: string
    expiresAt: Instant
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  /** Whose driver somebody was, and when; written by a trigger. */
  fleetMembership: {
    driverId: IdColumn<'user'>
    fleetAdminId: IdColumn<'user'>
    since: Instant
    until: Generated<Date>
  }
  savedAddress: {
    id: string
    userId: IdColumn<'user'>
    description: string
    lat: number
    lng: number
    count: Generated<number>
    mark: PlaceMark | null
    updatedAt: Timestamp
  }
  signInCode: {
    userId: IdColumn<'user'>
    id: string
    codeHash: string
    tries: Generated<number>
    expiresAt: Instant
    createdAt: Timestamp
  }
  usedChallenge: { signature: string; expiresAt: Instant }
  attempt: { kind: string; subject: string; windowStart: Instant; count: Generated<number> }
  secondFactor: {
    userId: IdColumn<'user'>
    sealedSecret: string
    confirmedAt: Date | null
    lastStep: Generated<bigint>
    createdAt: Timestamp
  }
  backupCode: { userId: IdColumn<'user'>; codeHash: string; usedAt: Date | null }
  storedFile: {
    id: string
    ownerId: IdColumn<'user'> | null
    purpose: 'profileImage' | 'driverDocument' | 'signUpDocument' | 'bookingPhoto' | 'carImage'
    name: string
    storageKey: string
    mediaType: string
    bytes: number
    uploader: string | null
    bookingId: IdColumn<'booking'> | null
    createdAt: Timestamp
  }
  devMessage: {
    id: Counter
    messageKey: string
    kind: 'mail' | 'sms'
    recipient: string
    subject: Generated<string>
    body: string
    html: string | null
    direction: Generated<'ltr' | 'rtl'>
    createdAt: Timestamp
  }
}
