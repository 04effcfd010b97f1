// Who may be in: let in, a person signs in as before and a driver is told by mail; kept out, one is out everywhere at once.
import type * as contract from '@wayfare/contract/people-edit'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { busyStatuses, statuses, isUnassigned } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { recordAudit } from '../../audit.ts'
import { isPersonInScope } from '../../db/fleet-scope.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { checkUnlocked } from '../../lock.ts'
import { sendMail } from '../accounts/commands-links.ts'
import { lockBooking, transitionBooking } from '../bookings/transition.ts'
import { sendInvitation } from './commands-invitations.ts'
import { checkNotLastAdmin, lockAdmins } from './commands-last-admin.ts'
import { endSessions } from '../sign-in/commands-sessions.ts'
import { publishPerson, updateUser } from '../accounts/commands-users.ts'
import { hasWayIn } from '../accounts/queries.ts'
import { getPersonView } from './queries-person.ts'

/** Locked until the transaction ends: two decisions go one after the other, and so do a decision and an acceptance. */
const getUser = async (tx: Tx, actor: UserActor, id: UserId) => {
  const row = await tx
    .selectFrom('appUser')
    .select(['id', 'userType', 'approved', 'queue', 'email', 'emailVerified', 'firstName', 'language', 'fleetAdminId'])
    .select('createdByAdmin')
    .where('id', '=', id)
    .where((where) => isPersonInScope(where, actor))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { ...row, id: row.id }
}

type User = Awaited<ReturnType<typeof getUser>>

/** Who was added by the desk and has no password yet is invited to choose one; every other driver may sign in from now on. */
const writeTo = async (deps: Deps, tx: Tx, user: User): Promise<void> => {
  if (user.createdByAdmin && !(await hasWayIn(tx, user.id))) return sendInvitation(deps, tx, user)
  if (user.userType === 'driver') await sendMail(deps, tx, user, { template: 'driver_approved', link: '/login' })
}

const letIn = async (deps: Deps, tx: Tx, user: User): Promise<void> => {
  await writeTo(deps, tx, user)
  const mayEnter = user.emailVerified || !deps.settings().emailVerify
  if (mayEnter) await emitEvent(tx, { type: 'AccountApproved', userId: user.id })
}

/** What is kept with a booking that ended so. */
const blockedReason = 'Account blocked'

/** A rider's bookings without a driver, locked before the person is, as the steps of a trip lock the two. */
const lockUnassigned = (tx: Tx, rider: UserId) =>
  tx
    .selectFrom('booking')
    .select('id')
    .where('customerId', '=', rider)
    .where('status', 'in', statuses.filter(isUnassigned))
    .orderBy('id')
    .forUpdate()
    .execute()

/** No driver is sent to somebody who is kept out, and could neither say the code nor cancel; what was set aside is given back. */
const cancelUnassigned = async (deps: Deps, tx: Tx, actor: UserActor, rider: UserId): Promise<void> => {
  // one that came in since is among them: now that the person is locked no further one does
  for (const { id } of await lockUnassigned(tx, rider)) {
    const row = await lockBooking(tx, id)
    const after = await transitionBooking(tx, deps, { actor, id, move: { type: 'cancel', reason: blockedReason }, locked: row })
    await recordAudit(tx, actor, {
      action: 'bookings.cancel',
      object: { kind: 'booking', id },
      before: { status: row.status },
      after: { status: after.status, reason: blockedReason },
    })
  }
}

/** Nobody is left at the roadside: on a trip the approval stays. */
const checkNotOnTrip = async (tx: Tx, { id }: User): Promise<void> => {
  const trip = await tx
    .selectFrom('booking')
    .select('id')
    .where((where) => where.or([where('driverId', '=', id), where('customerId', '=', id)]))
    .where('status', 'in', busyStatuses)
    .executeTakeFirst()
  if (trip) throw new Refusal('conflict', { bookingId: trip.id })
}

const keepOut = async (deps: Deps, tx: Tx, actor: UserActor, user: User): Promise<void> => {
  if (user.id === actor.id) throw new Refusal('not_yourself')
  if (user.userType === 'admin') await checkNotLastAdmin(tx, user.id)
  await checkNotOnTrip(tx, user)
  await cancelUnassigned(deps, tx, actor, user.id)
  await endSessions(tx, user.id, 'all')
}

type Decision = ParsedInputOf<typeof contract.setApproval>

const decide = async (deps: Deps, tx: Tx, actor: UserActor, { id, approved }: Decision): Promise<void> => {
  await lockAdmins(tx, id)
  if (!approved) await lockUnassigned(tx, id)
  const user = await getUser(tx, actor, id)
  // a rider may be edited while critical edits are locked, but not kept out
  checkUnlocked(deps)
  if (user.approved === approved) return
  await (approved ? letIn(deps, tx, user) : keepOut(deps, tx, actor, user))
  const off = approved ? {} : { driverActiveStatus: false, activeDevice: null }
  await updateUser(deps, tx, id, { approved, blockedAt: approved ? null : deps.now(), ...off })
  await emitEvent(tx, { type: 'UserChanged', userId: id })
  await publishPerson(tx, { ...user, approved }, user.fleetAdminId)
  const object = { kind: 'person', id } as const
  await recordAudit(tx, actor, { action: 'accounts.setApproval', object, before: { approved: !approved }, after: { approved } })
}

export const setApproval = (deps: Deps, actor: UserActor, input: Decision) =>
  inTx(deps, async (tx) => {
    await decide(deps, tx, actor, input)
    return getPersonView(deps, actor, input.id, tx)
  })
