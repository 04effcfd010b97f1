// The owner of a device, the devices that a notice still has to reach, and who may write to whom.
import type { UserActor } from '@wayfare/core/accounts'
import { chatStatuses } from '@wayfare/core/booking'
import type { PushOrder } from '@wayfare/core/events'
import type { UserId } from '@wayfare/core/ids'
import type { PushKind } from '@wayfare/core/push'
import { sql, type ExpressionBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'

/** True if the person has any device; mostly there is none. */
export const hasDevice = async (db: Db | Tx, userId: UserId): Promise<boolean> => {
  const row = await db.selectFrom('pushDevice').select('id').where('userId', '=', userId).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Which of these people have a device, as part of another query. */
export const selectReached = (e: ExpressionBuilder<Tables, 'booking'>, people: readonly UserId[]) =>
  e
    .selectFrom('pushDevice')
    .select(sql<UserId[]>`coalesce(array_agg(distinct user_id), '{}')`.as('reached'))
    .where('userId', '=', sql<UserId>`any(${people})`)

/** Which of these people have a device. */
export const listWithDevice = async (db: Db, userIds: readonly UserId[]): Promise<UserId[]> => {
  const rows = await db
    .selectFrom('pushDevice')
    .select('userId')
    .distinct()
    .where('userId', '=', sql<UserId>`any(${userIds})`)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** The devices with a live session that this order has not been handed over to yet. */
export const listWaiting = ({ db, now }: Pick<Deps, 'db' | 'now'>, { userId, id, words }: PushOrder) =>
  db
    .selectFrom('pushDevice as device')
    .innerJoin('authSession as session', 'session.id', 'device.sessionId')
    .select(['device.id', 'device.kind', 'device.token', 'device.p256dh', 'device.auth'])
    .where('device.userId', '=', userId)
    .where('session.expiresAt', '>', now())
    .$if('deviceId' in words, (query) => query.where('device.id', '=', 'deviceId' in words ? words.deviceId : ''))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('pushSent as sent')
            .select('sent.noticeId')
            .whereRef('sent.deviceId', '=', 'device.id')
            .where('sent.noticeId', '=', id),
        ),
      ),
    )
    .orderBy('device.id')
    .execute()

export type WaitingDevice = Awaited<ReturnType<typeof listWaiting>>[number]

/** The person's devices that can be reached now. */
export const listOwnDevices = async (db: Db | Tx, userId: UserId, { now, kinds }: { now: Date; kinds: readonly PushKind[] }) => {
  const rows = await db
    .selectFrom('pushDevice as device')
    .innerJoin('authSession as session', 'session.id', 'device.sessionId')
    .select(['device.id', 'device.kind'])
    .where('device.userId', '=', userId)
    .where('session.expiresAt', '>', now)
    .orderBy('device.id')
    .execute()
  return rows.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
}

/** The language a person chose; null if none, which means the operator's default. */
export const findLanguage = async (db: Db, userId: UserId): Promise<string | null> => {
  const row = await db
    .selectFrom('appUser')
    .select('language')
    .where('id', '=', userId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row ? (row.language ?? '') : null
}

/** The device with this token and its owner; undefined if there is none or the person has been removed. */
export const findDevice = (db: Db | Tx, token: string) =>
  db
    .selectFrom('pushDevice as device')
    .innerJoin('appUser as person', 'person.id', 'device.userId')
    .select(['device.id', 'device.userId', 'person.userType', 'person.fleetAdminId'])
    .where('device.token', '=', token)
    .where('person.removedAt', 'is', null)
    .executeTakeFirst()

type Recipient = NonNullable<Awaited<ReturnType<typeof findDevice>>>

/** True if the two share a booking whose chat is open: then they may write to each other anyway. */
const isOnTripWith = async (db: Db | Tx, one: UserId, other: UserId): Promise<boolean> => {
  const row = await db
    .selectFrom('booking')
    .select(sql<number>`1`.as('one'))
    .where('status', 'in', chatStatuses)
    .where((e) =>
      e.or([
        e.and([e('customerId', '=', one), e('driverId', '=', other)]),
        e.and([e('customerId', '=', other), e('driverId', '=', one)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Admins may notify everyone, fleet admins their drivers, rider and driver each other on their trip, and all themselves. */
export const mayNotify = async (db: Db | Tx, actor: UserActor, to: Recipient): Promise<boolean> => {
  if (actor.role === 'admin' || to.userId === actor.id) return true
  if (actor.role === 'fleetadmin') return to.userType === 'driver' && to.fleetAdminId === actor.id
  return isOnTripWith(db, actor.id, to.userId)
}

export const findFirstName = async (db: Db | Tx, userId: UserId): Promise<string> => {
  const row = await db.selectFrom('appUser').select('firstName').where('id', '=', userId).executeTakeFirst()
  return row?.firstName ?? ''
}
