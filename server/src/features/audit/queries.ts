// Pages of the audit log, newest first, read from indexes, so that a million entries are as fast as ten.
import type * as contract from '@wayfare/contract/audit'
import { auditActions } from '@wayfare/contract/audit-kinds'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { endpoints } from '@wayfare/contract/table'
import { foldText } from '@wayfare/core/fold'
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { byMoment, cutPage, selectPage } from '../../db/keyset.ts'
import { makeLikePattern } from '../../db/like.ts'
import type { Db, Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { isPersonTyped } from '../accounts/queries-search.ts'
import { listLanguageChoices, readTexts } from '../languages/queries-texts.ts'
import { presentEntry, type AuditSubject } from './present.ts'

type Filter = Omit<ParsedInputOf<typeof contract.listAudit>, 'cursor' | 'limit'>

/** Most people, promos and car types that a name may match; with more, the name is too unspecific. */
const mostNamed = 50

const idsOfNamed = async (deps: Deps, text: string): Promise<string[]> => {
  const named = (table: 'promo' | 'carType') =>
    deps.db.selectFrom(table).select('id').where('name', 'ilike', makeLikePattern(text)).limit(mostNamed).execute()
  const people = deps.db
    .selectFrom('appUser')
    .select('id')
    .where('removedAt', 'is', null)
    .where(isPersonTyped(text, isLocked(deps)))
    .limit(mostNamed)
  const found = await Promise.all([people.execute(), named('promo'), named('carType')])
  return [text, ...found.flat().map(({ id }) => id)]
}

const verbs = [
  ...new Set([...endpoints.map(({ endpoint }) => endpoint.verb), ...auditActions.map((name) => name.replace('_', '.'))]),
]

/** Matches the actions themselves, and their labels in the reader's language. */
const verbsLike = async (deps: Deps, text: string, language: string | undefined): Promise<string[]> => {
  const texts = language === undefined ? {} : (await readTexts(deps.db, listLanguageChoices(language))).texts
  const [typed, words] = [text.toLowerCase(), foldText(text)]
  const isTold = (verb: string): boolean =>
    words !== '' && foldText(texts[`audit_did_${verb.replace('.', '_')}`] ?? '').includes(words)
  return verbs.filter((verb) => verb.toLowerCase().includes(typed) || isTold(verb))
}

/** A list as one parameter, so that the statement is the same whatever its length. */
const among = (column: 'actor_id' | 'object_id' | 'action', values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${values}::text[])`

const isFound = async (deps: Deps, text: string, language: string | undefined) => {
  const [ids, actions] = await Promise.all([idsOfNamed(deps, text), verbsLike(deps, text, language)])
  return sql<boolean>`(${among('actor_id', ids)} or ${among('object_id', ids)} or ${among('action', actions)})`
}

const select = async (deps: Deps, { search = '', language, area, actor, kind, object, from, to }: Filter) => {
  const found = search === '' ? null : await isFound(deps, search, language)
  return deps.db
    .selectFrom('auditEntry')
    .leftJoin('appUser', 'appUser.id', 'auditEntry.actorId')
    .select(['auditEntry.id', 'at', 'actorId', 'role', 'ip', 'action', 'objectKind', 'objectId', 'before', 'after', 'hash'])
    .select(sql<string | null>`app_user.first_name || ' ' || app_user.last_name`.as('actorName'))
    .$if(found !== null, (query) => query.where(found ?? sql<boolean>`true`))
    .$if(area !== undefined, (query) => query.where(sql<boolean>`split_part(action, '.', 1) = ${area ?? ''}`))
    .$if(actor !== undefined, (query) => query.where('actorId', '=', actor ?? null))
    .$if(kind !== undefined, (query) => query.where('objectKind', '=', kind ?? ''))
    .$if(object !== undefined && object !== '', (query) => query.where('objectId', '=', object ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to ?? 0)))
}

type Named = { id: string; name: string; gone: boolean }

const readPeople = (db: Db, ids: string[]): Promise<Named[]> =>
  db
    .selectFrom('appUser')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .select(sql<boolean>`removed_at is not null`.as('gone'))
    .where('id', 'in', ids.map(asId<'user'>))
    .execute()

const readNamed = (db: Db, table: 'promo' | 'carType', ids: string[]): Promise<Named[]> =>
  db
    .selectFrom(table)
    .select(['id', 'name', sql<boolean>`false`.as('gone')])
    .where('id', 'in', ids)
    .execute()

const nothing: AuditSubject = { name: null, isGone: false }

type Row = { objectKind: string; objectId: string }

/** The subjects of the entries, by kind and id. */
const readAbout = async (db: Db, rows: readonly Row[]): Promise<(row: Row) => AuditSubject> => {
  const idsOf = (kind: string) => [...new Set(rows.filter((row) => row.objectKind === kind).map((row) => row.objectId))]
  const read = async (kind: string, find: (ids: string[]) => Promise<Named[]>): Promise<[string, AuditSubject][]> => {
    const ids = idsOf(kind)
    const found = ids.length === 0 ? [] : await find(ids)
    return found.map(({ id, name, gone }) => [`${kind} ${id}`, { name: gone ? null : name, isGone: gone }])
  }
  const known = new Map(
    (
      await Promise.all([
        read('person', (ids) => readPeople(db, ids)),
        read('promo', (ids) => readNamed(db, 'promo', ids)),
        read('carType', (ids) => readNamed(db, 'carType', ids)),
      ])
    ).flat(),
  )
  return ({ objectKind, objectId }) => known.get(`${objectKind} ${objectId}`) ?? nothing
}

export const listAudit = async (deps: Deps, { cursor, limit, ...filter }: ParsedInputOf<typeof contract.listAudit>) => {
  const newestFirst = { order: byMoment('at'), isDown: true, id: 'audit_entry.id', isNumbered: true }
  const rows = await selectPage(await select(deps, filter), { ...newestFirst, cursor, limit }).execute()
  const { page, nextCursor } = cutPage(rows, limit)
  const aboutOf = await readAbout(deps.db, page)
  return {
    entries: page.map((row) => presentEntry(row, aboutOf(row), isLocked(deps))),
    nextCursor,
  }
}
