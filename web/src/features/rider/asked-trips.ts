// Which trips this tab has already asked to be rated: the dialog opens by itself once, then waits to be called.
import { readStored, writeStored } from '../../ui/storage.ts'

const storageKey = 'wayfare.asked'

/** True the first time a trip is named here, and never again in this tab. */
export const shouldAskOnce = (id: string): boolean => {
  const asked = (readStored(storageKey, 'sessionStorage') ?? '').split(' ')
  // a browser that keeps nothing would be asked again and again
  return !asked.includes(id) && writeStored(storageKey, [...asked, id].slice(-20).join(' '), 'sessionStorage')
}
