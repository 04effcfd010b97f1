// The rider's code at the pickup. Wrong attempts are counted in the row, so that a restart grants no new ones.
import type { UserActor } from '@wayfare/core/accounts'
import { isAtPickup, isOtpLocked } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId } from '@wayfare/core/ids'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { omitOnceKey } from '../../http/once.ts'
import { writeChange } from './commands-changes.ts'
import type { BookingRow } from './present.ts'
import { findBookingRow } from './queries.ts'
import { listAudience, lockBooking, publishChange, writeBooking } from './transition.ts'

type Said = { id: BookingId; otp: string | null }

/** True if the booking's driver, at the pickup, sent a wrong code. Other senders and empty codes do not count as attempts. */
const isWrong = (row: BookingRow, actor: UserActor, { otp }: Said): boolean =>
  row.driverId === actor.id && isAtPickup(row.status) && row.otp !== null && otp !== row.otp && otp !== null && otp !== ''

/** Tells the desk, the rider and the driver that the code is locked. */
const tellLocked = async (tx: Tx, actor: UserActor, row: BookingRow, id: BookingId): Promise<void> => {
  await writeChange(tx, actor, { bookingId: id, kind: 'codeLocked' })
  await emitEvent(tx, { type: 'TripCodeLocked', bookingId: id, audience: listAudience(row, []) })
  await publishChange(tx, row)
}

/**
 * Counts a wrong code and refuses it, in a transaction of its own that commits even though the step is refused. It holds the
 * booking's lock, so that concurrent attempts cannot exceed the limit.
 */
export const countWrongCode = async (deps: Deps, actor: UserActor, said: Said): Promise<void> => {
  const { id } = said
  const found = await findBookingRow(deps.db, id)
  if (!found || !isWrong(found, actor, said)) return
  const isLocked = await inTx(omitOnceKey(deps), async (tx) => {
    const before = await lockBooking(tx, id)
    if (!isWrong(before, actor, said)) return null
    if (isOtpLocked(before)) return true
    const row = await writeBooking(tx, before, { otpTries: before.otpTries + 1 })
    if (isOtpLocked(row)) await tellLocked(tx, actor, row, id)
    return isOtpLocked(row)
  })
  if (isLocked !== null) throw new Refusal(isLocked ? 'otp_tries_used' : 'wrong_otp')
}
