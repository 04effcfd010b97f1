// What became of a payment, in words for whoever paid: by its state, what it was for, and where the money went.
import type { Payment } from '@wayfare/contract/payments'

type PaymentWords = { title: string; text: string }

const states: Record<Exclude<Payment['status'], 'paid'>, PaymentWords> = {
  open: { title: 'payment_open_title', text: 'payment_open_text' },
  failed: { title: 'payment_failed_title', text: 'payment_failed_text' },
  expired: { title: 'payment_expired_title', text: 'payment_expired_text' },
}

export const describePayment = ({
  status,
  purpose,
  settledAs,
}: Pick<Payment, 'status' | 'purpose' | 'settledAs'>): PaymentWords => {
  if (status !== 'paid') return states[status]
  if (purpose === 'topUp') return { title: 'pay_done', text: 'payment_topped_up' }
  if (purpose === 'tip' && settledAs === 'booking') return { title: 'pay_done', text: 'payment_tipped' }
  return settledAs === 'wallet'
    ? { title: 'payment_to_wallet_title', text: 'payment_to_wallet_text' }
    : { title: 'pay_done', text: 'payment_paid_text' }
}
