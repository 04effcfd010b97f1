// Validates the operator's settings: one check per field, shared by the page and the server.
import { isEmail } from './checks.ts'
import { isCountry } from './countries.ts'
import { isCurrency } from './currencies.ts'
import type { MessageKey } from './errors.ts'
import { isIban } from './iban.ts'
import { getExponent } from './money.ts'
import { parseTipPercents } from './tip.ts'
import { parseHours } from './traffic.ts'
import { numberFields, type NumberField, type Settings } from './settings.ts'

/** Settings in a form while being typed: an empty or invalid number is the empty text. */
export type SettingsDraft = Omit<Settings, NumberField> & Record<NumberField, number | ''>

export type SettingsProblems = Partial<Record<keyof Settings, MessageKey>>

type Check = (draft: SettingsDraft) => boolean

/** Largest radius of the search for drivers, in the distance unit. */
const mostRadius = 500
/** Seconds that an offer may fill the screen. */
const offerRange = { least: 5, most: 120 } as const
/** Minutes before its time at which a Book Later booking is offered to drivers. */
const leadRange = { least: 1, most: 1440 } as const
/** Highest claim thresholds, in percent above the promise and in minimum fares: at these values no claim is ever raised. */
const mostClaimPercent = 1000
const mostClaimMinFares = 100
/** Highest percentage added in rush hours: three times as long is more than any city is known for. */
const mostRushPercent = 200
/** Days to keep data, unless kept for ever: a trip may be disputed for weeks, and auditors ask for a year of the audit log. */
const keepRange = { least: 30, most: 3650 } as const
const leastAuditDays = 365
/** Highest bonus in units of the currency: a higher one is more likely a typing error. */
const mostBonus = 1_000_000
/** Most newcomers per day for whom one referrer is paid. */
const mostBonusesPerDay = 1000

/** A plain number from 0 up; the empty text for anything else. Typed text is first parsed by `amounts`. */
export const parseNonNegative = (plain: number | string): number | '' => {
  const text = String(plain).trim()
  return /^\d{1,12}(\.\d{1,9})?$/.test(text) ? Number(text) : ''
}

const isWithin = (value: number | '', least: number, most: number): boolean => value !== '' && value >= least && value <= most

const isWhole = (value: number | '', least: number, most: number): boolean =>
  Number.isInteger(value) && isWithin(value, least, most)

const isKeeping = (days: number | '', least: number): boolean => days === 0 || isWhole(days, least, keepRange.most)

const keepFields = ['keepTrackDays', 'keepChatDays', 'keepPhotoDays', 'keepNoticeDays', 'keepInboxDays'] as const

const hasTwoDigits = (value: number | ''): boolean => Number(Number(value).toFixed(2)) === value

export const isTimeZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const isTextOf = (text: string, least: number, most: number): boolean =>
  text.trim().length >= least && text.length <= most && !/\p{Cc}/u.test(text)

const webAddress = /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#][^\s\\"<>]*)?$/iu

/** An http(s) address with a host name, without credentials. */
const isWebAddress = (text: string): boolean => text.length <= 300 && webAddress.test(text)

const isLink = (text: string): boolean => text === '' || isWebAddress(text)

/** A name such as @majorna.taxi, or the full address of the page. */
const isHandle = (text: string): boolean => isLink(text) || /^@?[A-Za-z0-9._-]{1,50}$/.test(text)

/** A number that a phone can dial, including short ones such as 112. */
const isCallNumber = (text: string): boolean => text === '' || /^\+?\d(?:[ -]?\d){1,19}$/.test(text)

/** Highest top-up limit in units of the currency: in some, a ride costs hundreds of thousands. */
const mostTopUp = 1_000_000_000

/** True if the amount has no more decimals than the currency. */
const isAmountIn = (amount: number | '', code: string, most: number): boolean =>
  isWithin(amount, 0, most) && Number(Number(amount).toFixed(getExponent(code))) === amount

const checks: readonly [keyof Settings, MessageKey, Check][] = [
  ['appName', 'proper_text', ({ appName }) => isTextOf(appName, 1, 60)],
  ['symbol', 'proper_text', ({ symbol }) => isTextOf(symbol, 1, 6)],
  ['code', 'proper_currency', ({ code }) => isCurrency(code)],
  ['decimal', 'proper_decimal', ({ decimal, code }) => isWhole(decimal, 0, getExponent(code))],
  ['bonus', 'proper_bonus', ({ bonus, code }) => isAmountIn(bonus, code, mostBonus)],
  ['bonusPerDay', 'proper_bonus_count', ({ bonusPerDay }) => isWhole(bonusPerDay, 1, mostBonusesPerDay)],
  ['topUpMin', 'proper_top_up', ({ topUpMin, code }) => topUpMin !== 0 && isAmountIn(topUpMin, code, mostTopUp)],
  ['topUpMax', 'proper_top_up', ({ topUpMin, topUpMax, code }) => isAmountIn(topUpMax, code, mostTopUp) && topUpMax >= topUpMin],
  ['payoutIban', 'proper_iban', ({ payoutIban }) => payoutIban === '' || isIban(payoutIban)],
  ['driverRadius', 'proper_radius', ({ driverRadius }) => driverRadius !== 0 && isWithin(driverRadius, 0, mostRadius)],
  ['offerSeconds', 'proper_seconds', ({ offerSeconds }) => isWhole(offerSeconds, offerRange.least, offerRange.most)],
  [
    'bookLaterLeadMinutes',
    'proper_minutes',
    ({ bookLaterLeadMinutes }) => isWhole(bookLaterLeadMinutes, leadRange.least, leadRange.most),
  ],
  ['fareClaimPercent', 'proper_claim_percent', ({ fareClaimPercent }) => isWhole(fareClaimPercent, 0, mostClaimPercent)],
  [
    'fareClaimMinFares',
    'proper_claim_fares',
    ({ fareClaimMinFares }) => isWithin(fareClaimMinFares, 0, mostClaimMinFares) && hasTwoDigits(fareClaimMinFares),
  ],
  ['tipPercents', 'proper_tip_percents', ({ tipPercents }) => parseTipPercents(tipPercents) !== null],
  ['rushHours', 'proper_hours', ({ rushHours }) => parseHours(rushHours) !== null],
  ['rushPercent', 'proper_rush_percent', ({ rushPercent }) => isWhole(rushPercent, 0, mostRushPercent)],
  ...keepFields.map((field): [keyof Settings, MessageKey, Check] => [
    field,
    'proper_keep_days',
    (draft) => isKeeping(draft[field], keepRange.least),
  ]),
  ['keepAuditDays', 'proper_audit_days', ({ keepAuditDays }) => isKeeping(keepAuditDays, leastAuditDays)],
  ['deskNumber', 'proper_call_number', ({ deskNumber }) => isCallNumber(deskNumber)],
  ['panicNumber', 'proper_call_number', ({ panicNumber }) => isCallNumber(panicNumber)],
  ['timeZone', 'proper_time_zone', ({ timeZone }) => isTimeZone(timeZone)],
  ['country', 'proper_country', ({ country }) => isCountry(country)],
  ['restrictCountry', 'proper_country', ({ restrictCountry }) => restrictCountry === '' || isCountry(restrictCountry)],
  ['contactEmail', 'proper_email', ({ contactEmail }) => contactEmail === '' || isEmail(contactEmail)],
  ['companyName', 'proper_text', ({ companyName }) => isTextOf(companyName, 0, 100)],
  ['companyWebsite', 'proper_link', ({ companyWebsite }) => isLink(companyWebsite)],
  ['companyTerms', 'proper_link', ({ companyTerms }) => isLink(companyTerms)],
  ['facebookHandle', 'proper_handle', ({ facebookHandle }) => isHandle(facebookHandle)],
  ['twitterHandle', 'proper_handle', ({ twitterHandle }) => isHandle(twitterHandle)],
  ['instagramHandle', 'proper_handle', ({ instagramHandle }) => isHandle(instagramHandle)],
  ['appleStoreLink', 'proper_link', ({ appleStoreLink }) => isLink(appleStoreLink)],
  ['playStoreLink', 'proper_link', ({ playStoreLink }) => isLink(playStoreLink)],
]

/** Every field that cannot be saved as it is, with the key of the reason; in the order of the form. */
export const checkSettings = (draft: SettingsDraft): SettingsProblems =>
  Object.fromEntries(checks.filter(([, , isSound]) => !isSound(draft)).map(([field, key]) => [field, key]))

/** True if the draft has no empty number left; use checkSettings first to find the problems. */
export const isSettings = (draft: SettingsDraft): draft is Settings => numberFields.every((field) => draft[field] !== '')
