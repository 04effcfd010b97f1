// Claims for fares beyond the promised one: opened at the drop, decided once by the desk or lapsed, paid once by the rider.
// Everything happens under the booking's lock and independently of its status.
import type { decideClaim as decideEndpoint, payClaim as payEndpoint } from '@wayfare/contract/bookings-desk'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { system, type Actor, type UserActor } from '@wayfare/core/accounts'
import { isPaid } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { DomainEvent } from '@wayfare/core/events'
import { claimPayable } from '@wayfare/core/fare-claim'
import type { BookingId } from '@wayfare/core/ids'
import { claimPostings } from '@wayfare/core/ledger'
import { toDecimal } from '@wayfare/core/money'
import { can } from '@wayfare/core/permissions'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { checkUnlocked } from '../../lock.ts'
import { countClaim } from '../reports/commands.ts'
import { writePostings } from '../wallet/post.ts'
import { findBalance } from '../accounts/queries.ts'
import { writeChange } from './commands-changes.ts'
import { presentClaimMoney, readBookingFacts, type BookingRow } from './present.ts'
import { getBooking } from './queries.ts'
import { listAudience, lockBooking, publishChange, writeBooking, type BookingPatch } from './transition.ts'

type Moved = Extract<DomainEvent, { type: 'FareClaimMoved' }>['to']

const kinds = {
  open: 'claimOpened',
  granted: 'claimGranted',
  refused: 'claimRefused',
  lapsed: 'claimLapsed',
  paid: 'claimPaid',
} as const satisfies Record<Moved, string>

const payableText = (row: BookingRow): string => toDecimal(claimPayable(presentClaimMoney(row)), row.currency)

/** Records the claim's new state in the booking's history and publishes it. */
const note = async (tx: Tx, actor: Actor, row: BookingRow, to: Moved): Promise<void> => {
  const bookingId = row.id
  await writeChange(tx, actor, { bookingId, kind: kinds[to], toValue: payableText(row) })
  await emitEvent(tx, { type: 'FareClaimMoved', bookingId, to, audience: listAudience(row, []) })
}

const writeClaim = async (tx: Tx, actor: Actor, row: BookingRow, { patch, to }: { patch: BookingPatch; to: Moved }) => {
  const written = await writeBooking(tx, row, patch)
  await note(tx, actor, written, to)
  await publishChange(tx, written)
  return written
}

const planLapse = (tx: Tx, { id, claimLapsesAt }: BookingRow): Promise<void> =>
  enqueueJob(tx, 'bookings.lapseClaim', { bookingId: id }, { jobKey: `claim:${id}`, runAt: claimLapsesAt ?? undefined })

/** After the drop has opened a claim: notifies rider and driver, alerts the desk, and schedules its lapse. */
export const announceClaim = async (tx: Tx, row: BookingRow): Promise<void> => {
  if (row.claimState !== 'open') return
  await planLapse(tx, row)
  await note(tx, system, row, 'open')
}

type Paying = { by: 'wallet' | 'card'; gateway?: string }

/** Books driver's share and platform fee of a granted claim. The caller holds the lock and has checked that it is owed. */
export const settleClaim = async (
  tx: Tx,
  deps: Deps,
  { actor, row }: { actor: Actor; row: BookingRow },
  { by, gateway }: Paying,
): Promise<void> => {
  if (row.driverId === null) throw new Error(`the claim of booking ${row.id} has no driver`)
  const trip = { id: row.id, customer: row.customerId, driver: row.driverId }
  await writePostings(tx, row.currency, claimPostings({ ...trip, ...presentClaimMoney(row), by }))
  const paid = { claimPaidAt: deps.now(), claimPaidBy: by, gateway: row.gateway ?? gateway ?? null }
  await writeClaim(tx, actor, row, { patch: paid, to: 'paid' })
  await countClaim(tx, deps, trip.id)
}

/** Pays the claim at once if the trip was paid from a wallet that holds enough, or if the rider has nothing to pay. */
const payAtOnce = async (tx: Tx, deps: Deps, actor: Actor, row: BookingRow): Promise<void> => {
  const payable = claimPayable(presentClaimMoney(row))
  if (!isPaid(row.status) || (payable > 0n && row.paymentMode !== 'wallet' && row.usedWalletMoneyMinor === 0n)) return
  const balance = payable === 0n ? 0n : await findBalance(tx, row.customerId, row.currency)
  if (balance >= payable) await settleClaim(tx, deps, { actor, row }, { by: 'wallet' })
}

/** Grants or refuses a claim. Only the first decision counts; a late one changes nothing. */
export const decideClaim = (deps: Deps, actor: UserActor, { id, grant, reason }: ParsedInputOf<typeof decideEndpoint>) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    if (reason === '') throw new Refusal('proper_claim_reason')
    const row = await lockBooking(tx, id)
    if (row.claimState === null) throw new Refusal('wrong_step')
    const isLate = row.claimLapsesAt !== null && row.claimLapsesAt <= deps.now()
    if (row.claimState !== 'open' || isLate) throw new Refusal('claim_decided')
    const to = grant ? 'granted' : 'refused'
    const patch = { claimState: to, claimDecidedAt: deps.now(), claimReason: reason } as const
    const decided = await writeClaim(tx, actor, row, { patch, to })
    if (grant) await payAtOnce(tx, deps, actor, decided)
    // the reason may name people: it is stored on the booking only, and erased with its customer
    const after = { state: to, amount: payableText(row), currency: row.currency }
    await recordAudit(tx, actor, {
      action: 'bookings.decideClaim',
      object: { kind: 'booking', id },
      before: { state: 'open' },
      after,
    })
    return getBooking(deps, actor, id, tx)
  })

/**
 * Pays a claim from the rider's wallet, never below zero: by the rider, or by the desk for a rider who paid the money in there.
 */
export const payClaim = (deps: Deps, actor: UserActor, { id }: ParsedInputOf<typeof payEndpoint>) =>
  inTx(deps, async (tx) => {
    await getBooking(deps, actor, id, tx)
    const byDesk = actor.role === 'admin'
    if (byDesk) checkUnlocked(deps)
    const row = await lockBooking(tx, id)
    if (!can(actor, 'bookings.payClaim', readBookingFacts(row, []), deps.settings())) throw new Refusal('wrong_step')
    await settleClaim(tx, deps, { actor, row }, { by: 'wallet' })
    const after = { amount: payableText(row), currency: row.currency }
    if (byDesk) await recordAudit(tx, actor, { action: 'bookings.payClaim', object: { kind: 'booking', id }, after })
    return getBooking(deps, actor, id, tx)
  })

/** Lets a claim lapse that the desk has not decided; a decided one stays as it is. */
export const lapseClaim = (deps: Deps, id: BookingId): Promise<void> =>
  inTx(deps, async (tx) => {
    const row = await lockBooking(tx, id)
    if (row.claimState !== 'open') return
    if (row.claimLapsesAt !== null && row.claimLapsesAt > deps.now()) return planLapse(tx, row)
    await writeClaim(tx, system, row, { patch: { claimState: 'lapsed', claimDecidedAt: deps.now() }, to: 'lapsed' })
  })
