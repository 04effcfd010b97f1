// Removing people: personal data is erased, trips and postings stay under a bare id.
import type { removeUser as removeUserEndpoint } from '@wayfare/contract/people-edit'
import type { deleteMe as deleteMeEndpoint } from '@wayfare/contract/people-profile'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { busyStatuses, dueStatuses, unsettledStatuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { sql } from 'kysely'
import { eraseFromAudit, recordAudit } from '../../audit.ts'
import { listEmptied } from '../../db/columns.ts'
import { personColumnNames, personColumns, type WrittenColumn } from '../../db/person-columns.ts'
import type { RowChange } from '../../db/tables.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { deleteIdempotencyKeys } from '../../http/once.ts'
import { checkUnlocked } from '../../lock.ts'
import { deleteSavedData } from '../accounts/commands.ts'
import { deleteLinks } from '../accounts/commands-links.ts'
import { reassignMobile } from '../accounts/commands-mobiles.ts'
import { publishPerson, releaseDriversOf, updateUser } from '../accounts/commands-users.ts'
import { removeFiles } from '../files/commands.ts'
import { checkProved } from '../sign-in/commands-prove.ts'
import { deleteSignInMeans } from '../sign-in/commands-sessions.ts'
import { lockTripsOfFleet, publishTrips } from './commands-fleet.ts'
import { checkNotLastAdmin, lockAdmins } from './commands-last-admin.ts'

const checkNoTrip = async (tx: Tx, userId: UserId): Promise<void> => {
  const trip = await tx
    .selectFrom('booking')
    .select('id')
    .where((where) =>
      where.or([
        where('driverId', '=', userId).and('status', 'in', busyStatuses),
        // a rider cannot leave while a driver is being asked, is on the way, or is not paid yet
        where('customerId', '=', userId).and('status', 'in', unsettledStatuses),
      ]),
    )
    .executeTakeFirst()
  if (trip) throw new Refusal('conflict', { bookingId: trip.id })
}

/** Refuses while a claim beyond a promised fare is undecided or unpaid. */
const checkNoClaim = async (tx: Tx, userId: UserId): Promise<void> => {
  const claimed = await tx
    .selectFrom('booking')
    .select('id')
    .where('customerId', '=', userId)
    .where('claimState', 'in', ['open', 'granted'])
    .where('claimPaidAt', 'is', null)
    .executeTakeFirst()
  if (claimed) throw new Refusal('conflict', { bookingId: claimed.id })
}

/**
 * The person's bookings under legal hold: as rider or driver, or as a former driver who wrote in the chat. Two queries, because a
 * combined one would read everybody's bookings. @internal
 */
export const selectHeld = (tx: Db | Tx, userId: UserId) => {
  const written = tx
    .selectFrom('booking')
    .select('id')
    .where('legalHold', '=', true)
    .where(sql<boolean>`id = any(array(select booking_id from chat_message where from_id = ${userId}))`)
  return tx
    .selectFrom('booking')
    .select('id')
    .where((where) => where.or([where('customerId', '=', userId), where('driverId', '=', userId)]))
    .where('legalHold', '=', true)
    .unionAll(written)
    .limit(1)
}

/** Refuses while a booking under legal hold or with a disputed payment still needs the people in it. */
const checkNothingHeld = async (tx: Tx, userId: UserId): Promise<void> => {
  const held = await selectHeld(tx, userId).executeTakeFirst()
  if (held) throw new Refusal('legal_hold')
  const disputed = await tx
    .selectFrom('payment')
    .select('id')
    .where('userId', '=', userId)
    .where('dispute', 'in', ['inquiry', 'open'])
    .executeTakeFirst()
  if (disputed) throw new Refusal('conflict', { paymentId: disputed.id })
}

/** Refuses while a payment is open: its money would go into the wallet of a removed person. */
const checkNoPayment = async (tx: Tx, userId: UserId): Promise<void> => {
  const payment = await tx
    .selectFrom('payment')
    .select('id')
    .where('userId', '=', userId)
    // after a declined card another one may be tried for a day
    .where((where) => where.or([where('status', '=', 'open'), where('status', '=', 'failed').and('nextCheckAt', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  if (payment) throw new Refusal('conflict', { paymentId: payment.id })
}

/** Refuses while a withdrawal is under way: it needs the name and account until the money has arrived. */
const checkNoWithdraw = async (tx: Tx, userId: UserId): Promise<void> => {
  const open = tx
    .selectFrom('withdraw')
    .select('id')
    .where('userId', '=', userId)
    .where('processed', '=', false)
    .where('endedAs', 'is', null)
  if (await open.limit(1).executeTakeFirst()) throw new Refusal('withdraw_open')
}

/** Removing a fleet admin leaves their drivers without a fleet, which the caller must confirm. */
const checkFleet = async (tx: Tx, userId: UserId, releaseDrivers: boolean): Promise<void> => {
  if (releaseDrivers) return
  const { drivers } = await tx
    .selectFrom('appUser')
    .select((e) => e.fn.countAll<bigint>().as('drivers'))
    .where('fleetAdminId', '=', userId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (drivers > 0n) throw new Refusal('fleet_not_empty', { drivers: Number(drivers) })
}

const releaseFleet = async (tx: Tx, fleetAdmin: UserId): Promise<void> => {
  const trips = await lockTripsOfFleet(tx, fleetAdmin)
  const freed = await releaseDriversOf(tx, fleetAdmin)
  await publishTrips(tx, trips, null)
  for (const { id, approved, removedAt } of freed) {
    if (removedAt !== null) continue
    await emitEvent(tx, { type: 'UserChanged', userId: id })
    await publishPerson(tx, { id: id, userType: 'driver', approved }, null)
  }
}

/** Refuses if the person cannot be removed now; their row stays locked until the transaction ends. */
const checkRemovable = async (deps: Deps, tx: Tx, userId: UserId, gives: { releaseDrivers: boolean }) => {
  checkUnlocked(deps)
  await lockAdmins(tx, userId)
  const user = await tx
    .selectFrom('appUser')
    .select(['userType', 'approved', 'fleetAdminId', 'legalHold', 'demo', 'mobile'])
    .where('id', '=', userId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Refusal('not_found')
  if (user.legalHold) throw new Refusal('legal_hold')
  await checkNothingHeld(tx, userId)
  await checkNoTrip(tx, userId)
  await checkNoWithdraw(tx, userId)
  await checkNoPayment(tx, userId)
  if (user.userType === 'admin') await checkNotLastAdmin(tx, userId)
  if (user.userType === 'fleetadmin') await checkFleet(tx, userId, gives.releaseDrivers)
  return user
}

const nobody: RowChange<'appUser'> = listEmptied(personColumnNames, (column) => personColumns[column].personal?.left)

const done = { done: true } as const

type Leaving = Awaited<ReturnType<typeof checkRemovable>>

/** Erases the person; the other features erase their part in reaction to the event. */
const eraseUser = async (deps: Deps, tx: Tx, id: UserId, user: Leaving): Promise<void> => {
  const whose = { userType: user.userType, fleetAdmin: user.fleetAdminId }
  if (user.userType === 'fleetadmin') await releaseFleet(tx, id)
  const email = `${id.toLowerCase()}@removed.invalid`
  const written: Record<WrittenColumn, unknown> & RowChange<'appUser'> = {
    email,
    removedAt: deps.now(),
    updatedAt: deps.now(),
  }
  await updateUser(deps, tx, id, { ...nobody, ...written })
  await reassignMobile(tx, user.mobile)
  await deleteSignInMeans(tx, id)
  await deleteLinks(tx, id)
  await deleteSavedData(tx, id)
  await removeFiles(tx, id)
  await deleteIdempotencyKeys(tx, id)
  await eraseFromAudit(tx, id)
  await emitEvent(tx, { type: 'UserRemoved', userId: id })
  await emitEvent(tx, { type: 'PersonChanged', userId: id, ...whose })
}

/** Only the desk may also write off a debt. */
type GivenUp = { forfeit: boolean; byDesk: boolean }

const lockWallets = (tx: Tx, userId: UserId) =>
  tx
    .selectFrom('ledgerAccount')
    .select(['balanceMinor', 'currency'])
    .where('ownerId', '=', userId)
    .where('balanceMinor', '!=', 0n)
    .forUpdate()
    .execute()

/** The driver's shares of trips and claims not paid yet, which would go into the wallet of a removed person. */
const listShares = (tx: Tx, userId: UserId) =>
  tx
    .selectFrom('booking')
    .select('currency')
    .select(
      sql<bigint>`sum(case when status = any(${[...dueStatuses]}) then driver_share_minor else 0 end + case
        when claim_state in ('open', 'granted') and claim_paid_at is null then claim_amount_minor - claim_fees_minor else 0 end)::bigint`.as(
        'balanceMinor',
      ),
    )
    .where('driverId', '=', userId)
    .where((where) =>
      where.or([
        where('status', 'in', dueStatuses),
        where('claimState', 'in', ['open', 'granted']).and('claimPaidAt', 'is', null),
      ]),
    )
    .groupBy('currency')
    .execute()

type Balance = { currency: string; balanceMinor: bigint }

const addUp = (balances: readonly Balance[]): Balance[] => {
  const sums = new Map<string, bigint>()
  for (const { currency, balanceMinor } of balances) sums.set(currency, (sums.get(currency) ?? 0n) + balanceMinor)
  return [...sums].map(([currency, balanceMinor]) => ({ currency, balanceMinor }))
}

const refuseBalance = ({ currency, balanceMinor }: Balance, mayForfeit: boolean): Refusal =>
  new Refusal('balance_not_zero', { balance: toDecimal(balanceMinor, currency), currency, mayForfeit })

/** Prevents losing money by mistake and leaving debts behind: money is forfeited explicitly and in full; debts are paid first. */
const checkMoney = async (tx: Tx, userId: UserId, { forfeit, byDesk }: GivenUp): Promise<void> => {
  const wallets = await lockWallets(tx, userId)
  const debt = byDesk ? undefined : wallets.find(({ balanceMinor }) => balanceMinor < 0n)
  if (debt) throw refuseBalance(debt, false)
  if (forfeit) return
  const shares = (await listShares(tx, userId)).filter(({ balanceMinor }) => balanceMinor > 0n)
  const [open] = addUp([...wallets, ...shares])
  if (open) throw refuseBalance(open, true)
}

/**
 * An admin removes a user. A wallet with money or a debt stays in the books under the bare id; the admin has to confirm that
 * nobody will get it.
 */
export const removeUser = (
  deps: Deps,
  actor: UserActor,
  { id, forfeit, releaseDrivers: releases }: ParsedInputOf<typeof removeUserEndpoint>,
) =>
  inTx(deps, async (tx) => {
    if (id === actor.id) throw new Refusal('not_yourself')
    const user = await checkRemovable(deps, tx, id, { releaseDrivers: releases })
    await checkMoney(tx, id, { forfeit, byDesk: true })
    await eraseUser(deps, tx, id, user)
    const before = { userType: user.userType }
    await recordAudit(tx, actor, { action: 'accounts.remove', object: { kind: 'person', id }, before, after: null })
    deps.log.info({ actor: actor.id, userId: id }, 'a user was removed')
    return done
  })

/** A person deletes their own account. */
export const deleteMe = async (
  deps: Deps,
  actor: UserActor,
  { forfeit }: ParsedInputOf<typeof deleteMeEndpoint>,
  session: { id: string | null },
) => {
  await checkProved(deps, session)
  return inTx(deps, async (tx) => {
    const user = await checkRemovable(deps, tx, actor.id, { releaseDrivers: false })
    // the demo accounts that visitors share stay for the next visitor
    if (user.demo && deps.config.demo) throw new Refusal('demo_mode')
    await checkNoClaim(tx, actor.id)
    await checkMoney(tx, actor.id, { forfeit, byDesk: false })
    await eraseUser(deps, tx, actor.id, user)
    await recordAudit(tx, actor, { action: 'accounts.deleteMe', object: { kind: 'person', id: actor.id } })
    deps.log.info({ userId: actor.id, forfeit }, 'a user deleted the own account')
    return done
  })
}
