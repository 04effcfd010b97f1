// Where a part of a page begins and ends.
import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Its edges (px from the top); all of it is in sight. */
export const edgesOf = async (part: Locator): Promise<{ top: number; bottom: number }> => {
  await expect(part).toBeInViewport({ ratio: 1 })
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top, bottom }
  })
}

/** Where it begins (px from the top of the page). */
export const topOf = (part: Locator): Promise<number> =>
  part.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)
