// The texts of a language while they are worked on: what is kept, what was typed over it, and what of that would be saved.
import type { getPairs } from '@wayfare/contract/languages-admin'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { foldText } from '@wayfare/core/fold'
import { checkText, listTextKeys, type Texts } from '@wayfare/core/texts'

export type Pairs = OutputOf<typeof getPairs>
/** What was typed, by key, also where it is as before. */
export type Drafts = Texts

/** Keys of the product in the order of their families, then those of the operator's own. */
const listKeys = ({ english, language, lent, written }: Pairs, drafts: Drafts): string[] => {
  const { keys } = listTextKeys(english, language.langLocale)
  const known = new Set([...keys, ...Object.keys(english)])
  const others = [...new Set([lent, written, drafts].flatMap((texts) => Object.keys(texts)))]
  return [...keys, ...others.filter((key) => !known.has(key)).toSorted()]
}

/** The English text of a key: of a plural form that English does not have, the one for many. */
export const findEnglishText = ({ english }: Pairs, key: string): string =>
  english[key] ?? english[key.replace(/_(zero|one|two|few|many)$/, '_other')] ?? ''

/** What the language has itself, without what is typed; empty when it has none. */
export const findKeptText = ({ own, written }: Pairs, key: string): string => written[key] ?? own[key] ?? ''

/** What stands in for a text that the language does not have. */
export const findFallbackText = (pairs: Pairs, key: string): string => pairs.lent[key] ?? findEnglishText(pairs, key)

export const findShownText = (pairs: Pairs, drafts: Drafts, key: string): string => drafts[key] ?? findKeptText(pairs, key)

/** A text to write, null to take back what was written, undefined for no change. */
export const makeTextChange = (pairs: Pairs, drafts: Drafts, key: string): string | null | undefined => {
  const text = drafts[key]?.trim()
  if (text === undefined || text === findKeptText(pairs, key)) return undefined
  if (text !== '' && text !== pairs.own[key]) return text
  return pairs.written[key] === undefined ? undefined : null
}

type Changes = Record<string, string | null>

export const listTextChanges = (pairs: Pairs, drafts: Drafts): Changes =>
  Object.fromEntries(
    Object.keys(drafts).flatMap((key) => {
      const change = makeTextChange(pairs, drafts, key)
      return change === undefined ? [] : [[key, change] as const]
    }),
  )

/** Why a text cannot be kept, or is kept and not used any more. */
export const findTextProblem = (pairs: Pairs, drafts: Drafts, key: string): string | null => {
  const text = makeTextChange(pairs, drafts, key) ?? (drafts[key] === undefined ? pairs.written[key] : undefined)
  return text === undefined || text === null ? null : checkText(pairs.english, key, text)
}

/** What everyone would read: the texts as they would be once they are saved, without those that cannot be. */
export const mergeTexts = (pairs: Pairs, drafts: Drafts): Record<string, string> => {
  const texts: Record<string, string> = { ...pairs.lent, ...pairs.own, ...pairs.written }
  for (const [key, change] of Object.entries(listTextChanges(pairs, drafts))) {
    if (change === null) {
      const below = pairs.own[key] ?? pairs.lent[key]
      if (below === undefined) delete texts[key]
      else texts[key] = below
    } else if (checkText(pairs.english, key, change) === null) texts[key] = change
  }
  return texts
}

/** All texts as JSON shows them, what was typed included. */
export const listPairs = (pairs: Pairs, drafts: Drafts): Record<string, string> =>
  Object.fromEntries(
    listKeys(pairs, drafts).map(
      (key) => [key, (drafts[key] ?? findKeptText(pairs, key)) || findFallbackText(pairs, key)] as const,
    ),
  )

/** The drafts after all texts were given anew; `whole`: a key that is not among them takes back what was written. */
export const makeDrafts = (pairs: Pairs, drafts: Drafts, given: Texts, whole: boolean): Drafts => {
  const shown = listPairs(pairs, drafts)
  const next: Record<string, string> = { ...drafts }
  for (const [key, text] of Object.entries(given)) if (text !== shown[key]) next[key] = text
  if (!whole) return next
  for (const key of Object.keys(shown)) {
    if (key in given) continue
    delete next[key]
    if (pairs.written[key] !== undefined) next[key] = ''
  }
  return next
}

/** `wrong`: only what cannot be kept as it is. */
export type TextFilter = { search: string; missing: boolean; changed: boolean; wrong: boolean }

export const isMissing = (pairs: Pairs, key: string): boolean => findKeptText(pairs, key) === ''

/** The keys to show; what is typed is searched too. */
export const filterKeys = (pairs: Pairs, drafts: Drafts, filter: TextFilter): string[] => {
  const words = foldText(filter.search).split(' ').filter(Boolean)
  return listKeys(pairs, drafts).filter((key) => {
    if (filter.missing && !isMissing(pairs, key)) return false
    if (filter.changed && drafts[key] === undefined && pairs.written[key] === undefined) return false
    if (filter.wrong && findTextProblem(pairs, drafts, key) === null) return false
    if (words.length === 0) return true
    const text = foldText(
      `${key} ${key.replaceAll('_', ' ')} ${findEnglishText(pairs, key)} ${findShownText(pairs, drafts, key)}`,
    )
    return words.every((one) => text.includes(one))
  })
}

/** Keys of `changes` that another person has changed since `before` was read. */
export const listContestedKeys = (before: Pairs, now: Pairs, changes: Changes): string[] =>
  Object.keys(changes).filter((key) => before.written[key] !== now.written[key] && now.written[key] !== changes[key])
