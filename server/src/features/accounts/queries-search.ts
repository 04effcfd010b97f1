// Finds people by typed text: digits of a phone number, words of a name, or an e-mail address.
import { toPlainDigits } from '@wayfare/core/amounts'
import { sql } from 'kysely'
import { makeLikePattern, matchesBeginning } from '../../db/like.ts'
import { holdsWord, splitSearch } from '../../db/words.ts'

/** Fewer digits are not treated as a phone number. */
const leastDigits = 3

/** Normalises digits and dashes of any script and drops direction marks, which come along when a number is pasted. */
const inPlainSigns = (text: string): string =>
  toPlainDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')

/** The digits of a text that looks like a phone number, without leading zeros that are only dialled; null for other texts. */
export const readPhoneDigits = (text: string): string | null => {
  const plain = inPlainSigns(text)
  if (!/^[+\d\s()./-]+$/.test(plain)) return null
  const digits = plain.replaceAll(/\(0\)|\D/g, '').replace(/^0+/, '')
  return digits.length < leastDigits ? null : digits
}

/** Matches names, plate and referral id, folded as in the database. */
export const isNamed = (text: string) => {
  const words = splitSearch(text).map((word) => holdsWord('words', word))
  return words.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(words, sql` and `)})`
}

/** Matches people by phone digits, name or e-mail; hidden contacts are not searched. */
export const isPersonTyped = (text: string, contactHidden: boolean) => {
  if (contactHidden) return isNamed(text)
  const digits = readPhoneDigits(text)
  if (digits) return sql<boolean>`mobile like ${makeLikePattern(digits)}`
  const typed = text.trim().toLowerCase()
  if (typed.includes('@')) return sql<boolean>`email like ${makeLikePattern(typed)}`
  // the index cannot find shorter parts
  const part = typed.length < 3 ? matchesBeginning(typed) : makeLikePattern(typed)
  return typed.includes(' ') ? isNamed(text) : sql<boolean>`(${isNamed(text)} or email like ${part})`
}
