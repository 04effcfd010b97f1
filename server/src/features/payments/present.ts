// A payment as the payer and the desk see it, and as the provider receives it.
import type { Checkout, Payment } from '@wayfare/contract/payments'
import type { AdminPayment } from '@wayfare/contract/payments-admin'
import { isInternalEmail } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { findFirstPaymentId } from '@wayfare/core/payments'
import { isProviderName, type ProviderName } from '@wayfare/core/providers'
import type { Checkout as ProviderCheckout } from '../../adapters/ports-payments.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'

export type PaymentRow = TableRow<'payment'>

export const presentProvider = (name: string): ProviderName => {
  if (!isProviderName(name)) throw new Error(`${name} is no payment provider`)
  return name
}

export const presentPayment = (row: PaymentRow): Payment => ({
  id: asId(row.id),
  purpose: row.purpose,
  bookingId: row.bookingId,
  provider: presentProvider(row.provider),
  mode: row.mode,
  amount: toDecimal(row.amountMinor, row.currency),
  currency: row.currency,
  status: row.status,
  settledAs: row.settledAs,
  refunded: toDecimal(row.refundedMinor, row.currency),
  createdAt: row.createdAt.getTime(),
  settledAt: row.settledAt?.getTime() ?? null,
})

export const presentAdminPayment = (
  row: PaymentRow & { userName: string; refundFailed: boolean; refundLate: boolean },
): AdminPayment =>
  Object.assign(presentPayment(row), {
    userId: row.userId,
    userName: row.userName,
    providerRef: row.providerRef,
    providerTxn: row.providerTxn,
    problem: row.problem,
    refundFailed: row.refundFailed,
    refundLate: row.refundLate,
    disputed: toDecimal(row.disputedMinor, row.currency),
    dispute: row.dispute,
    checks: row.checks,
    nextCheckAt: row.nextCheckAt?.getTime() ?? null,
  })

/** The web page of a payment: its state, and where the money went. */
export const makePaymentPath = (paymentId: string): string => `/payments/${paymentId}`

/** Our page with the provider's card fields. */
const embedPageOf = ({ provider, id }: PaymentRow): string => `/pay/${provider}/${id}`

export const presentCheckout = (row: PaymentRow, given: ProviderCheckout): Checkout => {
  if (given.kind === 'redirect') return { kind: 'redirect', url: given.url }
  if (given.kind === 'form')
    return { kind: 'form', action: given.action, fields: given.fields.map(([name, value]) => [name, value]) }
  return { kind: 'embed', page: embedPageOf(row), script: given.script, settings: { ...given.settings } }
}

/** The payer's details from the card form: they fill in the provider's page and decide nothing. */
export type Prefill = Partial<Record<'firstName' | 'lastName' | 'email' | 'mobile', string>>

/** The payment as it is sent to the provider. */
export const makeCharge = async (
  { db, settings }: Deps,
  row: PaymentRow,
  { ip = '', prefill = {} }: { ip?: string; prefill?: Prefill } = {},
) => {
  const payer = await db
    .selectFrom('appUser')
    .select(['firstName', 'lastName', 'email', 'mobile'])
    .where('id', '=', row.userId)
    .executeTakeFirstOrThrow()
  return {
    id: findFirstPaymentId(row.id),
    amountMinor: row.amountMinor,
    currency: row.currency,
    description: `${settings().appName} ${row.bookingId ?? row.id}`,
    payer: {
      id: row.userId,
      firstName: prefill.firstName || payer.firstName,
      lastName: prefill.lastName || payer.lastName,
      email: prefill.email || (isInternalEmail(payer.email) ? '' : payer.email),
      mobile: prefill.mobile || (payer.mobile ?? ''),
      ip,
    },
    providerRef: row.providerRef,
    providerTxn: row.providerTxn,
    paidAt: row.settledAt,
  }
}
