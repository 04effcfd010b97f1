// What an operator may write about a person, by role: each check tells the field and the key of what is wrong with it.
import { isInternalEmail } from './accounts.ts'
import type { Role } from './accounts.ts'
import { checkEmail, checkName, isOneLine } from './checks.ts'
import type { MessageKey } from './errors.ts'
import { mobileOf, splitMobile } from './phones.ts'

export const vehicleFields = ['vehicleMake', 'vehicleModel', 'vehicleNumber'] as const
export const bankFields = ['bankName', 'bankCode', 'bankAccount'] as const
/** The texts of a person that an operator writes. */
export const personFields = ['firstName', 'lastName', 'email', 'mobile', ...vehicleFields, 'otherInfo', ...bankFields] as const
export type PersonField = (typeof personFields)[number]

/** How many characters each of them may have. */
export const longestFields: Readonly<Record<PersonField, number>> = {
  firstName: 80,
  lastName: 80,
  email: 254,
  mobile: 25,
  vehicleMake: 60,
  vehicleModel: 60,
  vehicleNumber: 20,
  otherInfo: 500,
  bankName: 80,
  bankCode: 40,
  bankAccount: 60,
}

/** The link of an invitation is good for a week (ms). */
export const invitationLastsMs = 7 * 24 * 3_600_000

export type FieldProblem = { field: PersonField | 'carType'; key: MessageKey }

/** As typed; carType null or empty is none. */
export type PersonDraft = Partial<Record<PersonField, string>> & { carType?: string | null }

const pattern = /^\+\d{7,19}$/

/** A number as it is stored, whatever spaces, dashes and brackets it was typed with. */
export const plainMobile = (mobile: string): string => mobile.replaceAll(/\(0\)|[\s()./-]/g, '')

/** mobile_no_blank_error: no number at all; email_or_mobile_issue: it looks like one, and no country has it. */
export const checkWholeMobile = (mobile: string): MessageKey | null => {
  const plain = plainMobile(mobile)
  if (!pattern.test(plain)) return 'mobile_no_blank_error'
  const parts = splitMobile(plain)
  return parts && mobileOf(parts.dialCode, parts.digits) !== null ? null : 'email_or_mobile_issue'
}

/** An address of the kind we give to those who have none belongs to nobody. */
export const checkPersonEmail = (email: string): MessageKey | null =>
  checkEmail(email) ?? (isInternalEmail(email.trim().toLowerCase()) ? 'email_or_mobile_issue' : null)

/** Riders and drivers are called: they have a number. */
export const needsMobile = (role: Role): boolean => role === 'rider' || role === 'driver'

const problemIn = (field: PersonField, text: string, role: Role): MessageKey | null => {
  if (text.length > longestFields[field]) return 'too_large'
  if (field === 'firstName' || field === 'lastName') return checkName(text)
  if (field === 'email') return checkPersonEmail(text)
  if (field === 'mobile') return text.trim() === '' && !needsMobile(role) ? null : checkWholeMobile(text)
  return isOneLine(field === 'otherInfo' ? text.replaceAll(/[\r\n\t]/g, ' ') : text) ? null : 'bad_request'
}

/** A driver has no vehicle at all, or a whole one with its type. */
const vehicleProblems = (draft: PersonDraft): FieldProblem[] => {
  const parts = [...vehicleFields, 'carType'] as const
  const empty = parts.filter((field) => checkName(draft[field] ?? '') !== null)
  if (empty.length === parts.length) return []
  return empty.map((field) => ({ field, key: 'vehicle_incomplete' }))
}

/** Everything that is wrong with a whole person, in the order of the form. */
export const personProblems = (role: Role, draft: PersonDraft): FieldProblem[] => {
  const own = role === 'driver' ? personFields : (['firstName', 'lastName', 'email', 'mobile'] as const)
  const problems = own.flatMap((field): FieldProblem[] => {
    const key = problemIn(field, draft[field] ?? '', role)
    return key === null ? [] : [{ field, key }]
  })
  return role === 'driver' ? [...problems, ...vehicleProblems(draft)] : problems
}
