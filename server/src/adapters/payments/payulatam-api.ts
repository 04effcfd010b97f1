// PayU's two services: reports, which find the orders by our own reference, and payments, which give money back.
import { readField, readList, readText } from '../fields.ts'
import { makeOutage } from '../ports.ts'
import type { Charge, Outcome, ProviderOptions, RefundResult, Reversal, TakenPayment } from '../ports-payments.ts'
import { makeOutcome, readDecimal, readMoney } from './amounts.ts'
import type { PaidCharge } from './provider.ts'
import { askProviderJson } from './request.ts'

const apiOf = { sandbox: 'https://sandbox.api.payulatam.com', live: 'https://api.payulatam.com' }

const stateOf = (transaction: unknown): string | null => readText(transaction, 'transactionResponse', 'state')
const hasType = (transaction: unknown, types: readonly string[]): boolean => types.includes(readText(transaction, 'type') ?? '')
const isSale = (transaction: unknown): boolean => hasType(transaction, ['AUTHORIZATION_AND_CAPTURE', 'CAPTURE'])
const isRefund = (transaction: unknown): boolean => hasType(transaction, ['REFUND', 'PARTIAL_REFUND'])
const readId = (value: unknown): string => String(readField(value, 'id'))
const readValue = (value: unknown): unknown => readField(value, 'additionalValues', 'TX_VALUE')

const makeCaller =
  ({ keys, mode, origin }: ProviderOptions) =>
  async (service: 'reports' | 'payments', command: object): Promise<unknown> => {
    const merchant = { apiLogin: keys['apiLogin'] ?? '', apiKey: keys['apiKey'] ?? '' }
    const { json } = await askProviderJson({
      url: `${origin ?? apiOf[mode]}/${service}-api/4.0/service.cgi`,
      body: { test: mode === 'sandbox', language: 'en', merchant, ...command },
    })
    // its errors are texts only, and a refund that comes too early is one: not for good
    if (readText(json, 'code') !== 'SUCCESS') throw makeOutage('unavailable', 'PayU did not take the question')
    return json
  }

/** The orders of this reference that are of this account and mode. */
const ordersOf = (answer: unknown, charge: Charge, { keys, mode }: ProviderOptions): unknown[] => {
  const payload = readField(answer, 'result', 'payload')
  const orders: unknown[] = Array.isArray(payload) ? payload : [payload]
  return orders.filter(
    (order) =>
      readText(order, 'referenceCode') === charge.id &&
      String(readField(order, 'accountId')) === keys['accountId'] &&
      (readField(order, 'isTest') !== true || mode === 'sandbox'),
  )
}

/** How an unpaid order stands, by its sales: one that waits counts more than those that failed. */
const unpaidState = (states: readonly unknown[]): Outcome['state'] => {
  const isOver = states.length > 0 && states.every((state) => ['DECLINED', 'ERROR', 'EXPIRED'].includes(String(state)))
  if (!isOver) return 'pending'
  return states.includes('EXPIRED') ? 'expired' : 'failed'
}

const txnOf = (order: unknown, sale: unknown): string => `${readId(order)}/${readId(sale)}`

const isFinal = (refund: unknown): boolean =>
  String(readField(refund, 'extraParameters', 'MANUAL_REFUND')).toUpperCase() === 'TRUE'

const refundState = (state: string | null): RefundResult['state'] => {
  if (state === 'APPROVED') return 'done'
  return state === 'DECLINED' || state === 'ERROR' ? 'failed' : 'pending'
}

const listRefunds = (order: unknown): unknown[] => readList(order, 'transactions').filter(isRefund)

/** The refund that returned the money if the order says so: PayU may list none as approved. */
const listTold = (order: unknown): unknown[] => {
  const refunds = listRefunds(order)
  const isUnclear = readText(order, 'status') === 'REFUNDED' && refunds.every((refund) => stateOf(refund) !== 'APPROVED')
  return isUnclear ? refunds.filter((refund) => refundState(stateOf(refund)) !== 'failed') : refunds
}

/** What became of refunds that were asked for before; null: none was. A refusal counts only when PayU's people made it. */
const earlierRefund = (order: unknown): RefundResult['state'] | null => {
  const refunds = listRefunds(order)
  if (readText(order, 'status') === 'REFUNDED' || refunds.some((refund) => stateOf(refund) === 'APPROVED')) return 'done'
  if (refunds.some((refund) => isFinal(refund) && stateOf(refund) === 'DECLINED')) return 'failed'
  return refunds.length > 0 ? 'pending' : null
}

const takenOf = (order: unknown, sale: unknown): TakenPayment => {
  const value = readValue(sale) ?? readValue(order)
  const money = readMoney(readField(value, 'value'), String(readField(value, 'currency')))
  if (money === null) throw makeOutage('unavailable', 'PayU answered no amount')
  return { ...money, providerTxn: txnOf(order, sale) }
}

/** An order that has its money, of which nothing was asked back. */
const isWhole = (order: unknown): boolean => readText(order, 'status') === 'CAPTURED' && earlierRefund(order) === null

/**
 * The page can be paid more than once, each time as another order: the money that was counted stays the one that is spoken of.
 */
const outcomeOf = (orders: readonly unknown[], charge: Charge): Outcome => {
  const sales = orders.flatMap((order) =>
    readList(order, 'transactions')
      .filter(isSale)
      .map((sale) => ({ order, sale })),
  )
  const paid = sales.filter(({ sale }) => stateOf(sale) === 'APPROVED')
  const counted =
    paid.find(({ order, sale }) => txnOf(order, sale) === charge.providerTxn) ??
    paid.find(({ order }) => isWhole(order)) ??
    paid[0]
  if (!counted) return makeOutcome(charge, unpaidState(sales.map(({ sale }) => stateOf(sale))))
  const others = paid.filter(({ order }) => order !== counted.order && readText(order, 'status') !== 'REFUNDED')
  const taken = others.filter(({ order }) => isWhole(order)).map(({ order, sale }) => takenOf(order, sale))
  const unclear = others.filter(({ order }) => !isWhole(order)).map(({ order, sale }) => txnOf(order, sale))
  return {
    state: 'paid',
    ...takenOf(counted.order, counted.sale),
    taken: taken.length > 0 ? taken : undefined,
    unclear: unclear.length > 0 ? unclear : undefined,
  }
}

const readRefund = (refund: unknown, charge: Charge): Reversal => {
  const value = readValue(refund)
  const currency = readText(value, 'currency') ?? charge.currency
  const amountMinor = readDecimal(readField(value, 'value'), currency) ?? charge.amountMinor
  const state = refundState(stateOf(refund))
  return { kind: 'refund', ref: readId(refund), amountMinor, currency, state, reason: '', dueAt: null }
}

export const makePayuApi = (options: ProviderOptions) => {
  const call = makeCaller(options)
  const findOrders = async (charge: Charge): Promise<unknown[]> => {
    const details = { referenceCode: charge.id }
    return ordersOf(await call('reports', { command: 'ORDER_DETAIL_BY_REFERENCE_CODE', details }), charge, options)
  }
  return {
    fetchStatus: async (charge: Charge): Promise<Outcome> => outcomeOf(await findOrders(charge), charge),
    /** its refunds, which repeat no name of ours */
    listReversals: async (charge: PaidCharge): Promise<Reversal[]> => {
      const [id] = charge.providerTxn.split('/')
      const order = (await findOrders(charge)).find((one) => readId(one) === id)
      return listTold(order).map((refund) => readRefund(refund, charge))
    },
    /**
     * NOTE: while its people look at a first request, the order does not show it, and a second one is sent; that PayU gives
     * an order's whole amount back only once was not tried live.
     */
    refund: async (charge: PaidCharge, refundId: string): Promise<RefundResult> => {
      const [id, parentTransactionId] = charge.providerTxn.split('/')
      const order = (await findOrders(charge)).find((one) => readId(one) === id)
      if (!order) throw makeOutage('refused', 'PayU does not know this order')
      const earlier = earlierRefund(order)
      if (earlier !== null) return { ref: refundId, state: earlier }
      const transaction = { order: { id }, type: 'REFUND', reason: `Refund ${refundId}`, parentTransactionId }
      return {
        ref: refundId,
        state: refundState(stateOf(await call('payments', { command: 'SUBMIT_TRANSACTION', transaction }))),
      }
    },
  }
}
