// A notice on its way: to whoever is looking now, on the own topic, and to the devices.
import type { Notice } from '@wayfare/contract/live'
import type { PushOrder } from '@wayfare/core/events'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { Deps } from '../../deps.ts'
import { orderPush } from './commands-push.ts'

/** `about`: whom it is about where there is no booking. */
type Written = {
  key: string
  params?: Record<string, string> | undefined
  screen: Notice['screen']
  bookingId: BookingId | null
  about?: UserId
}

type Message = Omit<Written, 'about'> & { to: UserId | null }

/** Those about sums that open no wallet. */
const refundNotices = new Set(['notice_refunded', 'notice_refund_bounced'])

/** A sum says something else each time, also of one trip: none takes the place of another on a device. */
const isOfMoney = ({ key, screen }: Written): boolean => screen === 'wallet' || refundNotices.has(key)

/** For whoever is looking now, and for devices; the id is the same when the event is worked on twice. */
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

/** For whoever is looking now; what is left are the orders for devices. */
export const tellLive = (deps: Deps, cursor: string, messages: readonly Told[]): PushOrder[] =>
  messages.map(({ to, ...message }) => {
    const { notice, push } = put(deps, cursor, { ...message, about: to })
    deps.bus.publish(`user.${to}`, { kind: 'notice', notice })
    return { userId: to, ...push }
  })

/** Delivered and queued. */
export const tell = async (deps: Deps, cursor: string, { to, ...message }: Message): Promise<void> => {
  if (to === null) return
  for (const order of tellLive(deps, cursor, [{ to, ...message }])) await orderPush(deps, order)
}

/** Written as its reader writes it where it is read (core/notices). */
export const moneyOf = (minor: bigint, { currency }: { currency: string }) => ({ amount: toDecimal(minor, currency), currency })

/** Every admin, and the one of the driver's fleet. */
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
