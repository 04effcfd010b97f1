// The operator's settings: their shape, their defaults, and the part that anyone may read.
import { listNames } from './records.ts'

export const categories = ['taxi', 'delivery', 'both'] as const
/** `spec`: 6 to 30 of letters, digits, @, * and #. `modern`: 8 to 128 of anything, no common password. */
export const passwordRules = ['spec', 'modern'] as const
export type PasswordRule = (typeof passwordRules)[number]
/** When a referral bonus is due: at the specified moment, or once the newcomer has proven a contact and paid for a trip. */
export const bonusMoments = ['first_trip', 'approval'] as const

/** What makes people wait for a mail or SMS. */
export const messageSwitches = [
  { field: 'emailVerify', needs: 'mail' },
  { field: 'mobileLoginEnabled', needs: 'sms' },
] as const
export type MessageSwitch = (typeof messageSwitches)[number]

const texts = {
  appName: 'Wayfare',
  symbol: 'kr',
  code: 'SEK',
  license: '',
  country: 'SE',
  restrictCountry: 'SE',
  /** whom a driver's emergency button calls; empty: it alerts the desk alone */
  panicNumber: '112',
  /** whom riders and drivers call when only the desk can help; empty: they write to contactEmail */
  deskNumber: '',
  contactEmail: '',
  companyName: '',
  companyWebsite: '',
  companyTerms: '',
  facebookHandle: '',
  twitterHandle: '',
  instagramHandle: '',
  appleStoreLink: '',
  playStoreLink: '',
  /** IANA name of the city's time zone */
  timeZone: 'Europe/Stockholm',
  /** when drives take longer on working days, such as "07:00-09:00, 15:30-18:00" */
  rushHours: '07:00-09:00, 15:30-18:00',
  /** percentages of the fare that riders are offered as a tip, such as "5, 10, 15"; empty: they are asked for none */
  tipPercents: '5, 10, 15',
  /** the operator's own account, from which withdrawals are paid; empty: none is known */
  payoutIban: '',
}

const switches = {
  swipeSymbol: true,
  otpSecure: true,
  driverApproval: true,
  emailVerify: false,
  allowCountrySelection: true,
  autoDispatch: true,
  carHornRepeat: true,
  convertToMile: false,
  allowDeliveryPickupImageCapture: false,
  allowFinalDeliveryImageCapture: false,
  riderWithDraw: false,
  negativeBalance: true,
  bankFields: true,
  panic: true,
  facebookLoginEnabled: false,
  mobileLoginEnabled: false,
  allowCriticalEditsAdmin: true,
}

const numbers = {
  decimal: 0,
  bonus: 0,
  /** for so many newcomers a day each referrer is paid */
  bonusPerDay: 5,
  /** in the distance unit (km, or miles with convertToMile) */
  driverRadius: 10,
  /** seconds an offer fills the driver's screen before it shrinks into the task list */
  offerSeconds: 15,
  /** a booking for later asks drivers this long before its time, earlier when the nearest free one is far */
  bookLaterLeadMinutes: 20,
  /** least and most that a card pays into a wallet at once, in units of the currency */
  topUpMin: 10,
  topUpMax: 10_000,
  /** a measured fare beyond its promise by more than this (percent), and by more than so many minimum fares, waits for the desk */
  fareClaimPercent: 30,
  fareClaimMinFares: 1,
  /** so much longer (percent) a drive takes in the rush hours; the map's speeds are those of a day's average */
  rushPercent: 0,
  /** days that each is kept once it is over, 0 for ever; `retention` says what an age is counted from */
  keepTrackDays: 365,
  keepChatDays: 365,
  keepPhotoDays: 180,
  keepNoticeDays: 90,
  keepInboxDays: 30,
  keepAuditDays: 3650,
}

/** One of a few words each. */
const choices: {
  category: (typeof categories)[number]
  bonusMoment: (typeof bonusMoments)[number]
  passwordRule: PasswordRule
} = { category: 'taxi', bonusMoment: 'first_trip', passwordRule: 'spec' }

/**
 * Every setting with its default. Field names are the specification's in camelCase; timeZone, category, panicNumber, offerSeconds,
 * passwordRule, bonusMoment, bonusPerDay, bookLaterLeadMinutes, payoutIban, topUpMin, topUpMax, deskNumber, fareClaimPercent,
 * fareClaimMinFares, tipPercents, rushHours, rushPercent and keep…Days are ours.
 */
export const defaultSettings = { ...texts, ...switches, ...numbers, ...choices }
export type Settings = typeof defaultSettings

export const textFields = listNames(texts)
export const switchFields = listNames(switches)
export const numberFields = listNames(numbers)
export type NumberField = (typeof numberFields)[number]

/** What a visitor's page needs; secrets and inner rules stay behind. */
export const innerFields = [
  'license',
  'payoutIban',
  'bonusMoment',
  'bonusPerDay',
  'driverApproval',
  'emailVerify',
  'negativeBalance',
  'tipPercents',
  'rushHours',
  'rushPercent',
  'keepTrackDays',
  'keepChatDays',
  'keepPhotoDays',
  'keepNoticeDays',
  'keepInboxDays',
  'keepAuditDays',
] as const

export type PublicSettings = Omit<Settings, (typeof innerFields)[number]>

export const pickPublicSettings = (settings: Settings): PublicSettings => {
  const inner: readonly string[] = innerFields
  return Object.fromEntries(Object.entries(settings).filter(([field]) => !inner.includes(field))) as PublicSettings
}
