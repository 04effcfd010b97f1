// The operator's settings as everyone may read them.
import { categories, passwordRules } from '@wayfare/core/settings'
import type { PublicSettings } from '@wayfare/core/settings'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { empty } from './values.ts'

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
}) satisfies z.ZodType<PublicSettings>

export const getSettings = endpoint({
  verb: 'settings.get',
  path: 'GET /settings',
  summary: 'The public part of the settings.',
  access: 'public',
  input: empty,
  output: z.object({ settings: publicSettings, demo: z.boolean(), serverTime: z.number() }),
})
