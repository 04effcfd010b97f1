// Phone numbers: validated by the numbering plans of all countries, and normalised to one stored form.
// The only file of the core that needs a package (decision 25); pages load it when a number is typed.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isDialCode } from './dial-codes.ts'
import type { MessageKey } from './errors.ts'

type Problem = MessageKey | null

/** Separators that people put between digits, and direction marks that come with pasted numbers. */
const between = /[\s()./\p{Pd}\p{Cf}]/gu

/** The digits, after a plus sign if a dial code was typed (00 counts as a plus sign); null for any other text. */
const plainNumber = (typed: string): string | null => {
  const plain = typed.replaceAll(between, '').replace(/^00/, '+')
  return /^\+?\p{Nd}{2,20}$/u.test(plain) ? plain : null
}

const parse = (plain: string, dialCode: string) => {
  const number = parsePhoneNumberFromString(plain, isDialCode(dialCode) ? { defaultCallingCode: dialCode } : undefined)
  return number?.isValid() && number.ext === undefined && isDialCode(number.countryCallingCode) ? number.number : null
}

/**
 * The stored form of a typed number: a plus sign, the dial code and the digits. `dialCode` (without a plus sign) applies to
 * numbers typed without one. Null if it is not a valid number.
 */
export const parseMobile = (dialCode: string, typed: string): string | null => {
  const plain = plainNumber(typed)
  return plain === null ? null : parse(plain, dialCode)
}

/** The same for a number that must have its own dial code. */
export const parseFullMobile = (typed: string): string | null => parseMobile('', typed)

/** Checks a number typed after a dial code, or with its own. */
export const checkPhone = ({ dialCode, mobile }: { dialCode: string; mobile: string }): Problem =>
  parseMobile(dialCode, mobile) === null ? 'mobile_no_blank_error' : null

const extension = /\s*(?:x|ext\.?)\s*(\d{1,6})$/i

/** The stored form of a number that is only called, such as +46311234567 x12; null if it is not valid. */
export const parsePhone = (typed: string, dialCode: string): string | null => {
  const ext = extension.exec(typed.trim())?.[1]
  const number = parseMobile(dialCode, typed.trim().replace(extension, ''))
  return number === null || ext === undefined ? number : `${number} x${ext}`
}

/** The recipient of a parcel; `dialCode` applies to numbers without one. A rider may leave the name blank, the desk may not. */
export const checkDelivery = (person: { name: string; phone: string }, by: { admin: boolean; dialCode: string }): Problem =>
  parsePhone(person.phone, by.dialCode) !== null && (!by.admin || /\S/.test(person.name)) ? null : 'deliveryDetailMissing'
