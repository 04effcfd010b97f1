// How a trip is paid, in the driver's words: what to collect, and what not.
import type { Format } from '@wayfare/core/format'

type Payment = { cashPaymentAmount: string; cardPaymentAmount: string; usedWalletMoney: string; prepaid: boolean }
type Words = { key: string; params: Record<string, string> }

const isSome = (decimal: string): boolean => Number(decimal) > 0

/** To the last digit, as the button says it that ends the trip. */
export const describePayment = (payment: Payment, { exactMoney: money }: Pick<Format, 'exactMoney'>): Words => {
  const { cashPaymentAmount: cash, cardPaymentAmount: card, usedWalletMoney: wallet, prepaid } = payment
  if (isSome(cash)) {
    if (isSome(wallet)) return { key: 'collect_rest', params: { cash: money(cash), wallet: money(wallet) } }
    return { key: 'collect_all', params: { cash: money(cash) } }
  }
  if (isSome(card) && !prepaid) return { key: 'collect_card', params: { card: money(card) } }
  return { key: 'collect_nothing', params: {} }
}
