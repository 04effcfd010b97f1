// Tests against a product of their own: what they leave behind meets nobody else.
import { test as base } from './fixtures.ts'
import { findFreePort } from './free-port.ts'
import { enterPeople, type People } from './people.ts'
import { startProduct } from './product.ts'

type Town = { origin: string; people: People }

export const test = base.extend<object, { town: Town }>({
  town: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const origin = `http://127.0.0.1:${await findFreePort()}`
      const product = await startProduct(origin, { args: [], env: {} })
      try {
        await use({ origin, people: await enterPeople(origin) })
      } finally {
        await product.stop()
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ town }, use) => use(town.origin),
  people: ({ town }, use) => use(town.people),
})
