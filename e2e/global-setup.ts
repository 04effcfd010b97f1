// Before all tests: the product is up, its map is ready, the demo people are signed in. After them: it is stopped.
import { signInPeople } from './people.ts'
import { startProduct } from './product.ts'
import { startProviders } from './providers.ts'

const globalSetup = async (): Promise<() => Promise<void>> => {
  const origin = `http://127.0.0.1:${process.env['WAYFARE_E2E_PORT']}`
  const providers = await startProviders()
  const product = await startProduct(origin, providers.launch)
  if (process.env['WAYFARE_E2E_LOG']) console.log(product.log())
  const stop = async () => {
    await product.stop()
    await providers.stop()
  }
  try {
    await signInPeople(origin)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

// Playwright looks for the name `default` here.
export { globalSetup as default }
