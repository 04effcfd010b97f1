// Owners of wallets as the desk looks for one, with what is in it.
import type { WalletOwner } from '@wayfare/contract/wallet-admin'
import { isInternalEmail } from '@wayfare/core/accounts'
import { toDecimal } from '@wayfare/core/money'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { isPersonTyped } from '../accounts/queries-search.ts'
import { selectBalance } from '../accounts/queries.ts'

const mostOwners = 8

/** Eight riders and drivers that match, by name. */
export const searchWallets = async (deps: Deps, text: string): Promise<WalletOwner[]> => {
  const { code } = deps.settings()
  const contactHidden = isLocked(deps)
  const rows = await deps.db
    .selectFrom('appUser')
    .select(['id', 'userType', 'firstName', 'lastName', 'email', 'mobile'])
    .select((of) => selectBalance(of, code))
    .where('userType', 'in', ['rider', 'driver'])
    .where('removedAt', 'is', null)
    .where(isPersonTyped(text, contactHidden))
    .orderBy('firstName')
    .orderBy('lastName')
    .orderBy('id')
    .limit(mostOwners)
    .execute()
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
