// Texts that the browser keeps. One that keeps nothing, or no more, is as good as one where nothing was kept yet.

/** Null too for a text that is no JSON. */
export const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** `localStorage` is kept on this device, `sessionStorage` in this tab. */
type Area = 'localStorage' | 'sessionStorage'

export const readStored = (key: string, area: Area = 'localStorage'): string | null => {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Null removes what was kept; false where that could not be done. */
export const writeStored = (key: string, text: string | null, area: Area = 'localStorage'): boolean => {
  try {
    if (text === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}

export const removeStored = (prefix: string, area: Area = 'localStorage'): void => {
  try {
    for (const key of Object.keys(globalThis[area])) if (key.startsWith(prefix)) globalThis[area].removeItem(key)
  } catch {
    // nothing was kept
  }
}
