// PayPal's orders, captures, refunds and disputes, in the shape of its published examples (developer.paypal.com/docs/api).
import type { Notices } from './notices.ts'

export type Amount = { currency_code: string; value: string }
export type Unit = { custom_id?: string; invoice_id?: string; description?: string; amount: Amount }
export type Asking = {
  intent: string
  purchase_units: [Unit]
  payment_source: { paypal: { experience_context: { return_url: string; cancel_url: string } } }
}

export type Order = {
  id: string
  asking: Asking
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
  /** the card behind the account has no money */
  isDeclined: boolean
  capture: { id: string; status: string } | null
}

export type PaypalRefund = { id: string; captureId: string; value: string; status: string; customId: string | null }
export type Dispute = {
  dispute_id: string
  disputed_transactions: [{ seller_transaction_id: string } & Record<string, unknown>]
} & Record<string, unknown>

/** What the stub shows of itself. */
type Shown = { notices: Notices; refunds: readonly PaypalRefund[]; origin: string }

const amountOf = ({ notices }: Shown, { asking }: Order): Amount => {
  const { amount, currency } = notices.tricks()
  const asked = asking.purchase_units[0].amount
  return { currency_code: currency ?? asked.currency_code, value: amount ?? asked.value }
}

export const captureJson = (world: Shown, order: Order): object => ({
  id: order.capture?.id,
  status: order.capture?.status,
  amount: amountOf(world, order),
  custom_id: order.asking.purchase_units[0].custom_id,
  invoice_id: order.asking.purchase_units[0].invoice_id,
  final_capture: true,
  supplementary_data: { related_ids: { order_id: order.id } },
})

export const refundJson = (world: Shown, order: Order, { id, captureId, value, status, customId }: PaypalRefund): object => ({
  id,
  status,
  amount: { currency_code: amountOf(world, order).currency_code, value },
  ...(customId === null ? {} : { custom_id: customId }),
  invoice_id: order.asking.purchase_units[0].invoice_id,
  links: [
    { href: `https://api.sandbox.paypal.com/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
    { href: `https://api.sandbox.paypal.com/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
  ],
})

export const orderJson = (world: Shown, order: Order): object => {
  const { id, status, asking, capture } = order
  const given = world.refunds.filter(({ captureId }) => captureId === capture?.id).map((one) => refundJson(world, order, one))
  const refunds = given.length > 0 ? { refunds: given } : {}
  const payments = capture ? { payments: { captures: [captureJson(world, order)], ...refunds } } : {}
  const self = { href: `${world.origin}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' }
  const action = { href: `${world.origin}/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' }
  const unit = { reference_id: 'default', ...asking.purchase_units[0], amount: amountOf(world, order), ...payments }
  return {
    id,
    intent: 'CAPTURE',
    status,
    purchase_units: [unit],
    links: status === 'PAYER_ACTION_REQUIRED' ? [self, action] : [self],
  }
}
