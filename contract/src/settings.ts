// The operator's settings: the part that everyone may read, and all of them for an admin who may change them.
import { bonusMoments, categories, passwordRules } from '@wayfare/core/settings'
import type { PublicSettings } from '@wayfare/core/settings'
import type { SettingsDraft } from '@wayfare/core/settings-checks'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { delivery } from './messages.ts'
import { version } from './values.ts'

const text = z.string()
const flag = z.boolean()

export const publicSettings = z.object({
  appName: text,
  category: z.enum(categories),
  symbol: text,
  code: text,
  decimal: z.number(),
  swipeSymbol: flag,
  otpSecure: flag,
  bonus: z.number(),
  country: text,
  restrictCountry: text,
  allowCountrySelection: flag,
  autoDispatch: flag,
  carHornRepeat: flag,
  convertToMile: flag,
  allowDeliveryPickupImageCapture: flag,
  allowFinalDeliveryImageCapture: flag,
  riderWithDraw: flag,
  driverRadius: z.number(),
  bankFields: flag,
  panic: flag,
  panicNumber: text,
  deskNumber: text,
  contactEmail: text,
  facebookLoginEnabled: flag,
  mobileLoginEnabled: flag,
  allowCriticalEditsAdmin: flag,
  companyName: text,
  companyWebsite: text,
  companyTerms: text,
  facebookHandle: text,
  twitterHandle: text,
  instagramHandle: text,
  appleStoreLink: text,
  playStoreLink: text,
  timeZone: text,
  offerSeconds: z.number(),
  passwordRule: z.enum(passwordRules),
  bookLaterLeadMinutes: z.number(),
  topUpMin: z.number(),
  topUpMax: z.number(),
  fareClaimPercent: z.number(),
  fareClaimMinFares: z.number(),
}) satisfies z.ZodType<PublicSettings>

export const getSettings = defineEndpoint({
  verb: 'settings.get',
  path: 'GET /settings',
  summary: 'The public part of the settings.',
  access: 'public',
  output: z.object({ settings: publicSettings, demo: z.boolean(), serverTime: z.number() }),
})

/** Every setting; the license is written only, and what is left of it to see is its last four characters. */
export const allSettings = z.object({
  settings: publicSettings.extend({
    bonusMoment: z.enum(bonusMoments),
    bonusPerDay: z.number(),
    payoutIban: text,
    driverApproval: flag,
    emailVerify: flag,
    negativeBalance: flag,
  }),
  license: z.object({ isSet: flag, lastFour: text }),
  /** a license that is given is shown to the vendor's service first */
  licenseChecked: flag,
  /** money is counted in the currency (wallets, bookings), so its code stays as it is */
  currencyInUse: flag,
  /** what needs messages of a kind that leave by nothing is not switched on */
  messages: z.object({ mail: delivery, sms: delivery }),
  version,
})
export type AllSettings = z.infer<typeof allSettings>

export const getAllSettings = defineEndpoint({
  verb: 'settings.all',
  path: 'GET /settings/all',
  summary: 'Every setting, for the form that changes them.',
  access: ['admin'],
  output: allSettings,
})

const line = z.string().max(300).optional()
const onOff = flag.optional()
/** a number from 0; what a form has emptied is the empty text, which is refused by name */
const count = z.union([z.number(), z.literal('')]).optional()

export const saveSettings = defineEndpoint({
  verb: 'settings.save',
  path: 'PUT /settings',
  summary:
    'Changes the settings that are given; the others stay. Takes effect at once everywhere. `details.fields` names the key of each field that was refused. An empty license removes it.',
  access: ['admin'],
  input: z.strictObject({
    appName: line,
    category: z.enum(categories).optional(),
    symbol: line,
    code: line,
    decimal: count,
    swipeSymbol: onOff,
    otpSecure: onOff,
    driverApproval: onOff,
    emailVerify: onOff,
    bonus: count,
    bonusMoment: z.enum(bonusMoments).optional(),
    bonusPerDay: count,
    payoutIban: line,
    topUpMin: count,
    topUpMax: count,
    license: line,
    country: line,
    restrictCountry: line,
    allowCountrySelection: onOff,
    autoDispatch: onOff,
    carHornRepeat: onOff,
    convertToMile: onOff,
    allowDeliveryPickupImageCapture: onOff,
    allowFinalDeliveryImageCapture: onOff,
    riderWithDraw: onOff,
    driverRadius: count,
    negativeBalance: onOff,
    bankFields: onOff,
    panic: onOff,
    panicNumber: line,
    deskNumber: line,
    contactEmail: line,
    facebookLoginEnabled: onOff,
    mobileLoginEnabled: onOff,
    allowCriticalEditsAdmin: onOff,
    companyName: line,
    companyWebsite: line,
    companyTerms: line,
    facebookHandle: line,
    twitterHandle: line,
    instagramHandle: line,
    appleStoreLink: line,
    playStoreLink: line,
    timeZone: line,
    offerSeconds: count,
    bookLaterLeadMinutes: count,
    fareClaimPercent: count,
    fareClaimMinFares: count,
    passwordRule: z.enum(passwordRules).optional(),
    version: version.optional(),
  }) satisfies z.ZodType<Partial<{ [Field in keyof SettingsDraft]: SettingsDraft[Field] | undefined }>>,
  output: allSettings,
  replies: 'allSettings',
  refusals: [
    'demo_mode',
    'row_changed',
    'proper_bonus',
    'proper_bonus_count',
    'proper_iban',
    'proper_top_up',
    'proper_claim_percent',
    'proper_claim_fares',
    'wrong_code',
    'currency_in_use',
    'mail_service_missing',
    'sms_service_missing',
    'proper_text',
    'proper_decimal',
    'proper_radius',
    'proper_seconds',
    'proper_minutes',
    'proper_currency',
    'proper_time_zone',
    'proper_country',
    'proper_email',
    'proper_link',
    'proper_handle',
    'proper_call_number',
  ],
  perMinute: 60,
})
