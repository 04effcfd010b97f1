import type { Jobs } from '../../jobs/queue.ts'
import { pollPayment } from './commands-check.ts'
import { sendRefund } from './commands-refunds.ts'

export const jobs: Jobs = {
  'payments.check': (deps, { paymentId }) => pollPayment(deps, paymentId),
  'payments.refund': (deps, { refundId }) => sendRefund(deps, refundId),
}
