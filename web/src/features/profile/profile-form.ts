// What may be typed into the profile and what is wrong with it: the rules are the server's own.
import type { Me } from '@wayfare/contract/accounts'
import { checkName, checkPlainEmail, isOneLine } from '@wayfare/core/checks'
import { findDialCode } from '@wayfare/core/dial-codes'
import { readMobile } from '../../shared/phones.ts'

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
type Problems = Partial<Record<ProfileField, string>>

const vehicleFields: readonly ProfileField[] = ['vehicleMake', 'vehicleModel', 'vehicleNumber']
const bankFields: readonly ProfileField[] = ['bankName', 'bankCode', 'bankAccount']

/** What is stored: a single space stands for what one never gave. */
export const toStoredText = (me: Me, field: ProfileField): string => (me[field] ?? '').trim()

/** What stands for a number that no phone has. */
const noNumber = 'none'

/** A number in its stored spelling; one without a country code is of `country`. */
const typedMobile = async (text: string, country: string): Promise<string> =>
  text.trim() === '' ? '' : ((await readMobile(findDialCode(country) ?? '', text)) ?? noNumber)

/** What was typed, as it is sent. */
const sentText = (field: ProfileField, text: string, country: string): string | Promise<string> => {
  if (field === 'mobile') return typedMobile(text, country)
  return field === 'email' ? text.trim().toLowerCase() : text.trim()
}

/** The fields that would be something else than what is stored. */
export const listProfileChanges = async (me: Me, draft: Draft, country: string): Promise<Draft> => {
  const fields = Object.entries(draft) as [ProfileField, string][]
  const sent = await Promise.all(fields.map(async ([field, text]) => [field, await sentText(field, text, country)] as const))
  return Object.fromEntries(sent.filter(([field, text]) => text !== toStoredText(me, field)))
}

const problemWith = (field: ProfileField, text: string): string | null => {
  if (field === 'firstName' || field === 'lastName') return checkName(text)
  if (field === 'email') return checkPlainEmail(text)
  if (field === 'mobile') return text === '' || text === noNumber ? 'profile_mobile_wrong' : null
  if (vehicleFields.includes(field)) return checkName(text) && 'vehicle_incomplete'
  return bankFields.includes(field) && !isOneLine(text) ? 'profile_one_line' : null
}

/** What is wrong with the fields of one form: names always count, the others once they were changed. */
export const listProfileProblems = (me: Me, fields: readonly ProfileField[], changes: Draft): Problems =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const isName = field === 'firstName' || field === 'lastName'
      const text = changes[field] ?? (isName ? toStoredText(me, field) : null)
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
export const listRefusedFields = (key: string, changes: Draft): Problems => {
  const meant = namedFields[key]?.filter((field) => field in changes) ?? []
  const told = key === 'mobile_no_blank_error' ? 'profile_mobile_wrong' : key
  return Object.fromEntries(meant.map((field) => [field, told]))
}
