// How much a person has to do: taps and typed characters, counted by the page itself while a test does the job.
import type { Page } from '@playwright/test'

const kept = 'wayfare.e2e.effort'

type Effort = { taps: number; keys: number }

/** Counts from the next page on, over all pages of this tab: what a person did, not what the code did. */
export const countEffort = async (page: Page): Promise<() => Promise<Effort>> => {
  await page.addInitScript((name) => {
    const add = (field: 'taps' | 'keys', count = 1) => {
      const known = JSON.parse(sessionStorage.getItem(name) ?? '{"taps":0,"keys":0}') as Record<string, number>
      sessionStorage.setItem(name, JSON.stringify({ ...known, [field]: (known[field] ?? 0) + count }))
    }
    window.addEventListener('pointerdown', (event) => event.isTrusted && add('taps'), true)
    // letters by what comes of them, as a keyboard on a screen need not tell of its keys; other keys by themselves
    window.addEventListener(
      'input',
      (event) => {
        if (event.isTrusted && event instanceof InputEvent) add('keys', event.data?.length ?? 0)
      },
      true,
    )
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.isTrusted && !event.repeat && event.key.length > 1) add('keys')
      },
      true,
    )
  }, kept)
  return () => page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? '{"taps":0,"keys":0}') as Effort, kept)
}
