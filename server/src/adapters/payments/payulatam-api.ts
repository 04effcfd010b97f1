// PayU's two services: reports, which find the orders by our own reference, and payments, which give money back.
import { makeOutage } from '../ports.ts'
import type { Charge, Outcome, ProviderOptions, RefundResult, Reversal, TakenPayment } from '../ports.ts'
import { makeOutcome, readDecimal, readMoney } from './amounts.ts'
import type { PaidCharge } from './provider.ts'
import { askProviderJson } from './request.ts'

const apiOf = { sandbox: 'https://sandbox.api.payulatam.com', live: 'https://api.payulatam.com' }

type Value = { value?: unknown; currency?: unknown } | null
type Transaction = {
  id?: unknown
  type?: unknown
  additionalValues?: { TX_VALUE?: Value } | null
  extraParameters?: { MANUAL_REFUND?: unknown } | null
  transactionResponse?: { state?: unknown } | null
}
type Order = {
  id?: unknown
  accountId?: unknown
  status?: unknown
  referenceCode?: unknown
  isTest?: unknown
  transactions?: Transaction[] | null
  additionalValues?: { TX_VALUE?: Value } | null
}
type Answer = {
  code?: unknown
  result?: { payload?: unknown } | null
  transactionResponse?: { state?: unknown; transactionId?: unknown } | null
}

const stateOf = ({ transactionResponse }: Transaction): unknown => transactionResponse?.state
const isSale = ({ type }: Transaction): boolean => type === 'AUTHORIZATION_AND_CAPTURE' || type === 'CAPTURE'
const isRefund = ({ type }: Transaction): boolean => type === 'REFUND' || type === 'PARTIAL_REFUND'

const makeCaller =
  ({ keys, mode, origin }: ProviderOptions) =>
  async (service: 'reports' | 'payments', command: object): Promise<Answer> => {
    const merchant = { apiLogin: keys['apiLogin'] ?? '', apiKey: keys['apiKey'] ?? '' }
    const { json } = await askProviderJson({
      url: `${origin ?? apiOf[mode]}/${service}-api/4.0/service.cgi`,
      body: { test: mode === 'sandbox', language: 'en', merchant, ...command },
    })
    const answer = json as Answer | null
    // its errors are texts only, and a refund that comes too early is one: not for good
    if (answer?.code !== 'SUCCESS') throw makeOutage('unavailable', 'PayU did not take the question')
    return answer
  }

const listOf = (payload: unknown): Order[] => {
  if (Array.isArray(payload)) return payload as Order[]
  return typeof payload === 'object' && payload !== null ? [payload as Order] : []
}

/** The orders of this reference that are of this account and mode. */
const ordersOf = (answer: Answer, charge: Charge, { keys, mode }: ProviderOptions): Order[] =>
  listOf(answer.result?.payload).filter(
    ({ referenceCode, accountId, isTest }) =>
      referenceCode === charge.id && String(accountId) === keys['accountId'] && (isTest !== true || mode === 'sandbox'),
  )

/** How an unpaid order stands, by its sales: one that waits counts more than those that failed. */
const unpaidState = (states: readonly unknown[]): Outcome['state'] => {
  const isOver = states.length > 0 && states.every((state) => ['DECLINED', 'ERROR', 'EXPIRED'].includes(String(state)))
  if (!isOver) return 'pending'
  return states.includes('EXPIRED') ? 'expired' : 'failed'
}

const txnOf = (order: Order, sale: Transaction): string => `${String(order.id)}/${String(sale.id)}`

const isFinal = ({ extraParameters }: Transaction): boolean => String(extraParameters?.MANUAL_REFUND).toUpperCase() === 'TRUE'

/** What became of refunds that were asked for before; null: none was. A refusal counts only when PayU's people made it. */
const earlierRefund = ({ status, transactions }: Order): RefundResult['state'] | null => {
  const refunds = (transactions ?? []).filter(isRefund)
  if (status === 'REFUNDED' || refunds.some((refund) => stateOf(refund) === 'APPROVED')) return 'done'
  if (refunds.some((refund) => isFinal(refund) && stateOf(refund) === 'DECLINED')) return 'failed'
  return refunds.length > 0 ? 'pending' : null
}

const takenOf = (order: Order, sale: Transaction): TakenPayment => {
  const { value, currency } = sale.additionalValues?.TX_VALUE ?? order.additionalValues?.TX_VALUE ?? {}
  const money = readMoney(value, String(currency))
  if (money === null) throw makeOutage('unavailable', 'PayU answered no amount')
  return { ...money, providerTxn: txnOf(order, sale) }
}

/** An order that has its money, of which nothing was asked back. */
const isWhole = (order: Order): boolean => order.status === 'CAPTURED' && earlierRefund(order) === null

/** The page can be paid more than once, each time as another order: the money that was counted stays the one that is spoken of. */
const outcomeOf = (orders: readonly Order[], charge: Charge): Outcome => {
  const sales = orders.flatMap((order) => (order.transactions ?? []).filter(isSale).map((sale) => ({ order, sale })))
  const paid = sales.filter(({ sale }) => stateOf(sale) === 'APPROVED')
  const counted =
    paid.find(({ order, sale }) => txnOf(order, sale) === charge.providerTxn) ??
    paid.find(({ order }) => isWhole(order)) ??
    paid[0]
  if (!counted) return makeOutcome(charge, unpaidState(sales.map(({ sale }) => stateOf(sale))))
  const others = paid.filter(({ order }) => order !== counted.order && order.status !== 'REFUNDED')
  const taken = others.filter(({ order }) => isWhole(order)).map(({ order, sale }) => takenOf(order, sale))
  const unclear = others.filter(({ order }) => !isWhole(order)).map(({ order, sale }) => txnOf(order, sale))
  return {
    state: 'paid',
    ...takenOf(counted.order, counted.sale),
    ...(taken.length > 0 ? { taken } : {}),
    ...(unclear.length > 0 ? { unclear } : {}),
  }
}

const refundState = (state: unknown): RefundResult['state'] => {
  if (state === 'APPROVED') return 'done'
  return state === 'DECLINED' || state === 'ERROR' ? 'failed' : 'pending'
}

const readRefund = (refund: Transaction, charge: Charge): Reversal => {
  const { value, currency } = refund.additionalValues?.TX_VALUE ?? {}
  const code = typeof currency === 'string' ? currency : charge.currency
  const state = refundState(stateOf(refund))
  const amountMinor = readDecimal(value, code) ?? charge.amountMinor
  return { kind: 'refund', ref: String(refund.id), amountMinor, currency: code, state, reason: '', dueAt: null }
}

export const makePayuApi = (options: ProviderOptions) => {
  const call = makeCaller(options)
  const findOrders = async (charge: Charge): Promise<Order[]> => {
    const details = { referenceCode: charge.id }
    return ordersOf(await call('reports', { command: 'ORDER_DETAIL_BY_REFERENCE_CODE', details }), charge, options)
  }
  return {
    fetchStatus: async (charge: Charge): Promise<Outcome> => outcomeOf(await findOrders(charge), charge),
    /** its refunds, which repeat no name of ours */
    listReversals: async (charge: PaidCharge): Promise<Reversal[]> => {
      const [id] = charge.providerTxn.split('/')
      const order = (await findOrders(charge)).find((one) => String(one.id) === id)
      return (order?.transactions ?? []).filter(isRefund).map((refund) => readRefund(refund, charge))
    },
    /**
     * NOTE: while its people look at a first request, the order does not show it, and a second one is sent; that PayU gives
     * an order's whole amount back only once was not tried live.
     */
    refund: async (charge: PaidCharge, refundId: string): Promise<RefundResult> => {
      const [id, parentTransactionId] = charge.providerTxn.split('/')
      const order = (await findOrders(charge)).find((order) => String(order.id) === id)
      if (!order) throw makeOutage('refused', 'PayU does not know this order')
      const earlier = earlierRefund(order)
      if (earlier !== null) return { ref: refundId, state: earlier }
      const transaction = { order: { id }, type: 'REFUND', reason: `Refund ${refundId}`, parentTransactionId }
      const { transactionResponse } = await call('payments', { command: 'SUBMIT_TRANSACTION', transaction })
      return { ref: refundId, state: refundState(transactionResponse?.state) }
    },
  }
}
