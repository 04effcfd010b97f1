// Fills in the parameters of a notice. Amounts travel as decimals with a currency; each language formats them in its own way.
import type { Format } from './format.ts'

type Params = Readonly<Record<string, string>>

const amounts = ['amount', 'before'] as const

/** The parameters with amounts formatted for the reader; without a currency they contain none. */
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
