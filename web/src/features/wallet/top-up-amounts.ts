// Amounts that are quick to choose, in the size of the operator's prices.

const steps = [1, 2, 5, 10] as const

/** From the next power of ten above the dearest least fare (decimals of the currency). */
export const quickAmounts = (leastFares: readonly string[]): readonly string[] => {
  const base = Math.max(1, ...leastFares.map(Number).filter(Number.isFinite))
  const unit = 10 ** Math.ceil(Math.log10(base))
  return steps.map((step) => String(step * unit))
}
