// What may be typed into the profile and what is wrong with it: the rules are the server's own.
import type { Me } from '@wayfare/contract/accounts'
import { checkName, checkPhone, checkPlainEmail, isOneLine } from '@wayfare/core/checks'
import { dialCodeOf, mobileOf, splitMobile } from '@wayfare/core/phones'
import { withLatinDigits } from '../code-text.ts'

export type ProfileField =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'mobile'
  | 'vehicleMake'
  | 'vehicleModel'
  | 'vehicleNumber'
  | 'otherInfo'
  | 'bankName'
  | 'bankCode'
  | 'bankAccount'

export type Draft = Partial<Record<ProfileField, string>>
/** Text keys by field, in the order of the page. */
export type Problems = Partial<Record<ProfileField, string>>

const vehicleFields: readonly ProfileField[] = ['vehicleMake', 'vehicleModel', 'vehicleNumber']
const bankFields: readonly ProfileField[] = ['bankName', 'bankCode', 'bankAccount']

/** What is stored: a single space stands for what one never gave. */
export const storedText = (me: Me, field: ProfileField): string => (me[field] ?? '').trim()

/** A number as people write it, in its stored spelling as far as it can be told; one without a country code is of `country`. */
export const typedMobile = (text: string, country: string): string => {
  const plain = withLatinDigits(text).replaceAll(/[\s().-]/g, '')
  if (plain === '' || plain.startsWith('+')) return plain
  if (plain.startsWith('00')) return `+${plain.slice(2)}`
  return mobileOf(dialCodeOf(country) ?? '', plain) ?? plain
}

/** What was typed, as it is sent. */
const sentText = (field: ProfileField, text: string, country: string): string => {
  if (field === 'mobile') return typedMobile(text, country)
  return field === 'email' ? text.trim().toLowerCase() : text.trim()
}

/** The fields that would be something else than what is stored. */
export const changesOf = (me: Me, draft: Draft, country: string): Draft =>
  Object.fromEntries(
    Object.entries(draft)
      .map(([field, text]) => [field, sentText(field as ProfileField, text, country)] as const)
      .filter(([field, text]) => text !== storedText(me, field as ProfileField)),
  )

const mobileProblem = (text: string): string | null => {
  const parts = splitMobile(text)
  return parts && !checkPhone({ dialCode: parts.dialCode, mobile: parts.digits }) ? null : 'profile_mobile_wrong'
}

const problemWith = (field: ProfileField, text: string): string | null => {
  if (field === 'firstName' || field === 'lastName') return checkName(text)
  if (field === 'email') return checkPlainEmail(text)
  if (field === 'mobile') return mobileProblem(text)
  if (vehicleFields.includes(field)) return checkName(text) && 'vehicle_incomplete'
  return bankFields.includes(field) && !isOneLine(text) ? 'profile_one_line' : null
}

/** What is wrong with the fields of one form: names always count, the others once they were changed. */
export const problemsOf = (me: Me, fields: readonly ProfileField[], changes: Draft): Problems =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const isName = field === 'firstName' || field === 'lastName'
      const text = changes[field] ?? (isName ? storedText(me, field) : null)
      const problem = text === null ? null : problemWith(field, text)
      return problem ? [[field, problem]] : []
    }),
  )

const namedFields: Record<string, readonly ProfileField[]> = {
  proper_input_name: ['firstName', 'lastName'],
  proper_email: ['email'],
  mobile_no_blank_error: ['mobile'],
  user_exists: ['email', 'mobile'],
  vehicle_incomplete: vehicleFields,
}

/** The fields that a refusal means, of those that were sent. */
export const refusedFields = (key: string, changes: Draft): Problems => {
  const meant = namedFields[key]?.filter((field) => field in changes) ?? []
  const told = key === 'mobile_no_blank_error' ? 'profile_mobile_wrong' : key
  return Object.fromEntries(meant.map((field) => [field, told]))
}
