// A person's saved table views.
import type { UserActor } from '@wayfare/core/accounts'
import type { UserId } from '@wayfare/core/ids'
import type { Db, Tx } from '../../deps.ts'

/** The views of one table, by name. */
export const listViews = (db: Db | Tx, actor: UserActor, table: string) =>
  db
    .selectFrom('tableView')
    .select(['name', 'query', 'layout'])
    .where('userId', '=', actor.id)
    .where('tableName', '=', table)
    .orderBy('name')
    .execute()

/** The views of all tables, for the export of a person's data. */
export const listEveryView = (db: Db, userId: UserId): Promise<{ table: string; name: string; query: string }[]> =>
  db
    .selectFrom('tableView')
    .select(['tableName as table', 'name', 'query'])
    .where('userId', '=', userId)
    .orderBy('tableName')
    .orderBy('name')
    .execute()
