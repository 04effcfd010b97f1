// A tip by card: the rider chooses the amount, and the driver gets it once the provider confirms it.
import type { payTip as endpoint } from '@wayfare/contract/bookings-tip'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { Refusal } from '@wayfare/core/errors'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { omitOnceKey } from '../../http/once.ts'
import { readTip } from '../bookings/commands-tip.ts'
import { getBooking } from '../bookings/queries.ts'
import { lockBooking } from '../bookings/transition.ts'
import { beginPayment, takeUp, type PaymentCaller } from './commands.ts'
import { getOffer } from './queries-keys.ts'

export const payTip = async (deps: Deps, asking: PaymentCaller, { id, amount, provider }: ParsedInputOf<typeof endpoint>) => {
  await getBooking(deps, asking.actor, id)
  const offer = await getOffer(deps, provider)
  const taken = await inTx(omitOnceKey(deps), async (tx) => {
    const booking = await lockBooking(tx, id)
    const { currency } = booking
    const amountMinor = await readTip(deps, tx, booking, amount)
    if (currency !== deps.settings().code) throw new Refusal('wrong_step')
    return takeUp(tx, deps, { purpose: 'tip', bookingId: id, userId: asking.actor.id, amountMinor, currency }, offer)
  })
  return beginPayment(deps, taken, offer, asking)
}
