// What an admin changed and has not saved: only the fields that differ from what is stored.
import type { AllSettings } from '@wayfare/contract/settings'
import { numberFields } from '@wayfare/core/settings'
import { parseNonNegative, type SettingsDraft, type SettingsProblems } from '@wayfare/core/settings-checks'
import { listFields, type SettingsPlace } from './settings-groups.ts'

export type SettingsChanges = Partial<SettingsDraft>

/** The license is never read back: empty stands for "as it is", and for "removed" once it is among the changes. */
export const makeFieldDraft = ({ settings }: AllSettings, changes: SettingsChanges): SettingsDraft => ({
  ...settings,
  license: '',
  ...changes,
})

const isNumber = (field: string): boolean => numberFields.some((name) => name === field)

/** What was typed, as it is kept: a number, or empty when it is none. */
const asTyped = (field: keyof SettingsDraft, value: string | number | boolean): string | number | boolean =>
  isNumber(field) && typeof value !== 'boolean' ? parseNonNegative(value) : value

/** The changes with one more field; a field that is back at what is stored is no change. */
export const addChange = (
  all: AllSettings,
  changes: SettingsChanges,
  field: keyof SettingsDraft,
  typed: string | number | boolean,
): SettingsChanges => {
  const value = asTyped(field, typed)
  const others = Object.fromEntries(Object.entries(changes).filter(([name]) => name !== field))
  const stored = field === 'license' ? null : all.settings[field]
  return value === stored ? others : { ...others, [field]: value }
}

export const removeChange = (changes: SettingsChanges, field: keyof SettingsDraft): SettingsChanges =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => name !== field))

/** Changes that another admin saved meanwhile are none any more. */
export const keepOpenChanges = (all: AllSettings, changes: SettingsChanges): SettingsChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => field === 'license' || all.settings[field as 'code'] !== value),
  )

/** The changed fields that another admin saved since these settings were seen. */
export const listContestedFields = (seen: AllSettings, now: AllSettings, changes: SettingsChanges): (keyof SettingsDraft)[] =>
  (Object.keys(changes) as (keyof SettingsDraft)[]).filter(
    (field) => field !== 'license' && seen.settings[field] !== now.settings[field],
  )

/** The first field on the page that cannot be saved; what another page holds is not judged here. */
export const findFirstProblem = (place: SettingsPlace, problems: SettingsProblems): string | null =>
  listFields(place).find((field) => problems[field] !== undefined) ?? null
