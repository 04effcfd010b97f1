import type { BookingView } from '@wayfare/contract/bookings'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { payBooking as payEndpoint } from '@wayfare/contract/payments'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { can } from '@wayfare/core/permissions'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { factsOf, getBooking } from '../bookings/queries.ts'
import { lockBooking } from '../bookings/transition.ts'
import { listProviders } from './queries.ts'
import { settlePayment } from './settle.ts'

/** Pays by the test provider, which confirms at once. */
export const payBooking = (
  deps: Deps,
  actor: UserActor,
  { id, provider }: ParsedInputOf<typeof payEndpoint>,
): Promise<BookingView> =>
  inTx(deps, async (tx) => {
    await getBooking(deps, actor, id, tx)
    if (!listProviders(deps).some(({ name }) => name === provider)) throw new Refusal('no_provider_found')
    const row = await lockBooking(tx, id)
    if (!can(actor, 'bookings.pay', factsOf(row, []), deps.settings())) throw new Refusal('wrong_step')
    const payment = await tx
      .insertInto('payment')
      .values({
        id: deps.newId(),
        bookingId: id,
        userId: actor.id,
        provider,
        // a card pays what cash was to pay
        amountMinor: row.cardPaymentAmountMinor + row.cashPaymentAmountMinor,
        currency: row.currency,
        status: 'open',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await settlePayment(tx, deps, payment)
    return getBooking(deps, actor, id, tx)
  })
