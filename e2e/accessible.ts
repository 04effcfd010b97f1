// Whether axe finds fault with a page as it stands.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Colours that are still changing have the contrast of neither scheme. */
const standStill = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .map(({ finished, effect }) => (effect?.getComputedTiming().iterations === Infinity ? null : finished)),
    ),
  )

export const expectAccessible = async (page: Page, where: string): Promise<void> => {
  await standStill(page)
  // what is found is the same: our pages have no foreign frames to gather from, and what is in order need not be listed
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(' | ')}`,
  )
  expect.soft(found, `axe finds nothing on ${where}`).toEqual([])
}
