// The sign-up form: its fields, and the first problem with them.
import { checkEmail, checkName, checkPassword } from './checks.ts'
import type { MessageKey } from './errors.ts'
import { checkPhone } from './phones.ts'
import type { PasswordRule } from './settings.ts'

export type Registration = {
  firstName: string
  lastName: string
  email: string
  password: string
  /** without a plus sign */
  dialCode: string
  /** as typed; may have its own dial code */
  mobile: string
}

export const checkRegistration = (input: Registration, rule: PasswordRule = 'spec'): MessageKey | null =>
  checkName(input.firstName) ??
  checkName(input.lastName) ??
  checkEmail(input.email) ??
  checkPassword(input.password, rule) ??
  checkPhone(input)
