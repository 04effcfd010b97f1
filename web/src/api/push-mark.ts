// Whether notices were turned on in this browser, and by whom: small enough for every page to ask.

const key = 'wayfare.push'

/** The id of the person who turned them on here. */
export const readPushMark = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const markPush = (userId: string | null): void => {
  try {
    if (userId === null) localStorage.removeItem(key)
    else localStorage.setItem(key, userId)
  } catch {
    // a browser that keeps nothing asks again next time
  }
}
