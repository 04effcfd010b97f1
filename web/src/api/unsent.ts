// What a page keeps for a person until the server has it, across reloads: by person, bounded, and gone when they sign out.

/** Letters of one thing at most: a browser keeps some five million of everything. */
const mostLetters = 3_000_000

const prefixOf = (userId: string): string => `wayfare.unsent.${userId}.`

export const readKept = (userId: string, name: string): string | null => {
  try {
    return localStorage.getItem(prefixOf(userId) + name)
  } catch {
    return null
  }
}

/** Null keeps nothing. What is too much stays in memory alone, and goes as long as the page stays. */
export const writeKept = (userId: string, name: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(prefixOf(userId) + name)
    else if (text.length <= mostLetters) localStorage.setItem(prefixOf(userId) + name, text)
  } catch {
    // a browser that keeps nothing, or no more
  }
}

/** A list that was kept as text: what of it is whole, and nothing of a text that is broken. */
export const parseKept = <T>(text: string | null, isWhole: (value: unknown) => value is T): T[] => {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isWhole) : []
  } catch {
    return []
  }
}

type Listener = (userId: string) => void
const listeners = new Set<Listener>()

/** Whoever holds the same in memory lets go of it, too. */
export const onForgotten = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The person signs out here: nothing of theirs stays on the device. */
export const clearUnsent = (userId: string): void => {
  for (const listener of listeners) listener(userId)
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefixOf(userId))) localStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}

/** What was typed or asked for in this tab is nobody else's: it goes with whoever signs out, or when another comes. */
export const clearTab = (): void => {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('wayfare.')) sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
