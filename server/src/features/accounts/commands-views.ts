// Saved table views.
import { type removeView as removeEndpoint, type saveView as saveEndpoint, mostViews } from '@wayfare/contract/accounts-views'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { listViews } from './queries-views.ts'

/** Saves a view; replaces one of the same name. */
export const saveView = (deps: Deps, actor: UserActor, { table, name, query, layout }: ParsedInputOf<typeof saveEndpoint>) =>
  inTx(deps, async (tx) => {
    // one at a time, so that concurrent requests cannot exceed the limit
    await tx.selectFrom('appUser').select('id').where('id', '=', actor.id).forUpdate().execute()
    const kept = { query, layout: layout === null ? null : JSON.stringify(layout) }
    await tx
      .insertInto('tableView')
      .values({ userId: actor.id, tableName: table, name, ...kept })
      .onConflict((conflict) => conflict.columns(['userId', 'tableName', 'name']).doUpdateSet(kept))
      .execute()
    const views = await listViews(tx, actor, table)
    if (views.length > mostViews) throw new Refusal('quota_reached')
    return { views }
  })

export const removeView = (deps: Deps, actor: UserActor, { table, name }: ParsedInputOf<typeof removeEndpoint>) =>
  inTx(deps, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('tableView')
      .where('userId', '=', actor.id)
      .where('tableName', '=', table)
      .where('name', '=', name)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('not_found')
    return { done: true as const }
  })
