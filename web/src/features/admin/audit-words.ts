// The audit log in words: what was done, to what kind of thing, and what its fields and values are called.
import { auditActions, type AuditKind } from '@wayfare/contract/audit-kinds'
import { defaultSettings } from '@wayfare/core/settings'
import type { Format } from '@wayfare/core/format'
import { personLabels } from '../../shared/person-labels.ts'
import type { Translator } from '../../ui/text.ts'
import { makeCarTypeLabels } from './car-type-form.ts'
import { operatorPlaceLabels } from './operator-place-form.ts'
import { promoLabels } from './promo-form.ts'

/** The words for an area, as the menu has them. */
export const auditAreas: Readonly<Record<string, string>> = {
  accounts: 'menu_users',
  bookings: 'nav_bookings',
  dispatch: 'assign_driver',
  trips: 'audit_area_trips',
  chat: 'chat_log',
  catalog: 'nav_car_types',
  cities: 'nav_city_map',
  promos: 'nav_promos',
  places: 'nav_places',
  payments: 'nav_payments',
  wallet: 'wallet_title',
  reports: 'nav_statements',
  messages: 'nav_notifications',
  languages: 'nav_languages',
  settings: 'nav_settings',
  files: 'license_photo',
  demo: 'demo_town',
  audit: 'nav_audit',
  system: 'nav_system',
}

export const auditKindKeys: Readonly<Record<AuditKind, string>> = {
  audit: 'nav_audit',
  booking: 'booking_id',
  books: 'nav_books',
  campaign: 'nav_notifications',
  cancelReasons: 'nav_cancel_reasons',
  carType: 'car_type',
  city: 'nav_city_map',
  job: 'nav_system',
  language: 'language',
  payment: 'filter_payment',
  person: 'audit_person',
  place: 'place_kind_landmark',
  promo: 'promo_label',
  provider: 'payment_provider',
  report: 'audit_file',
  settings: 'nav_settings',
  withdraw: 'wallet_withdraw',
}

/** What was done, in words; an action that has none is shown as it is. */
export const describeAction = (t: Translator, action: string): string => {
  const known = auditActions.find((one) => one === action.replace('.', '_'))
  return known ? t(`audit_did_${known}`) : action
}

const fieldKeys: Readonly<Record<string, string>> = {
  ...operatorPlaceLabels,
  ...promoLabels,
  ...makeCarTypeLabels({ convertToMile: false }),
  ...personLabels,
  parcelTypes: 'car_parcel_types',
  options: 'car_options',
  cancelSlabs: 'car_slabs',
  reasons: 'nav_cancel_reasons',
  password: 'password',
  approved: 'driver_approved',
  secondFactor: 'factor_title',
  userType: 'profile_type',
  licenseImage: 'license_photo',
  status: 'status',
  reason: 'cancel_reason',
  driver: 'driver',
  customer: 'customer',
  user: 'add_wallet_user',
  tripDate: 'booking_date',
  paymentMode: 'filter_payment',
  amount: 'wallet_amount',
  note: 'add_wallet_note',
  processed: 'withdraw_processed_head',
  state: 'withdraw_state_head',
  currency: 'setting_code',
}

/** "maxWait" as "max wait": a field without words of its own. */
const spelled = (field: string): string => field.replaceAll(/([A-Z])/g, ' $1').toLowerCase()

export const describeField = (t: Translator, kind: AuditKind, field: string): string => {
  if (kind === 'settings' && field in defaultSettings) return t(`setting_${field}`)
  const key = fieldKeys[field]
  return key ? t(key) : spelled(field)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMoment = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)
/** Later than 2001, in ms: no amount or count that the desk types. */
const earliestMs = 1e12

type Words = { t: Translator; format: Format; kind: AuditKind }

const markText = (t: Translator, value: Record<string, unknown>): string | null => {
  if ('hidden' in value) return t('contact_hidden')
  if ('secret' in value) return t('audit_secret')
  return 'hint' in value ? String(value['hint']) : null
}

const plainText = ({ t, format }: Words, value: unknown): string | null => {
  if (typeof value === 'boolean') return t(value ? 'flag_on' : 'flag_off')
  if (typeof value === 'number') return value > earliestMs ? format.dateTime(value) : String(value)
  if (typeof value !== 'string' || value === '') return null
  return isMoment(value) ? format.dateTime(Date.parse(value)) : value
}

/** One value in words; null for nothing. */
export const describeValue = (words: Words, value: unknown): string | null => {
  const textOf = (one: unknown): string => describeValue(words, one) ?? '–'
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (!isRecord(value)) return plainText(words, value)
  const told = Object.entries(value).map(([field, inner]) => `${describeField(words.t, words.kind, field)}: ${textOf(inner)}`)
  return markText(words.t, value) ?? told.join(', ')
}
