import { makeListeners } from '../ui/listeners.ts'
import { parseJson, readStored, removeStored, writeStored } from '../ui/storage.ts'
// What a page keeps for a person until the server has it, across reloads: by person, bounded, and gone when they sign out.

/** Letters of one thing at most: a browser keeps some five million of everything. */
const mostLetters = 3_000_000

const prefixOf = (userId: string): string => `wayfare.unsent.${userId}.`

export const readKept = (userId: string, name: string): string | null => readStored(prefixOf(userId) + name)

/** Null keeps nothing. What is too much stays in memory alone, and goes as long as the page stays. */
export const writeKept = (userId: string, name: string, text: string | null): void => {
  if (text === null || text.length <= mostLetters) writeStored(prefixOf(userId) + name, text)
}

/** A list that was kept as text: what of it is whole, and nothing of a text that is broken. */
export const parseKept = <T>(text: string | null, isWhole: (value: unknown) => value is T): T[] => {
  const kept = parseJson(text)
  return Array.isArray(kept) ? kept.filter(isWhole) : []
}

const listeners = makeListeners<[userId: string]>()

/** Whoever holds the same in memory lets go of it, too. */
export const onForgotten = listeners.add

/** The person signs out here: nothing of theirs stays on the device. */
export const clearUnsent = (userId: string): void => {
  listeners.notify(userId)
  removeStored(prefixOf(userId))
}

/** What was typed or asked for in this tab is nobody else's: it goes with whoever signs out, or when another comes. */
export const clearTab = (): void => removeStored('wayfare.', 'sessionStorage')

const tabOwner = 'wayfare.tab-of'

/** The tab is this person's until they sign out: what somebody else typed in it, whose session ended, goes. It outlives a reload. */
export const takeTab = (userId: string): void => {
  const before = readStored(tabOwner, 'sessionStorage')
  if (before !== null && before !== userId) clearTab()
  writeStored(tabOwner, userId, 'sessionStorage')
}
