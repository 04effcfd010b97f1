// Lists of people within the caller's scope: filtered, sorted in one of the offered orders, and paged by cursor.
import type { listPeople as listEndpoint, personFilter } from '@wayfare/contract/people'
import { formatCount, mostCounted } from '@wayfare/contract/bookings-filter'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import { type UserActor, foldReferralId } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { byIndex } from '../../db/by-index.ts'
import { countUpTo } from '../../db/count.ts'
import { isPersonInScope } from '../../db/fleet-scope.ts'
import { byMoment, byText, cutPage, readSort, selectPage, type PageOrder } from '../../db/keyset.ts'
import { makeLikePattern, matchesBeginning } from '../../db/like.ts'
import type { Tables } from '../../db/tables.ts'
import { holdsWord, splitSearch } from '../../db/words.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { readDays } from '../../http/days.ts'
import { checkUnlocked, isLocked } from '../../lock.ts'
import { presentPerson } from './present.ts'
import { selectPeople } from './queries-row.ts'
import { readPhoneDigits } from '../accounts/queries-search.ts'

type Filter = z.output<z.ZodObject<typeof personFilter>>

type Where = ExpressionBuilder<Tables, 'appUser'>
type Condition = Expression<SqlBool>

/** Hidden contacts cannot be found by guessing either. */
const contactIs = (where: Where, text: string): Condition[] => {
  const digits = readPhoneDigits(text)
  if (digits) return [sql<SqlBool>`mobile like ${makeLikePattern(digits)}`]
  if (text.includes(' ')) return []
  const typed = text.toLowerCase()
  return [where('email', 'like', text.includes('@') ? makeLikePattern(typed) : matchesBeginning(typed))]
}

const isTyped = (where: Where, text: string, contactHidden: boolean): Condition => {
  const words = splitSearch(text).map((word) => holdsWord('words', word))
  const inWords = words.length === 0 || text.includes('@') ? [] : [where.and(words)]
  const either = [...inWords, ...(contactHidden ? [] : contactIs(where, text))]
  return either.length === 0 ? where.lit(false) : where.or(either)
}

/** A fleet admin may list drivers only. */
const checkRole = (actor: UserActor, { userType }: Filter): void => {
  if (actor.role !== 'admin' && userType !== 'driver') throw new Refusal('forbidden')
}

const isOf = (where: Where, fleetAdmin: NonNullable<Filter['fleetAdmin']>): Condition =>
  fleetAdmin === 'none' ? where('fleetAdminId', 'is', null) : where('fleetAdminId', '=', fleetAdmin)

/** `isBlocked` as an SQL condition for a role: people who are blocked, or who are not. */
const isKeptOut = (where: Where, userType: Filter['userType'], isWanted: boolean): Condition => {
  const blocked = where.and([
    where('approved', '=', false),
    ...(userType === 'driver' ? [where('blockedAt', 'is not', null)] : []),
  ])
  return isWanted ? blocked : where.not(blocked)
}

/** All conditions of the filter. */
const matches = (deps: Deps, actor: UserActor, filter: Filter) => {
  checkRole(actor, filter)
  const { from, to } = readDays(deps, filter)
  const { approved, blocked, createdByAdmin, mobileFault, fleetAdmin, carType, referralId } = filter
  const search = filter.search?.trim() ?? ''
  return (where: Where): Condition =>
    where.and([
      isPersonInScope(where, actor),
      where('userType', '=', filter.userType),
      ...(approved ? [where('approved', '=', approved === 'true')] : []),
      ...(blocked ? [isKeptOut(where, filter.userType, blocked === 'true')] : []),
      ...(createdByAdmin ? [where('createdByAdmin', '=', createdByAdmin === 'true')] : []),
      ...(mobileFault ? [where('mobileFault', 'is not', null)] : []),
      ...(fleetAdmin ? [isOf(where, fleetAdmin)] : []),
      ...(carType ? [where('carTypeId', '=', carType)] : []),
      ...(referralId === undefined ? [] : [where('referralId', '=', foldReferralId(referralId))]),
      ...(from === null ? [] : [where('createdAt', '>=', from)]),
      ...(to === null ? [] : [where('createdAt', '<', to)]),
      ...(search === '' ? [] : [isTyped(where, search, isLocked(deps))]),
    ])
}

const createdAt = byMoment('created_at')

const byApproval: PageOrder = {
  columns: ['approved', 'created_at'],
  value: sql<string>`approved::text || ' ' || ${createdAt.value}`,
  place: (value) => sql`${value.split(' ')[0]}::boolean, ${createdAt.place(value.split(' ')[1] ?? '0')}`,
  is: /^(true|false) \d{1,17}$/,
}

const orders = {
  createdAt,
  firstName: byText('first_name'),
  lastName: byText('last_name'),
  email: byText('email'),
  approved: byApproval,
}

type Page = { cursor: string | undefined; limit: number }

/** How many there are, counting to at most `most` + 1. */
const countPeople = (
  deps: Deps,
  actor: UserActor,
  filter: Filter,
  { most, db }: { most: number; db: Db | Tx },
): Promise<number> =>
  countUpTo(
    db,
    db
      .selectFrom('appUser')
      .select('id')
      .where(matches(deps, actor, filter)),
    most,
  )

/**
 * Up to this many matches are sorted at once; with more, walking an order finds enough soon. The limit is higher by name and
 * address, where matches are clustered and a walk may find none for long.
 */
const mostSorted = ({ sort }: Filter): number => (/Name$|email$/.test(sort) ? 10_000 : 1000)

const isSearch = ({ search }: Filter): boolean => (search?.trim() ?? '') !== ''

const orderColumns = ['id', 'createdAt', 'firstName', 'lastName', 'email', 'approved'] as const

/** Finds all matches once, and returns as many in order as the page needs, each with the total count. */
const selectFound = (
  db: Db | Tx,
  means: ReturnType<typeof matches>,
  { sort, ...page }: Page & Pick<Filter, 'sort'> & { most: number },
) => {
  const found = db.with(
    (name) => name('found').materialized(),
    (of) =>
      of
        .selectFrom('appUser')
        .select(orderColumns)
        .where(means)
        .limit(page.most + 1),
  )
  const ids = found.selectFrom('found').select(['id', sql<bigint>`(select count(*) from found)`.as('count')])
  return selectPage(ids, { ...readSort(orders, sort), ...page }).execute()
}

/** The sorted matches of a search (null if there are too many to sort), and their count. */
const readFound = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const most = Math.max(mostCounted, mostSorted(filter))
  const means = matches(deps, actor, filter)
  const places = await byIndex(deps, (tx) => selectFound(tx, means, { ...page, sort: filter.sort, most }))
  // an empty page behind the last match does not tell how many there are
  const isTold = places.length > 0 || page.cursor === undefined
  const count = isTold ? Number(places[0]?.count ?? 0) : await countPeople(deps, actor, filter, { most, db: deps.db })
  return { count, places: count > mostSorted(filter) ? null : places }
}

/** The rows of these ids, in the given order. */
const readPlaces = async (deps: Deps, places: readonly { id: UserId; value: string }[]) => {
  if (places.length === 0) return []
  const rows = await selectPeople(deps.db, deps.settings().code)
    .where(
      'id',
      'in',
      places.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return places.flatMap(({ id, value }) => {
    const row = byId.get(id)
    return row ? [{ ...row, value }] : []
  })
}

/** How many of the next people to scan in the order before using the index: enough to find frequent words. */
const walked = 1000

/** The matches among the next people in the order; they are the page if they fill it. */
const readNear = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const walk = { ...readSort(orders, filter.sort), ...page }
  const next = selectPage(
    deps.db
      .selectFrom('appUser')
      .selectAll()
      .where((where) => isPersonInScope(where, actor))
      .where('userType', '=', filter.userType),
    { ...walk, limit: walked - 1 },
  )
  const means = matches(deps, actor, filter)
  const near = deps.db
    .selectFrom(next.as('appUser'))
    .select('id')
    .where((where) => means(where as unknown as Where))
  return selectPage(near, { ...walk, cursor: undefined }).execute()
}

/** The matching ids of a search; `count` is their number, or null if they were not all found at once. */
const readSearch = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const near = await readNear(deps, actor, filter, page)
  return near.length > page.limit ? { count: null, places: near } : readFound(deps, actor, filter, page)
}

/** A page of rows and the next cursor; `count` is the number of matches of a search, or null if there are very many. */
export const readPeople = async (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  if (filter.sort.endsWith('email')) checkUnlocked(deps)
  const found = isSearch(filter) ? await readSearch(deps, actor, filter, page) : null
  if (found?.places) {
    const { page: places, nextCursor } = cutPage(found.places, page.limit)
    return { rows: await readPlaces(deps, places), nextCursor, count: found.count }
  }
  const people = selectPeople(deps.db, deps.settings().code).where(matches(deps, actor, filter))
  const rows = await selectPage(people, { ...readSort(orders, filter.sort), ...page }).execute()
  const { page: shown, nextCursor } = cutPage(rows, page.limit)
  return { rows: shown, nextCursor, count: found?.count ?? null }
}

/** Counts up to this many matches of a search, because counting reads them all. */
const mostFoundCounted = 1000

const countFound = async (deps: Deps, actor: UserActor, filter: Filter): Promise<number | null> => {
  const count = await byIndex(deps, (tx) => countPeople(deps, actor, filter, { most: mostFoundCounted, db: tx }))
  return count > mostFoundCounted ? null : count
}

/** A page of the people whom the caller may see. */
export const listPeople = async (
  deps: Deps,
  actor: UserActor,
  { cursor, limit, withCount, ...filter }: ParsedInputOf<typeof listEndpoint>,
): Promise<OutputOf<typeof listEndpoint>> => {
  const isCounted = withCount === 'true' && cursor === undefined
  const [{ rows, nextCursor, count: found }, all] = await Promise.all([
    readPeople(deps, actor, filter, { cursor, limit }),
    isCounted && !isSearch(filter) ? countPeople(deps, actor, filter, { most: mostCounted, db: deps.db }) : null,
  ])
  const people = rows.map((row) => presentPerson(deps, actor, row))
  const count = found ?? all ?? (isCounted ? await countFound(deps, actor, filter) : null)
  return { people, nextCursor, count: isCounted && count !== null ? formatCount(count) : null }
}
