// What Paytm tells of refunds and chargebacks: JSON signed like the answers of its API. It cannot be asked what there is of either.
import { parseJson, readField, readText } from '../fields.ts'
import type { PaymentNotice, ProviderOptions, Reversal } from '../ports-payments.ts'
import { readDecimal } from './amounts.ts'
import { isChecksumOf } from './paytm-checksum.ts'

const currency = 'INR'

// those of docs "chargeback-peon" and "disputes"; while one goes on Paytm keeps the money
const disputeStates: Readonly<Record<string, Reversal['state']>> = {
  WON: 'won',
  CLOSED_WON: 'won',
  LOST: 'lost',
  ACCEPTED: 'lost',
  EXPIRED: 'lost',
  CLOSED_LOST: 'lost',
}

/** Its days end in India. */
const dueOf = (text: string | null): Date | null => {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(text ?? '') ?? []
  return day && time ? new Date(`${day}T${time}+05:30`) : null
}

const readDispute = (body: unknown): Reversal | null => {
  const [ref, amountMinor] = [readText(body, 'disputeId'), readDecimal(readField(body, 'disputeAmount'), currency)]
  if (ref === null || amountMinor === null) return null
  const state = disputeStates[readText(body, 'disputeStatus')?.toUpperCase() ?? ''] ?? 'open'
  const reason = readText(body, 'disputeType') ?? readText(body, 'message') ?? ''
  return {
    kind: 'dispute',
    ref,
    amountMinor,
    currency,
    state,
    reason,
    dueAt: state === 'open' ? dueOf(readText(body, 'disputeDueDate')) : null,
  }
}

/** Paytm tells of a refund when it has taken the money for it, and again when the bank has it. */
const readRefund = (body: unknown): Reversal | null => {
  const [ref, amountMinor] = [readText(body, 'refundId'), readDecimal(readField(body, 'refundAmount'), currency)]
  if (ref === null || amountMinor === null) return null
  const isFailed = readText(body, 'status') === 'TXN_FAILURE'
  const isDone = readText(body, 'userCreditInitiateTimestamp') !== null
  const state = isFailed ? 'failed' : isDone ? 'done' : 'pending'
  return { kind: 'refund', ref, refundId: readText(body, 'refId'), amountMinor, currency, state, reason: '', dueAt: null }
}

/** The text of `body` as it stands in the notice: of these very characters the signature is. */
const bodyTextOf = (raw: string): string | null => {
  const start = /"body"\s*:\s*/.exec(raw)
  if (!start) return null
  const from = start.index + start[0].length
  // the head may stand before it or behind it
  for (let to = raw.lastIndexOf('}'); to > from; to = raw.lastIndexOf('}', to - 1)) {
    const text = raw.slice(from, to + 1)
    if (parseJson(text) !== null) return text
  }
  return null
}

type Keys = ProviderOptions['keys']

/** What it is about; null unless it has the checksum of this merchant. */
const readSigned = (raw: Buffer, { merchantId, merchantKey = '' }: Keys): unknown => {
  const notice = parseJson(raw.toString())
  const [body, signature] = [readField(notice, 'body'), readText(notice, 'head', 'signature') ?? '']
  const texts = [bodyTextOf(raw.toString('utf8')) ?? '', JSON.stringify(body ?? '')]
  const isSigned = texts.some((text) => isChecksumOf(text, merchantKey, signature))
  return isSigned && readText(body, 'mid') === merchantId ? body : null
}

/** Null unless it is such a notice; one about anything else is nobody's. */
export const readJsonNotice = (raw: Buffer, keys: Keys): PaymentNotice | null => {
  const body = readSigned(raw, keys)
  if (body === null) return null
  const reversal = readDispute(body) ?? readRefund(body)
  if (reversal === null) return { eventId: 'another', paymentId: null, providerRef: null, confirmed: null }
  const { kind, ref, state, amountMinor } = reversal
  return {
    eventId: `${kind}-${ref}-${state}`,
    type: kind,
    amount: { amountMinor, currency },
    paymentId: readText(body, 'orderId'),
    providerRef: null,
    providerTxn: readText(body, 'txnId') ?? readText(body, 'transactionId'),
    reversals: [reversal],
    confirmed: null,
  }
}
