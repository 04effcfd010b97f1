// Finds wallet owners for the desk, with their balances.
import type { WalletOwner } from '@wayfare/contract/wallet-admin'
import { isInternalEmail } from '@wayfare/core/accounts'
import { foldSearch } from '@wayfare/core/fold'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import { matchesBeginning } from '../../db/like.ts'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { isPersonTyped } from '../accounts/queries-search.ts'
import { selectBalance } from '../accounts/queries.ts'

const mostOwners = 8

/** How many people to scan in name order: a common word within a name is found among these. */
const nextFew = 1000

/** All people, each with the position in `app_user_by_words`. */
const selectPeople = ({ db }: Deps) =>
  db
    .selectFrom('appUser')
    .selectAll()
    .select(sql<string>`words collate "C"`.as('place'))
    .where('removedAt', 'is', null)

/** Matching riders and drivers among these people: those whose name begins with the text, or all others. */
const selectOwners = (deps: Deps, text: string, { people = selectPeople(deps), isFirst = false } = {}) => {
  const begins = sql<boolean>`place like ${matchesBeginning(` ${foldSearch(text)}`)}`
  return deps.db
    .selectFrom(people.as('appUser'))
    .select(['id', 'userType', 'firstName', 'lastName', 'email', 'mobile'])
    .select((of) => selectBalance(of, deps.settings().code))
    .where('userType', 'in', ['rider', 'driver'])
    .where(isPersonTyped(text, isLocked(deps)))
    .where(isFirst ? begins : sql<boolean>`not (${begins})`)
    .orderBy('place')
    .orderBy('id')
    .limit(mostOwners)
}

/** @internal */
export const selectBeginning = (deps: Deps, text: string) => selectOwners(deps, text, { isFirst: true })

/** @internal */
export const selectMet = (deps: Deps, text: string) =>
  selectOwners(deps, text, { people: selectPeople(deps).orderBy('place').orderBy('id').limit(nextFew) })

/** People whose name holds the text elsewhere: scanning the order finds a common word soon; the word index finds a rare one. */
const findOthers = async (deps: Deps, text: string, count: number) => {
  const met = await selectMet(deps, text).execute()
  return (met.length < count ? await selectOwners(deps, text).execute() : met).slice(0, count)
}

type Named = { id: string; firstName: string; lastName: string }

const compareNames = (a: Named, b: Named): number => {
  const [one, other] = [a, b].map(({ firstName, lastName, id }) => `${firstName}\n${lastName}\n${id}`) as [string, string]
  return one < other ? -1 : 1
}

/** Eight matching riders and drivers: first those whose name begins with the text, then others, each group by name. */
export const searchWallets = async (deps: Deps, text: string): Promise<WalletOwner[]> => {
  const { code } = deps.settings()
  const contactHidden = isLocked(deps)
  const first = await selectBeginning(deps, text).execute()
  const left = mostOwners - first.length
  const others = left === 0 ? [] : await findOthers(deps, text, left)
  const rows = [...first.toSorted(compareNames), ...others.toSorted(compareNames)]
  return rows.map((row) => ({
    id: row.id,
    userType: row.userType === 'driver' ? 'driver' : 'rider',
    firstName: row.firstName,
    lastName: row.lastName,
    email: contactHidden || isInternalEmail(row.email) ? null : row.email,
    mobile: contactHidden ? null : row.mobile,
    contactHidden,
    walletBalance: toDecimal(row.balance ?? 0n, code),
  }))
}
