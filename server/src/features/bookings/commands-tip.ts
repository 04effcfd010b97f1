// Tips: one per trip, under the booking's lock, all of it the driver's.
import type { giveTip as giveEndpoint } from '@wayfare/contract/bookings-tip'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { tipPostings } from '@wayfare/core/ledger'
import { parseDecimal, toDecimal, type Decimal } from '@wayfare/core/money'
import { checkTip, computeMostTip } from '@wayfare/core/tip'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { countTip } from '../reports/commands.ts'
import { writePostings } from '../wallet/post.ts'
import { presentTippedTrip, type BookingRow } from './present.ts'
import { getBooking } from './queries.ts'
import { isDriverGone } from './queries-tip.ts'
import { lockBooking, publishChange, writeBooking } from './transition.ts'

/** The amount in minor units; refuses if the trip takes no tip, or not this amount. */
export const readTip = async (deps: Deps, tx: Tx, row: BookingRow, amount: Decimal): Promise<bigint> => {
  if (await isDriverGone(tx, row)) throw new Refusal('tip_not_paid')
  const problem = checkTip(presentTippedTrip(row), deps.settings(), deps.now().getTime())
  if (problem) throw new Refusal(problem)
  const [minor, most] = [parseDecimal(amount, row.currency), computeMostTip({ tripCost: row.tripCostMinor })]
  if (minor === null || minor <= 0n || minor > most) throw new Refusal('tip_amount', { most: toDecimal(most, row.currency) })
  return minor
}

type Given = { amount: bigint; by: 'wallet' | 'card'; gateway?: string }

/** Books the tip. The caller holds the lock and has checked that the trip takes a tip. */
export const settleTip = async (tx: Tx, deps: Deps, row: BookingRow, { amount, by, gateway }: Given): Promise<void> => {
  const { id, customerId: customer, driverId: driver, currency } = row
  if (driver === null) throw new Error(`the tip for booking ${id} has no driver`)
  await writePostings(tx, currency, tipPostings({ id, customer, driver, by, amount }))
  const given = { tipMinor: amount, tippedAt: deps.now(), tipPaidBy: by, gateway: row.gateway ?? gateway ?? null }
  const written = await writeBooking(tx, row, given)
  await emitEvent(tx, { type: 'TipGiven', bookingId: id, driver, amountMinor: String(amount), currency })
  await publishChange(tx, written)
  await countTip(tx, deps, id)
}

/** Pays a tip from the rider's wallet, never below zero. */
export const giveTip = (deps: Deps, actor: UserActor, { id, amount }: ParsedInputOf<typeof giveEndpoint>) =>
  inTx(deps, async (tx) => {
    await getBooking(deps, actor, id, tx)
    const row = await lockBooking(tx, id)
    await settleTip(tx, deps, row, { amount: await readTip(deps, tx, row, amount), by: 'wallet' })
    return getBooking(deps, actor, id, tx)
  })
