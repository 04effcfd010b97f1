// The operator's settings: their shape, their defaults, and the part that is public.
import { listNames } from './records.ts'

export const categories = ['taxi', 'delivery', 'both'] as const
/** `spec`: 6 to 30 letters, digits, @, * and #. `modern`: 8 to 128 characters of any kind, no common passwords. */
export const passwordRules = ['spec', 'modern'] as const
export type PasswordRule = (typeof passwordRules)[number]
/** When a referral bonus is due: as specified, or once the newcomer has verified a contact and paid for a trip. */
export const bonusMoments = ['first_trip', 'approval'] as const

/** Switches that only work with a mail or SMS service, since people wait for its messages. */
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
  /** the number that a driver's emergency button calls; empty: it only alerts the desk */
  panicNumber: '112',
  /** the number that riders and drivers call if only the desk can help; empty: they write to contactEmail */
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
  /** when trips take longer on working days, such as "07:00-09:00, 15:30-18:00" */
  rushHours: '07:00-09:00, 15:30-18:00',
  /** tips suggested to riders, in percent of the fare, such as "5, 10, 15"; empty: no tips */
  tipPercents: '5, 10, 15',
  /** the operator's own account, from which withdrawals are paid; empty: unknown */
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
  /** most newcomers per day for whom each referrer is paid */
  bonusPerDay: 5,
  /** in the distance unit (km, or miles with convertToMile) */
  driverRadius: 10,
  /** seconds that an offer fills the driver's screen before it shrinks into the task list */
  offerSeconds: 15,
  /** how long before its time a booking for later is offered to drivers; earlier if the nearest free one is far away */
  bookLaterLeadMinutes: 20,
  /** least and most that one card payment can add to a wallet, in units of the currency */
  topUpMin: 10,
  topUpMax: 10_000,
  /** a fare above the estimate by more than this percentage and by more than this many minimum fares waits for the desk */
  fareClaimPercent: 30,
  fareClaimMinFares: 1,
  /** how much longer (percent) a trip takes in rush hours; the map's speeds are daily averages */
  rushPercent: 0,
  /** days that each kind of data is kept, 0 for ever; see `retention` for what the age counts from */
  keepTrackDays: 365,
  keepChatDays: 365,
  keepPhotoDays: 180,
  keepNoticeDays: 90,
  keepInboxDays: 30,
  keepAuditDays: 3650,
}

/** Settings with a fixed set of values. */
const choices: {
  category: (typeof categories)[number]
  bonusMoment: (typeof bonusMoments)[number]
  passwordRule: PasswordRule
} = { category: 'taxi', bonusMoment: 'first_trip', passwordRule: 'spec' }

/**
 * Every setting with its default. Field names are the specification's in camelCase; timeZone, category, panicNumber,
 * offerSeconds, passwordRule, bonusMoment, bonusPerDay, bookLaterLeadMinutes, payoutIban, topUpMin, topUpMax, deskNumber,
 * fareClaimPercent, fareClaimMinFares, tipPercents, rushHours, rushPercent and keep…Days are ours.
 */
export const defaultSettings = { ...texts, ...switches, ...numbers, ...choices }
export type Settings = typeof defaultSettings

export const textFields = listNames(texts)
export const switchFields = listNames(switches)
export const numberFields = listNames(numbers)
export type NumberField = (typeof numberFields)[number]

/** Fields withheld from visitors: secrets and internal rules that their pages do not need. */
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
