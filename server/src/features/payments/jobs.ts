import type { Jobs } from '../../jobs/queue.ts'
import { pollPayment } from './commands-check.ts'
import { sendRefund } from './commands-refunds.ts'
import { resumeSome } from './commands-resume.ts'
import { watchPayment } from './commands-reversals.ts'

export const jobs: Jobs = {
  'payments.check': (deps, { paymentId }) => pollPayment(deps, paymentId),
  'payments.watch': (deps, { paymentId }) => watchPayment(deps, paymentId),
  'payments.resume': (deps, resume) => resumeSome(deps, resume),
  'payments.refund': (deps, { refundId, again }) => sendRefund(deps, refundId, again),
}
