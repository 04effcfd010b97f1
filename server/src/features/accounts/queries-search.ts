// How a person is found by what somebody types: digits of a phone, words of a name, an e-mail address.
import { toPlainDigits } from '@wayfare/core/amounts'
import { sql } from 'kysely'
import { makeLikePattern, matchesBeginning } from '../../db/like.ts'
import { holdsWord, splitSearch } from '../../db/words.ts'

/** Fewer digits are no phone number yet. */
const leastDigits = 3

/** Digits of any script as the plain ones, every dash as one kind, and no marks of direction: they come along when a number is pasted. */
const inPlainSigns = (text: string): string =>
  toPlainDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')

/** The digits of what looks like a phone number, without the zeros that are only dialled; null for other texts. */
export const readPhoneDigits = (text: string): string | null => {
  const plain = inPlainSigns(text)
  if (!/^[+\d\s()./-]+$/.test(plain)) return null
  const digits = plain.replaceAll(/\(0\)|\D/g, '').replace(/^0+/, '')
  return digits.length < leastDigits ? null : digits
}

/** By names, plate and referral id, as the database folds them. */
export const isNamed = (text: string) => {
  const words = splitSearch(text).map((word) => holdsWord('words', word))
  return words.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(words, sql` and `)})`
}

/** Whether a user is the one that was typed: by digits of the phone, by name or by e-mail; hidden contacts are not searched. */
export const isPersonTyped = (text: string, contactHidden: boolean) => {
  if (contactHidden) return isNamed(text)
  const digits = readPhoneDigits(text)
  if (digits) return sql<boolean>`mobile like ${makeLikePattern(digits)}`
  const typed = text.trim().toLowerCase()
  if (typed.includes('@')) return sql<boolean>`email like ${makeLikePattern(typed)}`
  // the index knows no part that is shorter
  const part = typed.length < 3 ? matchesBeginning(typed) : makeLikePattern(typed)
  return typed.includes(' ') ? isNamed(text) : sql<boolean>`(${isNamed(text)} or email like ${part})`
}
