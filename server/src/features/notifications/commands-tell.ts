// Delivers a notice: to open pages on the person's own topic, and to their devices.
import type { Notice } from '@wayfare/contract/live'
import type { PushOrder } from '@wayfare/core/events'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { Deps } from '../../deps.ts'
import { orderPush } from './commands-push.ts'

/** `about`: the person it is about, where there is no booking. */
type Written = {
  key: string
  params?: Record<string, string> | undefined
  screen: Notice['screen']
  bookingId: BookingId | null
  about?: UserId
}

type Message = Omit<Written, 'about'> & { to: UserId | null }

/** Notices about amounts that do not open the wallet. */
const refundNotices = new Set(['notice_refunded', 'notice_refund_bounced'])

/** Notices about money differ each time, even for one trip: none may replace another on a device. */
const isOfMoney = ({ key, screen }: Written): boolean => screen === 'wallet' || refundNotices.has(key)

/** The notice for open pages and the one for devices; the id is the same if the event is handled twice. */
export const put = (deps: Deps, cursor: string, written: Written) => {
  const { key, params = {}, screen, bookingId, about } = written
  const id = `${cursor}:${key}`
  const at = deps.now().getTime()
  const given = bookingId === null ? params : { bookingId, ...params }
  const notice: Notice = { id, key, params: given, screen, bookingId, at }
  const collapse = isOfMoney(written) ? id : `${bookingId ?? about}:${key}`
  return { notice, push: { id, at, screen, params: given, collapse, words: { key } } }
}

export type Told = Message & { to: UserId }

/** Publishes to open pages; returns the orders for devices. */
export const tellLive = (deps: Deps, cursor: string, messages: readonly Told[]): PushOrder[] =>
  messages.map(({ to, ...message }) => {
    const { notice, push } = put(deps, cursor, { ...message, about: to })
    deps.bus.publish(`user.${to}`, { kind: 'notice', notice })
    return { userId: to, ...push }
  })

/** Publishes the notice and queues it for devices. */
export const tell = async (deps: Deps, cursor: string, { to, ...message }: Message): Promise<void> => {
  if (to === null) return
  for (const order of tellLive(deps, cursor, [{ to, ...message }])) await orderPush(deps, order)
}

/** An amount as notice parameters; it is formatted where it is read, for its reader (core/notices). */
export const moneyOf = (minor: bigint, { currency }: { currency: string }) => ({ amount: toDecimal(minor, currency), currency })

/** Notifies every admin, and the admin of the driver's fleet. */
export const tellDesk = async (
  deps: Deps,
  cursor: string,
  message: Omit<Message, 'to'>,
  fleetAdmin: UserId | null = null,
): Promise<void> => {
  const admins = await deps.db
    .selectFrom('appUser')
    .select('id')
    .where('userType', '=', 'admin')
    .where('removedAt', 'is', null)
    .execute()
  for (const to of [fleetAdmin, ...admins.map(({ id }) => id)]) await tell(deps, cursor, { ...message, to })
}
