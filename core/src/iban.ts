// International bank account numbers: the check digits of ISO 13616, and one spelling.
import { toPlainDigits } from './amounts.ts'

/** As it is sent to a bank: plain digits, capital letters, no spaces and none of the signs of direction that come with what is pasted. */
export const normalizeIban = (typed: string): string => toPlainDigits(typed.replaceAll(/[\s\p{Cf}-]/gu, '')).toUpperCase()

const valueOf = (sign: string): string => String(Number.parseInt(sign, 36))

/** Whether the check digits fit: the number, its first four signs behind the rest and letters as 10 to 35, is 1 modulo 97. */
export const isIban = (typed: string): boolean => {
  const iban = normalizeIban(typed)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, valueOf)
  return BigInt(digits) % 97n === 1n
}
