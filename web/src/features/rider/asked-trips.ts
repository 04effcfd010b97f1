// Which trips this tab has already asked to be rated: the dialog opens by itself once, then waits to be called.
const storageKey = 'wayfare.asked'

const readAsked = (): string[] => {
  try {
    return (sessionStorage.getItem(storageKey) ?? '').split(' ')
  } catch {
    return []
  }
}

/** True the first time a trip is named here, and never again in this tab. */
export const shouldAskOnce = (id: string): boolean => {
  const asked = readAsked()
  if (asked.includes(id)) return false
  try {
    sessionStorage.setItem(storageKey, [...asked, id].slice(-20).join(' '))
    return true
  } catch {
    // a browser that keeps nothing would be asked again and again
    return false
  }
}
