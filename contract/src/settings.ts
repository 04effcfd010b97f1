// The operator's settings: the public part for everyone, and all of them for admins to change.
import { makeRecord } from '@wayfare/core/records'
import {
  bonusMoments,
  categories,
  innerFields,
  numberFields,
  passwordRules,
  switchFields,
  textFields,
} from '@wayfare/core/settings'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { delivery } from './messages.ts'
import { version } from './values.ts'

const settings = z.object({
  ...makeRecord(textFields, () => z.string()),
  ...makeRecord(switchFields, () => z.boolean()),
  ...makeRecord(numberFields, () => z.number()),
  category: z.enum(categories),
  bonusMoment: z.enum(bonusMoments),
  passwordRule: z.enum(passwordRules),
})

export const publicSettings = settings.omit(makeRecord(innerFields, () => true as const))

export const getSettings = defineEndpoint({
  verb: 'settings.get',
  path: 'GET /settings',
  summary: 'The public part of the settings.',
  access: 'public',
  output: z.object({ settings: publicSettings, demo: z.boolean(), serverTime: z.number() }),
})

/** Every setting; the license is write-only, and only its last four characters can be seen. */
export const allSettings = z.object({
  settings: settings.omit({ license: true }),
  license: z.object({ isSet: z.boolean(), lastFour: z.string() }),
  /** a new license is first verified with the vendor's service */
  licenseChecked: z.boolean(),
  /** wallets or bookings have amounts in the currency, so its code cannot change */
  currencyInUse: z.boolean(),
  /** how messages are delivered; settings that need a kind with delivery `none` cannot be switched on */
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

export const saveSettings = defineEndpoint({
  verb: 'settings.save',
  path: 'PUT /settings',
  summary:
    'Changes the settings that are given; the others stay. Takes effect at once everywhere. `details.fields` names the key of each field that was refused. An empty license removes it.',
  access: ['admin'],
  input: z.strictObject({
    ...makeRecord(textFields, () => z.string().max(300).optional()),
    ...makeRecord(switchFields, () => z.boolean().optional()),
    /** from 0; an emptied form field is the empty text, which is refused by field name */
    ...makeRecord(numberFields, () => z.union([z.number(), z.literal('')]).optional()),
    category: z.enum(categories).optional(),
    bonusMoment: z.enum(bonusMoments).optional(),
    passwordRule: z.enum(passwordRules).optional(),
    version: version.optional(),
  }),
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
    'proper_tip_percents',
    'proper_hours',
    'proper_rush_percent',
    'proper_keep_days',
    'proper_audit_days',
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
