// Approval of drivers: given, they may sign in and are told by mail; withdrawn, they are out everywhere at once.
import type * as contract from '@wayfare/contract/accounts-register'
import type { DriverAccount } from '@wayfare/contract/accounts-register'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { busyStatuses } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emit } from '../../events.ts'
import { sendMail } from './commands-links.ts'
import { endSessions } from './commands-sessions.ts'
import { findDriverAccount } from './queries-drivers.ts'

/** Locked until the transaction ends: two decisions go one after the other, and so do a decision and an acceptance. */
const getDriver = async (tx: Tx, actor: UserActor, id: UserId) => {
  const row = await tx
    .selectFrom('appUser')
    .select(['id', 'approved', 'queue', 'email', 'emailVerified', 'firstName', 'language', 'fleetAdminId'])
    .where('id', '=', id)
    .where('userType', '=', 'driver')
    .where('removedAt', 'is', null)
    .$if(actor.role !== 'admin', (query) => query.where('fleetAdminId', '=', actor.id))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

type Driver = Awaited<ReturnType<typeof getDriver>>

const give = async (deps: Deps, tx: Tx, driver: Driver): Promise<void> => {
  await sendMail(deps, tx, driver, { template: 'driver_approved', link: '/login' })
  const mayEnter = driver.emailVerified || !deps.settings().emailVerify
  if (mayEnter) await emit(tx, { type: 'AccountApproved', userId: asId(driver.id) })
}

/** A passenger is not left at the roadside: on a trip the approval stays. */
const withdraw = async (tx: Tx, driver: Driver): Promise<void> => {
  const trip = await tx
    .selectFrom('booking')
    .select('id')
    .where('driverId', '=', driver.id)
    .where('status', 'in', [...busyStatuses])
    .executeTakeFirst()
  if (trip) throw new Refusal('conflict', { bookingId: trip.id })
  await endSessions(tx, asId(driver.id), 'all')
}

export const approveDriver = (
  deps: Deps,
  actor: UserActor,
  { id, approved }: ParsedInputOf<typeof contract.approveDriver>,
): Promise<DriverAccount> =>
  inTx(deps, async (tx) => {
    if (!deps.settings().allowCriticalEditsAdmin) throw new Refusal('demo_mode')
    const driver = await getDriver(tx, actor, id)
    if (driver.approved !== approved) {
      await (approved ? give(deps, tx, driver) : withdraw(tx, driver))
      await tx
        .updateTable('appUser')
        .set({ approved, updatedAt: sql`now()`, ...(approved ? {} : { driverActiveStatus: false, activeDevice: null }) })
        .where('id', '=', id)
        .execute()
      const fleetAdmin = driver.fleetAdminId === null ? null : asId<'user'>(driver.fleetAdminId)
      await emit(tx, { type: 'UserChanged', userId: id })
      await emit(tx, { type: 'DriverAccountChanged', userId: id, fleetAdmin, approved })
    }
    const account = await findDriverAccount(deps, actor, id, tx)
    if (!account) throw new Refusal('not_found')
    return account
  })
