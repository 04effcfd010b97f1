// What was there at the moment something came onto the page: an expectation that tries again would wait until it is right.
import type { Page } from '@playwright/test'

/** From the next page on, writes down which buttons of this name were ever there and could not be pressed. */
export const watchDisabled = async (page: Page, name: string): Promise<() => Promise<string[]>> => {
  const kept = `__seenDisabled ${name}`
  await page.addInitScript(
    ({ store, wanted }) => {
      const seen: string[] = []
      Reflect.set(window, store, seen)
      const look = () => {
        for (const button of document.querySelectorAll('button')) {
          const label = button.getAttribute('aria-label') ?? button.textContent.trim()
          const isShut = button.disabled || button.dataset['disabled'] === 'true' || button.dataset['loading'] === 'true'
          if (label === wanted && isShut) seen.push(label)
        }
      }
      // told of each change before it is painted
      new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
    },
    { store: kept, wanted: name },
  )
  return () => page.evaluate((store) => Reflect.get(window, store) as string[], kept)
}
