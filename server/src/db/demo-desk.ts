// What the desk of the demo did in its two months: it paid drivers out, brought money to the bank, gave money back, answered claims and
// wrote notes. Each deed has its entry in the audit log.
import {
  depositPosting,
  withdrawEndPosting,
  withdrawPaidPosting,
  withdrawPosting,
  type LedgerAccount,
  type Posting,
} from '@wayfare/core/ledger'
import { refundOutPosting } from '@wayfare/core/ledger-cards'
import { toDecimal } from '@wayfare/core/money'
import { formatPersonName } from '@wayfare/core/accounts'
import type { Person } from './demo-booking.ts'
import { dayMs, hourMs, minuteMs } from './demo-calendar.ts'
import { planClaims, planTalk, writeDeed } from './demo-deeds.ts'
import type { PastPosting } from './demo-past.ts'
import type { Tools } from './demo-trip.ts'

const keyOf = (account: LedgerAccount): string => `${account.kind}:${'owner' in account ? account.owner : ''}`

/** Balances as they were at a moment: moments are asked for in order. */
const makeReader = (postings: readonly PastPosting[]) => {
  const inOrder = postings.toSorted((a, b) => a.at - b.at)
  const balances = new Map<string, bigint>()
  let read = 0
  const take = ({ legs }: Posting): void => {
    for (const { account, amount } of legs) balances.set(keyOf(account), (balances.get(keyOf(account)) ?? 0n) + amount)
  }
  return {
    take,
    at: (moment: number) => {
      for (let next = inOrder[read]; next && next.at <= moment; next = inOrder[++read]) take(next.posting)
      return (key: string): bigint => balances.get(key) ?? 0n
    },
  }
}

/** As people say it: whole hundreds of the smallest unit that is shown, and of those the first two digits. */
const roundDown = (amount: bigint): bigint => {
  const unit = 10n ** BigInt(Math.max(2, String(amount).length - 2))
  return (amount / unit) * unit
}

type Bank = { read: ReturnType<typeof makeReader>; tools: Tools }

/** What becomes of a request: most are paid out a day later, a few are not, and the newest still wait. */
const endWithdraw = ({ tools: { past, dice, ground } }: Bank, at: number) => {
  const paidAt = at + dice.between(5, 28) * hourMs
  const isPaid = paidAt < ground.endsAt && dice.fraction() < 0.96
  const endedAt = isPaid ? paidAt + 2 * dayMs : paidAt
  const ends = dice.fraction() < (isPaid ? 0.03 : 0.8) && endedAt < ground.endsAt
  return {
    paidAt,
    isPaid,
    endedAt,
    endedAs: ends ? (isPaid ? ('returned' as const) : ('declined' as const)) : null,
    id: past.newId(),
  }
}

const withdraw = (bank: Bank, driver: Person, at: number, amount: bigint): void => {
  const { tools, read } = bank
  const { past, ground } = tools
  const currency = ground.settings.code
  const { id, paidAt, isPaid, endedAt, endedAs } = endWithdraw(bank, at)
  const money = { id, owner: driver.id, amount }
  const reason = endedAs === 'returned' ? 'The account is closed' : 'The account number is not complete'
  past.add(at, 'withdraw', {
    id,
    userId: driver.id,
    name: formatPersonName(driver),
    amountMinor: amount,
    currency,
    bankName: driver.bankName,
    bankCode: driver.bankCode,
    bankAccount: driver.bankAccount,
    createdAt: new Date(at),
    ...(isPaid ? { processed: true, processedAt: new Date(paidAt), processedBy: ground.admin.id } : {}),
    ...(endedAs ? { endedAs, endedAt: new Date(endedAt), endedBy: ground.admin.id, endReason: reason } : {}),
  })
  const facts = { user: driver.id, amount: toDecimal(amount, currency), currency }
  const post = (moment: number, posting: Posting) => {
    past.post(moment, [posting])
    // what leaves later is gone for the next request, and what comes back is asked for anew
    read.take(posting)
  }
  post(at, withdrawPosting(money))
  if (isPaid) {
    post(paidAt, withdrawPaidPosting(id, amount))
    writeDeed(tools, paidAt, { action: 'wallet.completeWithdraw', kind: 'withdraw', id, after: { processed: true, ...facts } })
  }
  if (endedAs === null) return
  past.post(endedAt, [withdrawEndPosting(money, endedAs)])
  writeDeed(tools, endedAt, { action: 'wallet.endWithdraw', kind: 'withdraw', id, after: { state: endedAs, ...facts } })
}

/** What the payment provider owed, less its fee, and now and then the cash box. */
const bringToBank = ({ tools, read }: Bank, at: number, source: 'provider' | 'cashbox'): void => {
  const { past, ground } = tools
  const currency = ground.settings.code
  const amount = -read.at(at)(source === 'provider' ? 'cards:' : 'cashbox:')
  if (amount <= 0n) return
  const id = past.newId()
  const fee = source === 'provider' ? amount / 70n : 0n
  const money = { id, source, amount, fee }
  const note = source === 'provider' ? 'Weekly payout' : 'Cash box'
  const from = { source, provider: source === 'provider' ? 'test' : null, note, currency }
  past.add(at, 'bankDeposit', {
    ...from,
    id: id as never,
    amountMinor: amount,
    feeMinor: fee,
    createdBy: ground.admin.id,
    createdAt: new Date(at),
  })
  past.post(at, [depositPosting(money)])
  read.take(depositPosting(money))
  const after = { ...from, amount: toDecimal(amount, currency), fee: toDecimal(fee, currency) }
  writeDeed(tools, at, { action: 'wallet.recordDeposit', kind: 'books', id, after })
}

/** Once a week drivers have themselves paid out, and the money of cards reaches the bank. */
const planWeeks = (tools: Tools): void => {
  const { ground, past, dice } = tools
  const bank: Bank = { tools, read: makeReader(past.postings) }
  const least = (ground.carTypes[0]?.minFareMinor ?? 10_000n) * 4n
  const firstWeek = ground.endsAt - 8 * 7 * dayMs - 9 * hourMs
  for (let at = firstWeek; at < ground.endsAt; at += 7 * dayMs) {
    bringToBank(bank, at, 'provider')
    bringToBank(bank, at + hourMs / 2, 'cashbox')
    for (const driver of ground.drivers) {
      const moment = at + 31 * minuteMs + dice.between(0, 20 * minuteMs)
      const owned = bank.read.at(at + 30 * minuteMs)(`wallet:${driver.id}`)
      if (owned > least && dice.fraction() < 0.7) withdraw(bank, driver, moment, roundDown((owned * 3n) / 5n))
    }
  }
}

type Payment = { id: string; userId: Person['id']; bookingId: string; amountMinor: bigint; at: number }

/** Half of what a ride cost goes back where something went wrong: into the wallet, or to the card. */
const giveBack = (tools: Tools, payment: Payment): void => {
  const { past, ground, dice } = tools
  const at = payment.at + dice.between(2, 30) * hourMs
  if (at > ground.endsAt) return
  const currency = ground.settings.code
  const [id, target] = [past.newId(), dice.fraction() < 0.5 ? ('wallet' as const) : ('provider' as const)]
  const amount = roundDown(payment.amountMinor / 2n)
  const reason = dice.pick(['The car came late', 'Another way than agreed', 'A bag was damaged']) ?? ''
  past.add(at, 'refund', {
    id,
    paymentId: payment.id,
    amountMinor: amount,
    currency,
    target,
    source: 'refunds',
    reason,
    state: 'done',
    createdBy: ground.admin.id,
    createdAt: new Date(at),
    settledAt: new Date(at),
  })
  const money = { id, owner: payment.userId, amount, booking: payment.bookingId, source: 'refunds' as const, target, tries: 1 }
  past.post(at, [refundOutPosting(money)])
  const after = { amount: toDecimal(amount, currency), currency, target, booking: payment.bookingId }
  writeDeed(tools, at, { action: 'payments.refund', kind: 'payment', id: payment.id, after })
}

const planRefunds = (tools: Tools): void => {
  const { past, dice } = tools
  for (const { table, row } of past.rows.slice()) {
    if (table !== 'payment' || row.purpose !== 'booking' || !row.bookingId || row.status !== 'paid') continue
    if (dice.fraction() < 0.02) {
      const { id, userId, bookingId, amountMinor, settledAt } = row
      giveBack(tools, { id, userId: userId as Person['id'], bookingId, amountMinor, at: Number(settledAt) })
    }
  }
}

const notes = [
  'The rider asks for a child seat.',
  'Called back: all is well.',
  'Wheelchair: a van next time.',
  'Forgot an umbrella.',
]

/** Phone orders, cancellations and a note here and there, as the desk's log has them. */
const planNotes = (tools: Tools): void => {
  const { past, dice, ground } = tools
  for (const { table, row, at } of past.rows.slice()) {
    if (table !== 'booking') continue
    const deed = { kind: 'booking' as const, id: row.id }
    if (row.bookingTypeAdmin) {
      const after = { customer: row.customerId, category: row.category, paymentMode: row.paymentMode }
      writeDeed(tools, at, { ...deed, action: 'bookings.create', after })
    }
    if (row.cancelledBy === 'admin')
      writeDeed(tools, Number(row.cancelledAt), { ...deed, action: 'bookings.cancel', after: { reason: row.reason } })
    if (dice.fraction() >= 0.012) continue
    const id = past.newId()
    const text = dice.pick(notes) ?? ''
    const moment = Math.min(at + 20 * minuteMs, ground.endsAt)
    past.add(moment, 'bookingNote', { id, bookingId: row.id, authorId: ground.admin.id, text, at: new Date(moment) })
    writeDeed(tools, moment, { ...deed, action: 'bookings.addNote', after: { note: id } })
  }
}

export const planDesk = (tools: Tools): void => {
  planRefunds(tools)
  planNotes(tools)
  planClaims(tools)
  planTalk(tools)
  planWeeks(tools)
}
