// What a browser keeps of us for times without a network.
import { expect, type Page } from '@playwright/test'
import { like } from './texts.ts'

/** The banner, whatever the time. */
export const asOf = like('offline_as_of')

const hasFrame = async () => (await caches.match('/shell')) !== undefined && navigator.serviceWorker.controller !== null

const listCached = async () => {
  const names = await caches.keys()
  const urls = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
  return urls.flat()
}

/** The addresses of what is kept. */
export const readDevice = (page: Page): Promise<string[]> => page.evaluate(listCached)

/** Waits until the frame, and after it the pages of the role, are on the device. */
export const expectKept = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(hasFrame), { timeout: 40_000, message: 'the frame is kept' }).toBe(true)
  let before = -1
  const isStill = async () => {
    const now = (await readDevice(page)).length
    const same = now === before
    before = now
    return same
  }
  await expect.poll(isStill, { intervals: [1500], timeout: 40_000, message: 'all is kept' }).toBe(true)
}
