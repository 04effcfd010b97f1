// The operator's settings: their shape, their defaults, and the part that anyone may read.

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

/** Field names are the specification's in camelCase; timeZone, category, panicNumber, offerSeconds, passwordRule, bonusMoment, bonusPerDay, bookLaterLeadMinutes, payoutIban, topUpMin, topUpMax, deskNumber, fareClaimPercent and fareClaimMinFares are ours. */
export type Settings = {
  appName: string
  category: (typeof categories)[number]
  symbol: string
  code: string
  decimal: number
  swipeSymbol: boolean
  otpSecure: boolean
  driverApproval: boolean
  emailVerify: boolean
  bonus: number
  bonusMoment: (typeof bonusMoments)[number]
  /** for so many newcomers a day each referrer is paid */
  bonusPerDay: number
  license: string
  country: string
  restrictCountry: string
  allowCountrySelection: boolean
  autoDispatch: boolean
  carHornRepeat: boolean
  convertToMile: boolean
  allowDeliveryPickupImageCapture: boolean
  allowFinalDeliveryImageCapture: boolean
  riderWithDraw: boolean
  /** in the distance unit (km, or miles with convertToMile) */
  driverRadius: number
  negativeBalance: boolean
  bankFields: boolean
  panic: boolean
  /** whom a driver's emergency button calls; empty: it alerts the desk alone */
  panicNumber: string
  /** whom riders and drivers call when only the desk can help; empty: they write to contactEmail */
  deskNumber: string
  contactEmail: string
  facebookLoginEnabled: boolean
  mobileLoginEnabled: boolean
  allowCriticalEditsAdmin: boolean
  companyName: string
  companyWebsite: string
  companyTerms: string
  facebookHandle: string
  twitterHandle: string
  instagramHandle: string
  appleStoreLink: string
  playStoreLink: string
  /** IANA name of the city's time zone */
  timeZone: string
  /** seconds an offer fills the driver's screen before it shrinks into the task list */
  offerSeconds: number
  passwordRule: PasswordRule
  /** a booking for later asks drivers this long before its time, earlier when the nearest free one is far */
  bookLaterLeadMinutes: number
  /** the operator's own account, from which withdrawals are paid; empty: none is known */
  payoutIban: string
  /** least and most that a card pays into a wallet at once, in units of the currency */
  topUpMin: number
  topUpMax: number
  /** a measured fare beyond its promise by more than this (percent), and by more than so many minimum fares, waits for the desk */
  fareClaimPercent: number
  fareClaimMinFares: number
}

export const defaultSettings: Settings = {
  appName: 'Wayfare',
  category: 'taxi',
  symbol: 'kr',
  code: 'SEK',
  decimal: 0,
  swipeSymbol: true,
  otpSecure: true,
  driverApproval: true,
  emailVerify: false,
  bonus: 0,
  bonusMoment: 'first_trip',
  bonusPerDay: 5,
  license: '',
  country: 'SE',
  restrictCountry: 'SE',
  allowCountrySelection: true,
  autoDispatch: true,
  carHornRepeat: true,
  convertToMile: false,
  allowDeliveryPickupImageCapture: false,
  allowFinalDeliveryImageCapture: false,
  riderWithDraw: false,
  driverRadius: 10,
  negativeBalance: true,
  bankFields: true,
  panic: true,
  panicNumber: '112',
  deskNumber: '',
  contactEmail: '',
  facebookLoginEnabled: false,
  mobileLoginEnabled: false,
  allowCriticalEditsAdmin: true,
  companyName: '',
  companyWebsite: '',
  companyTerms: '',
  facebookHandle: '',
  twitterHandle: '',
  instagramHandle: '',
  appleStoreLink: '',
  playStoreLink: '',
  timeZone: 'Europe/Stockholm',
  offerSeconds: 15,
  passwordRule: 'spec',
  bookLaterLeadMinutes: 20,
  payoutIban: '',
  topUpMin: 1,
  topUpMax: 1_000_000,
  fareClaimPercent: 30,
  fareClaimMinFares: 1,
}

/** What a visitor's page needs; secrets and inner rules stay behind. */
const innerFields = [
  'license',
  'payoutIban',
  'bonusMoment',
  'bonusPerDay',
  'driverApproval',
  'emailVerify',
  'negativeBalance',
] as const

export type PublicSettings = Omit<Settings, (typeof innerFields)[number]>

export const pickPublicSettings = (settings: Settings): PublicSettings => {
  const inner: readonly string[] = innerFields
  return Object.fromEntries(Object.entries(settings).filter(([field]) => !inner.includes(field))) as PublicSettings
}
