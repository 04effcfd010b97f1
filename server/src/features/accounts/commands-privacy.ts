// Going away: what is known of a person goes, trips and postings stay under a bare id.
import type { removeUser as removeUserEndpoint } from '@wayfare/contract/accounts'
import type { deleteMe as deleteMeEndpoint } from '@wayfare/contract/accounts-profile'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { activeStatuses, busyStatuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emit } from '../../events.ts'
import { forgetKeysOf } from '../../http/once.ts'
import { removeFilesOf } from '../files/commands.ts'
import { checkProved } from './commands-prove.ts'
import { forgetSecondFactor } from './commands-second-factor.ts'

/** What a rider cannot walk away from: a driver is asked, on his way, or not paid yet. */
const unfinished = activeStatuses.filter((status) => status !== 'PAID')

const checkNoTrip = async (tx: Tx, userId: UserId): Promise<void> => {
  const trip = await tx
    .selectFrom('booking')
    .select('id')
    .where((where) =>
      where.or([
        where('driverId', '=', userId).and('status', 'in', [...busyStatuses]),
        where('customerId', '=', userId).and('status', 'in', unfinished),
      ]),
    )
    .executeTakeFirst()
  if (trip) throw new Refusal('conflict', { bookingId: trip.id })
}

/** Money on its way to a bank needs the name and the account until it is there. */
const checkNoWithdraw = async (tx: Tx, userId: UserId): Promise<void> => {
  const open = tx.selectFrom('withdraw').select('id').where('userId', '=', userId).where('processed', '=', false)
  if (await open.limit(1).executeTakeFirst()) throw new Refusal('withdraw_open')
}

/** Locked: two admins who remove each other must not both succeed. */
const checkNotLastAdmin = async (tx: Tx): Promise<void> => {
  const admins = await tx
    .selectFrom('appUser')
    .select('id')
    .where('userType', '=', 'admin')
    .where('removedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (admins.length < 2) throw new Refusal('conflict', { reason: 'the last admin stays' })
}

/** Whether this person may go now; their row stays locked until the transaction ends. */
const checkRemovable = async (deps: Deps, tx: Tx, userId: UserId) => {
  if (!deps.settings().allowCriticalEditsAdmin) throw new Refusal('demo_mode')
  const user = await tx
    .selectFrom('appUser')
    .select(['userType', 'legalHold', 'demo'])
    .where('id', '=', userId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Refusal('not_found')
  if (user.legalHold) throw new Refusal('legal_hold')
  await checkNoTrip(tx, userId)
  await checkNoWithdraw(tx, userId)
  if (user.userType === 'admin') await checkNotLastAdmin(tx)
  return user
}

const nobody = {
  firstName: ' ',
  lastName: ' ',
  name: ' ',
  emailVerified: false,
  mobile: null,
  profileImage: null,
  image: null,
  pushToken: null,
  userPlatform: null,
  licenseImage: null,
  activeDevice: null,
  vehicleNumber: null,
  vehicleMake: null,
  vehicleModel: null,
  otherInfo: null,
  bankName: null,
  bankCode: null,
  bankAccount: null,
  language: null,
  theme: null,
  referralId: null,
  approved: false,
  driverActiveStatus: false,
  queue: false,
}

/** The other features forget their part when they hear of it. */
const eraseUser = async (deps: Deps, tx: Tx, id: UserId): Promise<void> => {
  const email = `${id.toLowerCase()}@removed.invalid`
  await tx
    .updateTable('appUser')
    .set({ ...nobody, email, removedAt: deps.now(), updatedAt: deps.now() })
    .where('id', '=', id)
    .execute()
  for (const table of ['authSession', 'authCredential', 'savedAddress', 'signInCode', 'tableView'] as const) {
    await tx.deleteFrom(table).where('userId', '=', id).execute()
  }
  await forgetSecondFactor(tx, id)
  // links that were mailed name whom they were for
  await tx
    .deleteFrom('authVerification')
    .where(sql`split_part(identifier, ' ', 2)`, '=', id)
    .execute()
  await removeFilesOf(tx, id)
  await forgetKeysOf(tx, id)
  await emit(tx, { type: 'UserRemoved', userId: id })
}

const done = { done: true } as const

/** An admin removes a user. */
export const removeUser = (deps: Deps, actor: UserActor, { id }: ParsedInputOf<typeof removeUserEndpoint>) =>
  inTx(deps, async (tx) => {
    await checkRemovable(deps, tx, id)
    await eraseUser(deps, tx, id)
    deps.log.info({ actor: actor.id, userId: id }, 'a user was removed')
    return done
  })

/** Nobody loses money by a slip, and nobody leaves a debt behind: money is given up on purpose, a debt is paid first. */
const checkWallet = async (tx: Tx, userId: UserId, forfeit: boolean): Promise<void> => {
  const rows = await tx
    .selectFrom('ledgerAccount')
    .select(['balanceMinor', 'currency'])
    .where('ownerId', '=', userId)
    .where('balanceMinor', '!=', 0n)
    .forUpdate()
    .execute()
  const open = rows.find(({ balanceMinor }) => balanceMinor < 0n || !forfeit)
  if (!open) return
  const balance = toDecimal(open.balanceMinor, open.currency)
  throw new Refusal('balance_not_zero', { balance, currency: open.currency, mayForfeit: open.balanceMinor > 0n })
}

/** A person goes by their own wish. */
export const deleteMe = async (
  deps: Deps,
  actor: UserActor,
  { forfeit }: ParsedInputOf<typeof deleteMeEndpoint>,
  session: { id: string | null },
) => {
  await checkProved(deps, session)
  return inTx(deps, async (tx) => {
    const user = await checkRemovable(deps, tx, actor.id)
    // those whom everybody may try out stay for the next one
    if (user.demo && deps.config.demo) throw new Refusal('demo_mode')
    await checkWallet(tx, actor.id, forfeit)
    await eraseUser(deps, tx, actor.id)
    deps.log.info({ userId: actor.id, forfeit }, 'a user deleted the own account')
    return done
  })
}
