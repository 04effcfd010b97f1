// Amounts that are quick to choose, in the size of the operator's prices, and those that cannot be taken.
import type { Decimal } from '@wayfare/core/money'
import { computeTopUpLimits, parseTopUpAmount } from '@wayfare/core/payments'
import type { Settings } from '@wayfare/core/settings'

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

type TopUpSettings = Pick<Settings, 'code' | 'topUpMin' | 'topUpMax'>

/** What is wrong with an amount, as the key of a text: the limits are named only to those who passed them. */
export const findTopUpProblem = (amount: Decimal, settings: TopUpSettings): 'proper_amount' | 'topup_range' | null => {
  if (parseTopUpAmount(amount, settings) !== null) return null
  const { min, max } = computeTopUpLimits(settings)
  const isOutside = amount !== '' && (Number(amount) < Number(min) || Number(amount) > Number(max))
  return isOutside ? 'topup_range' : 'proper_amount'
}
