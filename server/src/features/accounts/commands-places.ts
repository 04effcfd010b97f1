// Writes to saved places: those that people name themselves, and drop addresses of bookings.
import type * as contract from '@wayfare/contract/accounts-places'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import type { Stop } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { measureDistanceKm } from '@wayfare/core/geo'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { presentPlace } from './present.ts'

const most = 100

/** A place within this distance (km) of a saved one is the same place. Source: specification, section 9. */
const samePlaceKm = 0.1

/** Beyond this distance (km) between the booked and the actual end, the booked name does not fit the actual end. */
const nameReachKm = 2

type Input = ParsedInputOf<typeof contract.addSavedPlace>

/** Takes the mark from the place that has it; the person's row is locked. */
const freeMark = async (tx: Tx, userId: UserId, mark: Input['mark']): Promise<void> => {
  if (!mark) return
  await tx.updateTable('savedAddress').set({ mark: null }).where('userId', '=', userId).where('mark', '=', mark).execute()
}

/** Locks the person's row, so that concurrent changes run one after the other. */
const lockOwner = async (tx: Tx, userId: UserId): Promise<void> => {
  const user = tx.selectFrom('appUser').select('id').where('id', '=', userId).where('removedAt', 'is', null)
  if (!(await user.forUpdate().executeTakeFirst())) throw new Refusal('user_issue_contact_admin')
}

/** Saves a place. Places added by bookings count towards the limit but are not stopped by it. */
export const addSavedPlace = (deps: Deps, actor: UserActor, { name, lat, lng, mark = null }: Input) =>
  inTx(deps, async (tx) => {
    await lockOwner(tx, actor.id)
    const own = tx.selectFrom('savedAddress').select((e) => e.fn.countAll<bigint>().as('places'))
    const { places } = await own.where('userId', '=', actor.id).executeTakeFirstOrThrow()
    if (Number(places) >= most) throw new Refusal('quota_reached')
    await freeMark(tx, actor.id, mark)
    const row = { id: deps.newId(16), userId: actor.id, description: name, lat, lng, mark, count: 0 }
    return presentPlace(await tx.insertInto('savedAddress').values(row).returningAll().executeTakeFirstOrThrow())
  })

export const changeSavedPlace = (
  deps: Deps,
  actor: UserActor,
  { id, name, lat, lng, mark }: ParsedInputOf<typeof contract.changeSavedPlace>,
) =>
  inTx(deps, async (tx) => {
    await lockOwner(tx, actor.id)
    const own = tx.selectFrom('savedAddress').select('id').where('id', '=', id).where('userId', '=', actor.id)
    if (!(await own.executeTakeFirst())) throw new Refusal('not_found')
    await freeMark(tx, actor.id, mark)
    const row = await tx
      .updateTable('savedAddress')
      .set({ description: name, lat, lng, ...(mark === undefined ? {} : { mark }), updatedAt: deps.now() })
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return presentPlace(row)
  })

export const removeSavedPlace = (deps: Deps, actor: UserActor, { id }: ParsedInputOf<typeof contract.removeSavedPlace>) =>
  inTx(deps, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('savedAddress')
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('not_found')
    return { done: true as const }
  })

/**
 * Counts a drop address: one within 0.1 km of a saved one raises the count of the nearest, another is added with count 1. A place without a name of its
 * own is not saved under that of the booked one: whoever chose it the next time would be driven there.
 */
export const saveDropAddress = async (tx: Tx, userId: UserId, stop: Stop, booked = stop): Promise<void> => {
  await tx.selectFrom('appUser').select('id').where('id', '=', userId).forUpdate().execute()
  const saved = await tx.selectFrom('savedAddress').selectAll().where('userId', '=', userId).execute()
  const [nearest] = saved.map(({ id, ...at }) => ({ id, km: measureDistanceKm(at, stop) })).toSorted((a, b) => a.km - b.km)
  if (nearest && nearest.km <= samePlaceKm) {
    await tx
      .updateTable('savedAddress')
      .set((e) => ({ count: e('count', '+', 1), updatedAt: sql`now()` }))
      .where('id', '=', nearest.id)
      .execute()
    return
  }
  if (stop.add === booked.add && measureDistanceKm(stop, booked) > nameReachKm) return
  const { lat, lng, add } = stop
  const id = sql<string>`gen_random_uuid()::text`
  await tx.insertInto('savedAddress').values({ id, userId, description: add, lat, lng, count: 1 }).execute()
}
