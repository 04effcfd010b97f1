// Who calls and is no customer yet: what was typed or came with the call, and the rider it becomes.
import type { InputOf } from '@wayfare/contract/endpoint'
import type { addCaller } from '@wayfare/contract/people-riders'
import { findDialCode } from '@wayfare/core/dial-codes'
import type { MessageKey } from '@wayfare/core/errors'
import { toLatinDigits } from '../../shared/code-text.ts'
import { readMobile } from '../../shared/phones.ts'

/** As typed: one field takes the whole name, as it is said. */
export type Caller = { name: string; mobile: string }

/** Fewer digits are no number that calls. */
const leastDigits = 5

/** Marks of direction come along when a number is pasted. */
const isNumber = (text: string): boolean =>
  /^[+\d\s()./\p{Pd}\p{Cf}]+$/u.test(text) && text.replaceAll(/\D/g, '').length >= leastDigits

/** What was looked for is a number, or else a name. */
export const makeCaller = (text: string): Caller =>
  isNumber(toLatinDigits(text)) ? { name: '', mobile: text } : { name: text, mobile: '' }

/** The number in the address, as telephone systems write it; empty when it is withheld. A plus sign that nobody encoded is a space there. */
export const readCalling = (given: string): string => {
  const number = given
    .replace(/^ (?=\d)/, '+')
    .replace(/^(?:tel|sip):/i, '')
    .replace(/@.*$/, '')
    .trim()
  return isNumber(number) ? number : ''
}

export const findCallerProblem = async (
  { name, mobile }: Caller,
  country: string,
): Promise<{ part: 'callerName' | 'callerMobile'; problem: MessageKey } | null> => {
  if (!/\S/.test(name)) return { part: 'callerName', problem: 'proper_input_name' }
  const number = await readMobile(findDialCode(country) ?? '', mobile)
  return number === null ? { part: 'callerMobile', problem: 'mobile_no_blank_error' } : null
}

export const newRiderOf = ({ name, mobile }: Caller): InputOf<typeof addCaller> => {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' '), mobile: toLatinDigits(mobile.trim()) }
}
