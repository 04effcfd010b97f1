// International bank account numbers: normalisation, and validation by the check digits of ISO 13616.
import { toPlainDigits } from './amounts.ts'

/** The form sent to a bank: plain digits and capital letters, without spaces, hyphens or pasted direction marks. */
export const normalizeIban = (typed: string): string => toPlainDigits(typed.replaceAll(/[\s\p{Cf}-]/gu, '')).toUpperCase()

const valueOf = (sign: string): string => String(Number.parseInt(sign, 36))

/** True if the check digits are valid: the first four characters moved to the end, letters as 10 to 35, it is 1 mod 97. */
export const isIban = (typed: string): boolean => {
  const iban = normalizeIban(typed)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, valueOf)
  return BigInt(digits) % 97n === 1n
}
