// Phone numbers: which there are, by the numbering plans of all countries, and the one spelling each is stored in.
// The only file of the core with a package (decision 25); pages fetch it when a number is typed.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isDialCode } from './dial-codes.ts'
import type { MessageKey } from './errors.ts'

type Problem = MessageKey | null

/** What people put between digits, and the marks of direction that come along when a number is pasted. */
const between = /[\s()./\p{Pd}\p{Cf}]/gu

/** The digits, behind a plus sign where a dial code was typed (00 is the plus sign of most countries); null for any other text. */
const plainNumber = (typed: string): string | null => {
  const plain = typed.replaceAll(between, '').replace(/^00/, '+')
  return /^\+?\p{Nd}{2,20}$/u.test(plain) ? plain : null
}

const parse = (plain: string, dialCode: string) => {
  const number = parsePhoneNumberFromString(plain, isDialCode(dialCode) ? { defaultCallingCode: dialCode } : undefined)
  return number?.isValid() && number.ext === undefined && isDialCode(number.countryCallingCode) ? number.number : null
}

/**
 * The stored form of a number as people write it: a plus sign, the dial code and the digits. `dialCode` (without a plus sign)
 * is for numbers typed without one of their own. Null when no phone has that number.
 */
export const parseMobile = (dialCode: string, typed: string): string | null => {
  const plain = plainNumber(typed)
  return plain === null ? null : parse(plain, dialCode)
}

/** The same for a number that must bring its own dial code. */
export const parseFullMobile = (typed: string): string | null => parseMobile('', typed)

/** A number typed behind a dial code, or with another one of its own. */
export const checkPhone = ({ dialCode, mobile }: { dialCode: string; mobile: string }): Problem =>
  parseMobile(dialCode, mobile) === null ? 'mobile_no_blank_error' : null

const extension = /\s*(?:x|ext\.?)\s*(\d{1,6})$/i

/** The stored form of the number of somebody who is only called, such as +46311234567 x12; null when no phone has it. */
export const parsePhone = (typed: string, dialCode: string): string | null => {
  const ext = extension.exec(typed.trim())?.[1]
  const number = parseMobile(dialCode, typed.trim().replace(extension, ''))
  return number === null || ext === undefined ? number : `${number} x${ext}`
}

/** The recipient of a parcel, called within the country of `dialCode`. A rider may leave the name blank, the desk may not. */
export const checkDelivery = (person: { name: string; phone: string }, by: { admin: boolean; dialCode: string }): Problem =>
  parsePhone(person.phone, by.dialCode) !== null && (!by.admin || /\S/.test(person.name)) ? null : 'deliveryDetailMissing'
