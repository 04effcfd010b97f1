// The operator's own places: managed by admins and stored in the database, so that they survive a change of the map.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/places-operator'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { Id } from '@wayfare/core/ids'
import { recordAudit } from '../../audit.ts'
import type { TableRow } from '../../db/tables.ts'
import { inTx } from '../../db/tx.ts'
import { checkVersion, nextVersion } from '../../db/version.ts'
import type { Deps, Tx } from '../../deps.ts'
import { checkUnlocked } from '../../lock.ts'
import { presentOperatorPlace } from './present.ts'
import { operatorPrefix } from './queries-operator.ts'
import { resolvePlace, savedPrefix } from './queries.ts'

/** Search reads all of them for each letter typed. */
const most = 500

type Fields = ParsedInputOf<typeof contract.addOperatorPlace>
type Row = TableRow<'operatorPlace'>

const columnsOf = ({ otherNames, ...fields }: Fields) => ({ ...fields, otherNames: JSON.stringify(otherNames) })

const orTaken = (error: unknown): never => {
  const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'operator_place_map_place'
  throw isTaken ? new Refusal('map_place_taken') : error
}

const told = ({ name, otherNames, kind, lat, lng, hidden, mapPlaceId }: Row) => ({
  name,
  otherNames: otherNames.join(', '),
  kind,
  lat,
  lng,
  hidden,
  mapPlaceId,
})

/** The place it stands for must be on the map that is served now. */
const checkMapPlace = async (deps: Deps, actor: UserActor, { mapPlaceId }: Pick<Fields, 'mapPlaceId'>): Promise<void> => {
  if (mapPlaceId === null) return
  if ([operatorPrefix, savedPrefix].some((prefix) => mapPlaceId.startsWith(prefix))) throw new Refusal('google_places_error')
  await resolvePlace(deps, actor, mapPlaceId)
}

export const addOperatorPlace = async (deps: Deps, actor: UserActor, fields: Fields) => {
  await checkMapPlace(deps, actor, fields)
  return inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const all = tx.selectFrom('operatorPlace').select((e) => e.fn.countAll<bigint>().as('places'))
    const { places } = await all.where('removedAt', 'is', null).executeTakeFirstOrThrow()
    if (Number(places) >= most) throw new Refusal('quota_reached')
    const insert = tx
      .insertInto('operatorPlace')
      .values({ id: deps.newId(), ...columnsOf(fields) })
      .returningAll()
    const row = await insert.executeTakeFirstOrThrow().catch(orTaken)
    await recordAudit(tx, actor, { action: 'places.addOperatorPlace', object: { kind: 'place', id: row.id }, after: told(row) })
    return presentOperatorPlace(row, deps.maps.basemap.describe())
  })
}

/** Locks the row to change; `there`: true for one in use, false for a removed one. */
const lockRow = async (tx: Tx, deps: Deps, id: Id<'operatorPlace'>, there = true): Promise<Row> => {
  checkUnlocked(deps)
  const row = await tx.selectFrom('operatorPlace').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row || (row.removedAt === null) !== there) throw new Refusal('not_found')
  return row
}

type Change = ParsedInputOf<typeof contract.changeOperatorPlace>

export const changeOperatorPlace = async (deps: Deps, actor: UserActor, { id, version, ...fields }: Change) => {
  const known = await deps.db.selectFrom('operatorPlace').select('mapPlaceId').where('id', '=', id).executeTakeFirst()
  // a place that stands for one in another city can still be edited
  if (known && known.mapPlaceId !== fields.mapPlaceId) await checkMapPlace(deps, actor, fields)
  return inTx(deps, async (tx) => {
    const before = await lockRow(tx, deps, id)
    checkVersion(before, version)
    const update = tx
      .updateTable('operatorPlace')
      .set({ ...columnsOf(fields), ...nextVersion })
      .where('id', '=', id)
      .returningAll()
    const row = await update.executeTakeFirstOrThrow().catch(orTaken)
    const object = { kind: 'place', id } as const
    await recordAudit(tx, actor, {
      action: 'places.changeOperatorPlace',
      object,
      before: told(before),
      after: told(row),
    })
    return presentOperatorPlace(row, deps.maps.basemap.describe())
  })
}

export const removeOperatorPlace = (deps: Deps, actor: UserActor, id: Id<'operatorPlace'>): Promise<{ done: true }> =>
  inTx(deps, async (tx) => {
    const row = await lockRow(tx, deps, id)
    await tx.updateTable('operatorPlace').set({ removedAt: deps.now() }).where('id', '=', id).execute()
    await recordAudit(tx, actor, { action: 'places.removeOperatorPlace', object: { kind: 'place', id }, before: told(row) })
    return { done: true as const }
  })

export const restoreOperatorPlace = (deps: Deps, actor: UserActor, id: Id<'operatorPlace'>) =>
  inTx(deps, async (tx) => {
    await lockRow(tx, deps, id, false)
    const update = tx.updateTable('operatorPlace').set({ removedAt: null }).where('id', '=', id).returningAll()
    const row = await update.executeTakeFirstOrThrow().catch(orTaken)
    await recordAudit(tx, actor, { action: 'places.restoreOperatorPlace', object: { kind: 'place', id }, after: told(row) })
    return presentOperatorPlace(row, deps.maps.basemap.describe())
  })
