// Which tips a trip takes, and which was given.
import type { getTip as endpoint } from '@wayfare/contract/bookings-tip'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { checkTip, computeMostTip, computeTipAmounts, findTipEnd } from '@wayfare/core/tip'
import type { Db, Deps, Tx } from '../../deps.ts'
import { findBalance } from '../accounts/queries.ts'
import { presentTippedTrip, type BookingRow } from './present.ts'
import { findBookingRow, getBooking } from './queries.ts'

/** True if the driver was removed, so that no wallet can take a tip. In a transaction it locks the driver against a removal. */
export const isDriverGone = async (db: Db | Tx, { driverId }: Pick<BookingRow, 'driverId'>): Promise<boolean> => {
  if (driverId === null) return true
  const driver = await db.selectFrom('appUser').select('removedAt').where('id', '=', driverId).forKeyShare().executeTakeFirst()
  return driver?.removedAt !== null
}

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
  const isTippable = until !== null && checkTip(trip, deps.settings(), deps.now().getTime()) === null
  if (!isTippable || (await isDriverGone(deps.db, row))) return { given: null, offer: null }
  const amounts = computeTipAmounts(row.tripCostMinor, deps.settings()).map(amount)
  const balance = amount(await findBalance(deps.db, row.customerId, row.currency))
  return { given: null, offer: { amounts, most: amount(computeMostTip(trip)), until, balance } }
}
