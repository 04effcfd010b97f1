// A payment on a provider's own page, as the tests of adapters make it: begun by us, answered by the person there.
import type { Charge, PaymentAdapter } from '../../src/adapters/ports-payments.ts'
import { outageOf, type Site } from './site.ts'

type Says = 'pay' | 'decline'
type World = { adapter: PaymentAdapter; site: Site; stub: { answer: (url: string, says?: Says) => Promise<unknown> } }

/** `world` as it is in the test that runs, `usual` the charge where none is named. */
export const makeVisits = (world: () => World, usual: () => Charge) => {
  const begin = async (charge: Charge) => {
    const { adapter, site } = world()
    const checkout = await adapter.createCheckout(charge, site.urls)
    if (checkout.kind !== 'redirect') throw new Error('nowhere to go')
    return { url: checkout.url, charge: { ...charge, providerRef: checkout.providerRef } }
  }
  /** The charge as it is known after the person was at the page. */
  const pay = async (charge: Charge = usual(), says: Says = 'pay'): Promise<Charge> => {
    const begun = await begin(charge)
    await world().stub.answer(begun.url, says)
    return begun.charge
  }
  const paid = async (charge: Charge = usual()): Promise<Charge> => {
    const known = await pay(charge)
    return { ...known, providerTxn: (await world().adapter.fetchStatus(known)).providerTxn }
  }
  return { begin, pay, paid }
}

const moods = ['broken', 'nonsense'] as const

/** How an adapter fails at a provider that fails, and at one that talks nonsense. */
export const outagesOf = async (
  stub: { feel: (mood: (typeof moods)[number]) => void },
  ask: () => Promise<unknown>,
): Promise<string[]> => {
  const found: string[] = []
  for (const mood of moods) {
    stub.feel(mood)
    found.push(await outageOf(ask()))
  }
  return found
}
