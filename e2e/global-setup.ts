// Before all tests: the products are up, their maps are ready, the demo people are signed in. After them: they are stopped.
import { neededParts, readParts } from './parts.ts'
import { signInPeople } from './people.ts'
import { startProduct } from './product.ts'
import { startProviders } from './providers.ts'

const globalSetup = async (): Promise<() => Promise<void>> => {
  const origins = neededParts(await readParts(), process.argv).map(({ origin }) => origin)
  const providers = await startProviders()
  const starts = await Promise.allSettled(origins.map((origin) => startProduct(origin, providers.launch)))
  const products = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  if (process.env['WAYFARE_E2E_LOG']) for (const product of products) console.log(product.log())
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()))
    await providers.stop()
  }
  try {
    for (const start of starts) if (start.status === 'rejected') throw start.reason
    await signInPeople(origins)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

// Playwright looks for the name `default` here.
export { globalSetup as default }
