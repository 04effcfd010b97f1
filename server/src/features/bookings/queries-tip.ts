// What may be tipped on a trip, and what was.
import type { getTip as endpoint } from '@wayfare/contract/bookings-tip'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { checkTip, computeMostTip, computeTipAmounts, findTipEnd } from '@wayfare/core/tip'
import type { Deps } from '../../deps.ts'
import { findBalance } from '../accounts/queries.ts'
import { presentTippedTrip } from './present.ts'
import { findBookingRow, getBooking } from './queries.ts'

export const getTip = async (deps: Deps, actor: UserActor, id: BookingId): Promise<OutputOf<typeof endpoint>> => {
  await getBooking(deps, actor, id)
  const row = await findBookingRow(deps.db, id)
  if (!row) throw new Refusal('not_found')
  const amount = (minor: bigint): string => toDecimal(minor, row.currency)
  const { tippedAt, tipPaidBy } = row
  if (tippedAt && tipPaidBy)
    return { given: { amount: amount(row.tipMinor), at: tippedAt.getTime(), by: tipPaidBy }, offer: null }
  const trip = presentTippedTrip(row)
  const until = findTipEnd(trip)
  if (until === null || checkTip(trip, deps.settings(), deps.now().getTime()) !== null) return { given: null, offer: null }
  const amounts = computeTipAmounts(row.tripCostMinor, deps.settings()).map(amount)
  const balance = amount(await findBalance(deps.db, row.customerId, row.currency))
  return { given: null, offer: { amounts, most: amount(computeMostTip(trip)), until, balance } }
}
