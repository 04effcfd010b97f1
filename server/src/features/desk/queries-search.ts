// One search over everything the reader may see: a few results of each kind, each found by an index.
import { mostFound, type DeskMatch } from '@wayfare/contract/desk'
import { isInternalEmail, formatPersonName, type UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { isPersonInScope } from '../../db/fleet-scope.ts'
import { makeLikePattern, matchesBeginning } from '../../db/like.ts'
import type { Tables } from '../../db/tables.ts'
import { holdsWord, splitSearch } from '../../db/words.ts'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { presentDrop, presentPickup } from '../bookings/queries.ts'
import { readPhoneDigits } from '../accounts/queries-search.ts'
import { readPage } from '../bookings/queries-page.ts'

type Where = ExpressionBuilder<Tables, 'appUser'>

/** Addresses are stored in lower case; text without an @ matches their beginning. */
const emailIs = (where: Where, text: string): Expression<SqlBool>[] =>
  text.includes(' ') ? [] : [where('email', 'like', text.includes('@') ? makeLikePattern(text) : matchesBeginning(text))]

const isPerson = (where: Where, text: string, contactHidden: boolean): Expression<SqlBool> => {
  const words = splitSearch(text).map((word) => holdsWord('appUser.words', word))
  const digits = contactHidden ? null : readPhoneDigits(text)
  return where.or([
    ...(words.length === 0 || text.includes('@') ? [] : [where.and(words)]),
    ...(digits === null ? [] : [where('mobile', 'like', makeLikePattern(digits))]),
    ...(contactHidden ? [] : emailIs(where, text.toLowerCase())),
  ])
}

type Person = { mobile: string | null; email: string | null; vehicleNumber: string | null }

/** What distinguishes people of the same name: the typed number, else the plate, else the e-mail. */
const detailOf = ({ mobile, email, vehicleNumber }: Person, text: string, contactHidden: boolean): string | null => {
  if (contactHidden) return vehicleNumber
  const address = email === null || isInternalEmail(email) ? null : email
  return readPhoneDigits(text) ? mobile : (vehicleNumber ?? address ?? mobile)
}

const findPeople = async (deps: Deps, actor: UserActor, text: string): Promise<DeskMatch['people']> => {
  const contactHidden = isLocked(deps)
  const rows = await deps.db
    .selectFrom('appUser')
    .select(['id', 'userType', 'firstName', 'lastName', 'mobile', 'email', 'vehicleNumber'])
    .where((where) => where.and([isPersonInScope(where, actor), isPerson(where, text, contactHidden)]))
    .limit(mostFound)
    .execute()
  return rows.map(({ id, userType, firstName, lastName, ...row }) => ({
    id: id,
    userType,
    name: formatPersonName({ firstName, lastName }),
    detail: detailOf(row, text, contactHidden),
  }))
}

const findBookings = async (deps: Deps, actor: UserActor, search: string): Promise<DeskMatch['bookings']> => {
  const { rows } = await readPage(deps, actor, { scope: 'all', sort: '-booked', search }, { limit: mostFound })
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    customerName: row.customerName,
    tripdate: row.tripDate.getTime(),
    pickup: presentPickup(row),
    drop: presentDrop(row),
  }))
}

const findPromos = async ({ db }: Deps, text: string): Promise<DeskMatch['promos']> => {
  const rows = await db
    .selectFrom('promo')
    .select(['id', 'name', 'description'])
    .where((where) =>
      where.or([where('name', 'ilike', makeLikePattern(text)), where('description', 'ilike', makeLikePattern(text))]),
    )
    .where('removedAt', 'is', null)
    .orderBy('name')
    .limit(mostFound)
    .execute()
  return rows.map(({ id, ...row }) => ({ ...row, id: asId<'promo'>(id) }))
}

const findCarTypes = async ({ db }: Deps, text: string): Promise<DeskMatch['carTypes']> => {
  const rows = await db
    .selectFrom('carType')
    .select(['id', 'name'])
    .where('name', 'ilike', makeLikePattern(text))
    .where('removedAt', 'is', null)
    .orderBy('position')
    .limit(mostFound)
    .execute()
  return rows.map(({ id, name }) => ({ id: id, name }))
}

/** Admins search everything, fleet admins their own drivers and those drivers' bookings. */
export const findAll = async (deps: Deps, actor: UserActor, text: string): Promise<DeskMatch> => {
  const isAdmin = actor.role === 'admin'
  const [people, bookings, promos, carTypes] = await Promise.all([
    findPeople(deps, actor, text),
    findBookings(deps, actor, text),
    isAdmin ? findPromos(deps, text) : [],
    isAdmin ? findCarTypes(deps, text) : [],
  ])
  return { people, bookings, promos, carTypes }
}
