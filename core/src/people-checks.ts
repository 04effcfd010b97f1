// Checks what an operator entered about a person; each problem names the field and the message key.
import { isInternalEmail, type Role } from './accounts.ts'
import { checkEmail, checkName, isOneLine } from './checks.ts'
import type { MessageKey } from './errors.ts'
import { longestFields, needsMobile, personFields, vehicleFields, type PersonField } from './people.ts'
import { checkPhone } from './phones.ts'

type FieldProblem = { field: PersonField | 'carType'; key: MessageKey }

/** As typed; a null or empty carType means none. */
export type PersonDraft = Partial<Record<PersonField, string>> & { carType?: string | null }

/** Refuses an internal address, the kind we give people without e-mail: it belongs to nobody. */
const checkPersonEmail = (email: string): MessageKey | null =>
  checkEmail(email) ?? (isInternalEmail(email.trim().toLowerCase()) ? 'email_or_mobile_issue' : null)

type Of = { role: Role; dialCode: string }

const problemIn = (field: PersonField, text: string, { role, dialCode }: Of): MessageKey | null => {
  if (text.length > longestFields[field]) return 'too_large'
  if (field === 'firstName' || field === 'lastName') return checkName(text)
  if (field === 'email') return checkPersonEmail(text)
  if (field === 'mobile') return text.trim() === '' && !needsMobile(role) ? null : checkPhone({ dialCode, mobile: text })
  return isOneLine(field === 'otherInfo' ? text.replaceAll(/[\r\n\t]/g, ' ') : text) ? null : 'bad_request'
}

/** A driver has either no vehicle, or a complete one with its car type. */
const vehicleProblems = (draft: PersonDraft): FieldProblem[] => {
  const parts = [...vehicleFields, 'carType'] as const
  const empty = parts.filter((field) => checkName(draft[field] ?? '') !== null)
  if (empty.length === parts.length) return []
  return empty.map((field) => ({ field, key: 'vehicle_incomplete' }))
}

/** All problems of a person's draft, in the order of the form. `dialCode` applies to a number without a dial code. */
export const listPersonProblems = (role: Role, draft: PersonDraft, dialCode = ''): FieldProblem[] => {
  const own = role === 'driver' ? personFields : (['firstName', 'lastName', 'email', 'mobile'] as const)
  const problems = own.flatMap((field): FieldProblem[] => {
    const key = problemIn(field, draft[field] ?? '', { role, dialCode })
    return key === null ? [] : [{ field, key }]
  })
  return role === 'driver' ? [...problems, ...vehicleProblems(draft)] : problems
}
