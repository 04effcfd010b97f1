// A person's own views of a table.
import type { TableView } from '@wayfare/contract/accounts-views'
import type { UserActor } from '@wayfare/core/accounts'
import type { Db, Tx } from '../../deps.ts'

/** By name. */
export const listViews = (db: Db | Tx, actor: UserActor, table: string): Promise<TableView[]> =>
  db
    .selectFrom('tableView')
    .select(['name', 'query', 'layout'])
    .where('userId', '=', actor.id)
    .where('tableName', '=', table)
    .orderBy('name')
    .execute()
