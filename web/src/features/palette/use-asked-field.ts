// An address may name a field of its page: once it is there it is brought into view, its group unfolded, the cursor put there.
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** A page that has not shown its field by then has none (ms). */
const GIVE_UP_MS = 10_000

const focusOn = (field: string): boolean => {
  const input = document.querySelector<HTMLInputElement>(`main [data-field="${CSS.escape(field)}"]`)
  if (!input) return false
  const group = input.closest('details')
  if (group) group.open = true
  input.focus({ preventScroll: true })
  // what is locked takes no focus: it is shown all the same
  input.closest('[class*="InputWrapper-root"], [class*="Switch-root"], label')?.scrollIntoView({ block: 'center' })
  input.scrollIntoView({ block: 'center' })
  return true
}

/** The same address asked for once more is asked for anew. */
export const useAskedField = (): void => {
  const place = useLocation()
  useEffect(() => {
    const field = new URLSearchParams(place.search).get('field')
    if (field === null || focusOn(field)) return undefined
    const watch = new MutationObserver(() => {
      if (focusOn(field)) stop()
    })
    const stop = () => {
      watch.disconnect()
      clearTimeout(timer)
    }
    const timer = setTimeout(stop, GIVE_UP_MS)
    watch.observe(document.body, { childList: true, subtree: true })
    return stop
  }, [place])
}
