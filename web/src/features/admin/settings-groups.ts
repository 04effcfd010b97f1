// What stands where on the settings page: groups of fields, each with the way it is filled in.
import { bonusMoments, categories, passwordRules, type NumberField, type Settings } from '@wayfare/core/settings'
import type { SettingsDraft } from '@wayfare/core/settings-checks'

export type FlagField = { [Field in keyof Settings]: Settings[Field] extends boolean ? Field : never }[keyof Settings]
type TextField = Exclude<keyof Settings, FlagField | NumberField>

/** A field's label is the text `setting_<field>`, its help `setting_<field>_help`. */
export type SettingField =
  | { kind: 'flag'; field: FlagField }
  | { kind: 'number'; field: NumberField; unit?: 'distance' | 'seconds' | 'minutes' | 'days' | 'currency' }
  | { kind: 'text'; field: TextField; type?: 'email' | 'url' | 'tel' }
  /** the label of a choice is the text `category_<choice>`, `bonus_moment_<choice>` or `password_rule_<choice>` */
  | { kind: 'choice'; field: 'category' | 'bonusMoment' | 'passwordRule'; choices: readonly string[] }
  | { kind: 'currency' | 'country' | 'timeZone'; field: TextField; mayBeEmpty?: boolean }
  | { kind: 'license'; field: 'license' }

/** Its title is the text `settings_group_<name>`. */
type SettingsGroup = { name: string; fields: readonly SettingField[] }

const flag = (field: FlagField): SettingField => ({ kind: 'flag', field })
const days = (field: NumberField): SettingField => ({ kind: 'number', field, unit: 'days' })
const link = (field: TextField): SettingField => ({ kind: 'text', field, type: 'url' })

/** The pages that change settings, each with its groups. */
export type SettingsPlace = 'settings' | 'appInfo'

const settingsGroups: readonly SettingsGroup[] = [
  {
    name: 'money',
    fields: [
      { kind: 'currency', field: 'code' },
      { kind: 'text', field: 'symbol' },
      { kind: 'number', field: 'decimal' },
      { kind: 'number', field: 'bonus', unit: 'currency' },
      { kind: 'choice', field: 'bonusMoment', choices: bonusMoments },
      { kind: 'number', field: 'bonusPerDay' },
      { kind: 'number', field: 'topUpMin', unit: 'currency' },
      { kind: 'number', field: 'topUpMax', unit: 'currency' },
      { kind: 'number', field: 'fareClaimPercent' },
      { kind: 'number', field: 'fareClaimMinFares' },
      { kind: 'text', field: 'tipPercents' },
      flag('swipeSymbol'),
      flag('riderWithDraw'),
      flag('bankFields'),
      { kind: 'text', field: 'payoutIban' },
    ],
  },
  {
    name: 'dispatch',
    fields: [
      { kind: 'choice', field: 'category', choices: categories },
      { kind: 'number', field: 'driverRadius', unit: 'distance' },
      { kind: 'number', field: 'offerSeconds', unit: 'seconds' },
      { kind: 'number', field: 'bookLaterLeadMinutes', unit: 'minutes' },
      flag('autoDispatch'),
      flag('convertToMile'),
      flag('otpSecure'),
      flag('panic'),
      { kind: 'text', field: 'panicNumber', type: 'tel' },
      { kind: 'text', field: 'deskNumber', type: 'tel' },
      flag('allowDeliveryPickupImageCapture'),
      flag('allowFinalDeliveryImageCapture'),
    ],
  },
  { name: 'drivers', fields: [flag('driverApproval'), flag('negativeBalance'), flag('carHornRepeat')] },
  {
    name: 'sign_in',
    fields: [
      { kind: 'choice', field: 'passwordRule', choices: passwordRules },
      flag('emailVerify'),
      flag('mobileLoginEnabled'),
      flag('facebookLoginEnabled'),
      flag('allowCountrySelection'),
    ],
  },
  {
    name: 'places',
    fields: [
      { kind: 'country', field: 'country' },
      { kind: 'country', field: 'restrictCountry', mayBeEmpty: true },
      { kind: 'timeZone', field: 'timeZone' },
      { kind: 'text', field: 'rushHours' },
      { kind: 'number', field: 'rushPercent' },
    ],
  },
  {
    name: 'retention',
    fields: [
      days('keepTrackDays'),
      days('keepChatDays'),
      days('keepPhotoDays'),
      days('keepNoticeDays'),
      days('keepInboxDays'),
      days('keepAuditDays'),
    ],
  },
  { name: 'safety', fields: [{ kind: 'license', field: 'license' }, flag('allowCriticalEditsAdmin')] },
]

const appInfoGroups: readonly SettingsGroup[] = [
  {
    name: 'app',
    fields: [
      { kind: 'text', field: 'appName' },
      { kind: 'text', field: 'contactEmail', type: 'email' },
      { kind: 'text', field: 'companyName' },
      link('companyWebsite'),
      link('companyTerms'),
    ],
  },
  {
    name: 'links',
    fields: [
      { kind: 'text', field: 'facebookHandle' },
      { kind: 'text', field: 'twitterHandle' },
      { kind: 'text', field: 'instagramHandle' },
      link('appleStoreLink'),
      link('playStoreLink'),
    ],
  },
]

const places: Readonly<Record<SettingsPlace, readonly SettingsGroup[]>> = { settings: settingsGroups, appInfo: appInfoGroups }

const isShown = ({ field }: SettingField, { category }: Pick<SettingsDraft, 'category'>): boolean => {
  if (field === 'panic' || field === 'panicNumber') return category !== 'delivery'
  if (field === 'allowDeliveryPickupImageCapture' || field === 'allowFinalDeliveryImageCapture') return category !== 'taxi'
  return true
}

/** The groups as they are for what may be booked: the emergency button belongs to taxis, the photos to parcels. */
export const listGroups = (place: SettingsPlace, draft: Pick<SettingsDraft, 'category'>): SettingsGroup[] =>
  places[place].map(({ name, fields }) => ({ name, fields: fields.filter((field) => isShown(field, draft)) }))

/** All fields of a page in their order. */
export const listFields = (place: SettingsPlace): readonly (keyof Settings)[] =>
  places[place].flatMap(({ fields }) => fields.map(({ field }) => field))
