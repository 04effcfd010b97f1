// How a person is found by what somebody types: digits of a phone, words of a name, an e-mail address.
import { foldText } from '@wayfare/core/fold'
import { sql } from 'kysely'
import { makeLikePattern, matchesBeginning } from '../../db/like.ts'

/** Fewer digits are no phone number yet. */
const leastDigits = 3

/** The digits of what looks like a phone number, without the zeros that are only dialled; null for other texts. */
export const readPhoneDigits = (text: string): string | null => {
  if (!/^[+\d\s()./-]+$/.test(text)) return null
  const digits = text.replaceAll(/\(0\)|\D/g, '').replace(/^0+/, '')
  return digits.length < leastDigits ? null : digits
}

export const mostWords = 8

/** Words of three letters are looked for anywhere, shorter ones where a word begins: the index knows no others. */
export const isWordOf = (word: string) => sql<boolean>`words like ${makeLikePattern(word.length < 3 ? ` ${word}` : word)}`

/** By names, plate and referral id, as the database folds them. */
export const isNamed = (text: string) => {
  const words = foldText(text).split(' ').filter(Boolean).slice(0, mostWords)
  return words.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(words.map(isWordOf), sql` and `)})`
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
