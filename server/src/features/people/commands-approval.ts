// Approving and blocking people: an approved driver is notified by mail; a blocked person is signed out everywhere at once.
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

/** Locked until the transaction ends, so that decisions, and acceptances of bookings, run one after the other. */
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

/** Invites a person added by the desk who has no way to sign in yet; tells every other driver that they can sign in now. */
const writeTo = async (deps: Deps, tx: Tx, user: User): Promise<void> => {
  if (user.createdByAdmin && !(await hasWayIn(tx, user.id))) return sendInvitation(deps, tx, user)
  if (user.userType === 'driver') await sendMail(deps, tx, user, { template: 'driver_approved', link: '/login' })
}

const letIn = async (deps: Deps, tx: Tx, user: User): Promise<void> => {
  await writeTo(deps, tx, user)
  const mayEnter = user.emailVerified || !deps.settings().emailVerify
  if (mayEnter) await emitEvent(tx, { type: 'AccountApproved', userId: user.id })
}

/** The cancel reason stored with their bookings. */
const blockedReason = 'Account blocked'

/** Locks a rider's bookings without a driver, before the person's row: the same order as in the steps of a trip. */
const lockUnassigned = (tx: Tx, rider: UserId) =>
  tx
    .selectFrom('booking')
    .select('id')
    .where('customerId', '=', rider)
    .where('status', 'in', statuses.filter(isUnassigned))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Cancels a blocked rider's bookings without a driver, as the rider could not give the code or cancel; releases the holds. */
const cancelUnassigned = async (deps: Deps, tx: Tx, actor: UserActor, rider: UserId): Promise<void> => {
  // includes bookings made just before; now that the person is locked, no further ones arrive
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

/** Refuses to block a person during a trip, so that nobody is left at the roadside. */
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
  // with critical edits locked, a rider may be edited but not blocked
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
