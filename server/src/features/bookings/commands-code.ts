// The rider's code at the pickup: wrong ones are counted in the row, so that a restart gives no new tries.
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

/** A wrong code said by the booking's driver where he is to say it; nobody else's word counts, nor what is no code at all. */
const isWrong = (row: BookingRow, actor: UserActor, { otp }: Said): boolean =>
  row.driverId === actor.id && isAtPickup(row.status) && row.otp !== null && otp !== row.otp && otp !== null && otp !== ''

/** The desk, the rider and the driver hear that the code is of no use any more. */
const tellLocked = async (tx: Tx, actor: UserActor, row: BookingRow, id: BookingId): Promise<void> => {
  await writeChange(tx, actor, { bookingId: id, kind: 'codeLocked' })
  await emitEvent(tx, { type: 'TripCodeLocked', bookingId: id, audience: listAudience(row, []) })
  await publishChange(tx, row)
}

/**
 * Counts a wrong code, and refuses it, in a transaction that stays when the step is refused. Under the booking's lock: of many codes
 * at once no more are tried than are left.
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
