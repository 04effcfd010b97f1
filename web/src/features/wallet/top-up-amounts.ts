// Amounts that are quick to choose, in the size of the operator's prices.

const steps = [1, 2, 5, 10] as const

type Limits = { min: string; max: string }

/** From the next power of ten above the lowest of the least fares (decimals of the currency), as far as the limits let them. */
export const listQuickAmounts = (leastFares: readonly string[], { min, max }: Limits): readonly string[] => {
  const fares = leastFares.map(Number).filter((fare) => fare > 1)
  const base = fares.length > 0 ? Math.min(...fares) : 1
  const unit = 10 ** Math.ceil(Math.log10(base))
  return steps
    .map((step) => step * unit)
    .filter((amount) => amount >= Number(min) && amount <= Number(max))
    .map(String)
}
