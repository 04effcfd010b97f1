// Links for following a trip: created, sent and withdrawn by its rider.
import { randomBytes } from 'node:crypto'
import { mostShares, mostSharesSent, type sendShare as sendEndpoint } from '@wayfare/contract/trips-share'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { isTracked } from '@wayfare/core/booking'
import { isEmail } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import type { Message } from '@wayfare/core/events'
import type { BookingId } from '@wayfare/core/ids'
import { parseFullMobile } from '@wayfare/core/phones'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { omitOnceKey } from '../../http/once.ts'
import { getDelivery, sendMessage } from '../../jobs/messages.ts'
import { findLocale } from '../accounts/commands-links.ts'
import { findBookingRow } from '../bookings/queries.ts'
import { lockBooking } from '../bookings/transition.ts'
import { hashToken } from './queries-share.ts'

const done = { done: true as const }

/** The token is in the fragment, which browsers never send, so that it is in no server's log. */
const linkOf = (token: string): string => `/follow#${token}`

const countLinks = (tx: Tx, id: BookingId) =>
  tx
    .selectFrom('tripShare')
    .select((e) => [e.fn.countAll<bigint>().as('links'), e.fn.countAll<bigint>().filterWhere('sent', '=', true).as('sent')])
    .where('bookingId', '=', id)
    .executeTakeFirstOrThrow()

const checkOwn = async (tx: Tx, actor: UserActor, id: BookingId): Promise<void> => {
  if ((await findBookingRow(tx, id))?.customerId !== actor.id) throw new Refusal('not_found')
}

/** Adds a link. Withdrawn links count towards the limit, so that nobody can send unlimited messages. */
const addLink = async (tx: Tx, deps: Deps, actor: UserActor, { id, sent }: { id: BookingId; sent: boolean }): Promise<string> => {
  await checkOwn(tx, actor, id)
  // the lock serialises concurrent requests and keeps the trip's status
  if (!isTracked((await lockBooking(tx, id)).status)) throw new Refusal('wrong_step')
  const before = await countLinks(tx, id)
  if (before.links >= mostShares || (sent && before.sent >= mostSharesSent)) throw new Refusal('share_too_often')
  const token = randomBytes(32).toString('base64url')
  const row = { tokenHash: hashToken(deps, token), bookingId: id, createdAt: deps.now(), sent }
  await tx.insertInto('tripShare').values(row).execute()
  return linkOf(token)
}

/** Creates a link, which is returned only once and not stored for repeated requests. */
export const shareTrip = (deps: Deps, actor: UserActor, id: BookingId): Promise<{ link: string }> =>
  inTx(omitOnceKey(deps), async (tx) => ({ link: await addLink(tx, deps, actor, { id, sent: false }) }))

type Addressee = { kind: Message['kind']; to: string }

/** An e-mail address or a full phone number, if the installation can send to it. */
const findAddressee = (deps: Deps, typed: string): Addressee => {
  const mobile = isEmail(typed) ? null : parseFullMobile(typed)
  if (mobile === null && !isEmail(typed)) throw new Refusal('share_contact')
  const kind = mobile === null ? 'mail' : 'sms'
  if (getDelivery(deps, kind) === 'none') throw new Refusal(`share_no_${kind}`)
  return { kind, to: mobile ?? typed }
}

/** Sends a link, in the rider's language, since the recipient's is unknown. */
export const sendShare = (deps: Deps, actor: UserActor, { id, to: typed }: ParsedInputOf<typeof sendEndpoint>) =>
  inTx(deps, async (tx) => {
    const { kind, to } = findAddressee(deps, typed)
    const link = await addLink(tx, deps, actor, { id, sent: true })
    const rider = await tx
      .selectFrom('appUser')
      .select(['firstName', 'language'])
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow()
    const params = { rider: rider.firstName.trim() }
    const message = { to, locale: await findLocale(tx, rider.language), template: 'trip_shared' as const, params, link }
    await sendMessage(deps, tx, { kind, ...message })
    return { by: kind }
  })

/** Withdraws all links at once, even on pages that have the trip open. */
export const stopSharing = (deps: Deps, actor: UserActor, id: BookingId): Promise<typeof done> =>
  inTx(deps, async (tx) => {
    await checkOwn(tx, actor, id)
    const { numUpdatedRows } = await tx
      .updateTable('tripShare')
      .set({ withdrawnAt: deps.now() })
      .where('bookingId', '=', id)
      .where('withdrawnAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await emitEvent(tx, { type: 'TripUnshared', bookingId: id })
    return done
  })
