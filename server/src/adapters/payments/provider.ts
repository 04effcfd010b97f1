// A payment provider as its adapter declares it. What it says that it does not take, or give back, is refused here for all of them.
import { makeOutage } from '../ports.ts'
import type {
  Charge,
  Money,
  PaymentAdapter,
  PaymentProvider,
  ProviderKey,
  ProviderOptions,
  RefundResult,
  Reversal,
} from '../ports-payments.ts'
import { checkMoney } from './amounts.ts'

/** A charge of which the provider took the money. */
export type PaidCharge = Charge & { providerTxn: string }

export type ListReversals = (charge: PaidCharge) => Promise<readonly Reversal[]>
export type SendRefund = (charge: PaidCharge, amountMinor: bigint, refundId: string) => Promise<RefundResult>

/** `make`: what the adapter does itself, asked only for what its provider can do. */
type Definition = Omit<PaymentProvider, 'make'> & {
  make: (
    options: ProviderOptions,
  ) => Omit<PaymentAdapter, 'listReversals' | 'refund'> & { listReversals?: ListReversals; refund: SendRefund }
}

/** A key that is never shown again, and one that is. */
export const secretKey = (name: string): ProviderKey => ({ name, secret: true })
export const shownKey = (name: string): ProviderKey => ({ name, secret: false })

const isPaid = (charge: Charge): charge is PaidCharge => charge.providerTxn !== null

export const definePaymentProvider = (definition: Definition): PaymentProvider => {
  const { name, currencies, refunds } = definition
  const check = (money: Money) => checkMoney(money, currencies === 'account' ? [money.currency] : currencies)
  const make = (options: ProviderOptions): PaymentAdapter => {
    const { createCheckout, completeEmbed, listReversals, refund, ...rest } = definition.make(options)
    return {
      ...rest,
      createCheckout: async (charge, urls) => {
        check(charge)
        return createCheckout(charge, urls)
      },
      completeEmbed:
        completeEmbed &&
        (async (charge, token) => {
          check(charge)
          return completeEmbed(charge, token)
        }),
      listReversals: listReversals && (async (charge) => (isPaid(charge) ? listReversals(charge) : [])),
      refund: async (charge, amountMinor, refundId) => {
        check({ ...charge, amountMinor })
        if (refunds === 'whole' && amountMinor !== charge.amountMinor)
          throw makeOutage('refused', `${name} is only asked for whole refunds`)
        if (!isPaid(charge)) throw makeOutage('refused', `${name} took no money for this`)
        return refund(charge, amountMinor, refundId)
      },
    }
  }
  return { ...definition, make }
}
