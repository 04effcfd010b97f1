// What the words of a notice are filled with. Its amounts travel as decimals with their currency: each reader writes them in an own way.
import type { Format } from './format.ts'

type Params = Readonly<Record<string, string>>

const amounts = ['amount', 'before'] as const

/** The same with its amounts as the reader writes them; without a currency there are none. */
export const fillAmounts = (params: Params, { exactMoney }: Pick<Format, 'exactMoney'>): Record<string, string> => {
  const { currency, ...others } = params
  const filled: Record<string, string> = others
  if (currency === undefined) return filled
  for (const name of amounts) {
    const amount = params[name]
    if (amount !== undefined) filled[name] = exactMoney(amount, currency)
  }
  return filled
}
