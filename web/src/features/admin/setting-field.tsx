// One setting: its label, what it does, and the way it is filled in.
import { Select, Switch, TextInput } from '@mantine/core'
import { getExponent } from '@wayfare/core/money'
import { messageSwitches } from '@wayfare/core/settings'
import { useMemo } from 'react'
import type { Format } from '@wayfare/core/format'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import { listCountryChoices, listCurrencyChoices, listZoneChoices, type Choice } from './choice-lists.ts'
import { LicenseField } from './license-field.tsx'
import { NumberField } from './number-field.tsx'
import type { FlagField, SettingField as Field } from './settings-groups.ts'
import classes from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

type SettingFieldProps = { item: Field; form: SettingsForm; locked: boolean }

/** The list needs a value of its own for the empty choice. */
const anywhere = 'anywhere'

const choiceLabels = {
  category: (value: string) => `category_${value}`,
  bonusMoment: (value: string) => `bonus_moment_${value}`,
  passwordRule: (value: string) => `password_rule_${value}`,
}

const useChoices = (item: Field, stored: string): (Choice | string)[] => {
  const t = useT()
  const { langLocale } = useLanguage().language
  return useMemo(() => {
    if (item.kind === 'currency') return listCurrencyChoices(langLocale)
    if (item.kind === 'timeZone') return listZoneChoices(stored)
    if (item.kind === 'choice') {
      return item.choices.map((value) => ({ value, label: t(choiceLabels[item.field](value)) }))
    }
    if (item.kind !== 'country') return []
    const first = item.mayBeEmpty ? [{ value: anywhere, label: t('settings_anywhere') }] : []
    return [...first, ...listCountryChoices(langLocale)]
  }, [item, langLocale, stored, t])
}

const useUnit = (item: Field, form: SettingsForm): string | null => {
  const t = useT()
  if (item.kind !== 'number' || !item.unit) return null
  if (item.unit === 'currency') return form.draft.symbol
  if (item.unit === 'distance') return t(form.draft.convertToMile ? 'unit_miles' : 'unit_km')
  return t(`unit_${item.unit}`)
}

type NumberItem = Extract<Field, { kind: 'number' }>

/** An amount has the digits that amounts will have. */
const writer = (item: NumberItem, { draft: { code, decimal } }: SettingsForm, format: Format) =>
  item.unit === 'currency' ? (value: string) => format.writeAmount(value, code, decimal === '' ? 0 : decimal) : undefined

/** Digits after the decimal sign: of the currency, of kilometres or miles, or none. */
const digitsOf = ({ unit }: NumberItem, { draft: { code } }: SettingsForm): number => {
  if (unit === 'currency') return getExponent(code)
  return unit === 'distance' ? 3 : 0
}

type Shared = ReturnType<typeof useShared>
type InputProps<Kind extends Field['kind']> = {
  item: Extract<Field, { kind: Kind }>
  form: SettingsForm
  shared: Shared
}

/** Help stands below, so that inputs beside each other stand on one line. */
const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** What every kind of input has. */
const useShared = (item: Field, form: SettingsForm, locked: boolean) => {
  const t = useT()
  const { field } = item
  const key = form.problems[field]
  const isFixed = field === 'code' && form.all.currencyInUse
  return {
    name: field,
    'data-field': field,
    label: t(`setting_${field}`),
    description: t(isFixed ? 'currency_in_use' : `setting_${field}_help`),
    size: 'md' as const,
    error: key ? t(key) : undefined,
    disabled: locked || isFixed,
  }
}

const TextField = ({ item: { field, type }, form, shared }: InputProps<'text'>) => (
  <TextInput
    {...shared}
    inputWrapperOrder={inputWrapperOrder}
    type={type ?? 'text'}
    dir={type !== undefined || field.endsWith('Handle') ? 'ltr' : 'auto'}
    autoComplete="off"
    value={String(form.draft[field])}
    onChange={(event) => form.change(field, event.currentTarget.value)}
  />
)

const SelectField = ({ item, form, shared }: InputProps<'choice' | 'currency' | 'country' | 'timeZone'>) => {
  const t = useT()
  const value = String(form.draft[item.field])
  return (
    <Select
      {...shared}
      inputWrapperOrder={inputWrapperOrder}
      data={useChoices(item, value)}
      searchable={item.kind !== 'choice'}
      allowDeselect={false}
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={t('nothing_found')}
      value={value === '' ? anywhere : value}
      onChange={(chosen) => form.change(item.field, chosen === anywhere ? '' : (chosen ?? ''))}
    />
  )
}

/** The service that a switch needs and that is not there. */
const missingService = (field: FlagField, { all }: SettingsForm): 'mail' | 'sms' | null => {
  const needs = messageSwitches.find((one) => one.field === field)?.needs
  return needs !== undefined && all.messages[needs] === 'none' ? needs : null
}

/** Nothing would leave by which people could come in: it is not switched on, and can be switched off where it is on. */
const isKeptOff = (field: FlagField, form: SettingsForm): boolean =>
  missingService(field, form) !== null && !form.all.settings[field]

/** What is missing and where it is set up, instead of what the switch does. */
const withoutService = (field: FlagField, form: SettingsForm, t: (key: string) => string) => {
  const missing = missingService(field, form)
  if (missing === null) return {}
  const isOn = form.all.settings[field]
  const reason = isOn ? `setting_on_without_${missing}` : `${missing}_service_missing`
  const text = `${t(reason)} ${t(`service_setup_${missing}`)}`
  return { description: isOn ? <span className={classes.warning}>{text}</span> : text }
}

export const SettingField = ({ item, form, locked }: SettingFieldProps) => {
  const shared = useShared(item, form, locked)
  const unit = useUnit(item, form)
  const format = useFormat()
  const t = useT()
  switch (item.kind) {
    case 'license':
      return <LicenseField form={form} disabled={locked} error={shared.error} />
    case 'flag':
      return (
        <Switch
          {...shared}
          {...withoutService(item.field, form, t)}
          disabled={shared.disabled || isKeptOff(item.field, form)}
          labelPosition="left"
          checked={form.draft[item.field]}
          className={classes.switch ?? ''}
          onChange={(event) => form.change(item.field, event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberField
          {...shared}
          inputWrapperOrder={inputWrapperOrder}
          value={form.draft[item.field]}
          digits={digitsOf(item, form)}
          write={writer(item, form, format)}
          rightSection={unit}
          rightSectionWidth={96}
          rightSectionProps={{ className: classes.unit }}
          onChange={(typed) => form.change(item.field, typed)}
        />
      )
    case 'text':
      return <TextField item={item} form={form} shared={shared} />
    default:
      return <SelectField item={item} form={form} shared={shared} />
  }
}
