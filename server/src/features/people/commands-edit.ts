// Editing people: the fields that a role has, by those whose business they are. Who sets a new address or number is told to the
// old one.
import type * as contract from '@wayfare/contract/people-edit'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import { isInternalEmail, type UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { bankFields, personFields, type PersonField } from '@wayfare/core/people'
import { listPersonProblems, type PersonDraft } from '@wayfare/core/people-checks'
import { parseMobile } from '@wayfare/core/phones'
import { recordAudit } from '../../audit.ts'
import { isPersonInScope } from '../../db/fleet-scope.ts'
import type { TableRow } from '../../db/tables.ts'
import { inTx } from '../../db/tx.ts'
import { checkVersion } from '../../db/version.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { checkUnlocked } from '../../lock.ts'
import { lockTrips, publishTrips } from './commands-fleet.ts'
import { sendInvitation } from './commands-invitations.ts'
import { sendContactChanged, sendLink } from '../accounts/commands-links.ts'
import { reassignMobile } from '../accounts/commands-mobiles.ts'
import { checkFields, checkLinks, findHomeDialCode, refuseProblems } from './commands.ts'
import { endSessions } from '../sign-in/commands-sessions.ts'
import { limitTelling } from './commands-tellings.ts'
import { publishPerson, updateUser } from '../accounts/commands-users.ts'
import { hasWayIn } from '../accounts/queries.ts'
import { getPersonView } from './queries-person.ts'

type Input = ParsedInputOf<typeof contract.updatePerson>
type User = TableRow<'appUser'>
type Change = Partial<User>

/** Locked until the transaction ends. Drivers of other fleets are not found. */
const getUser = async (tx: Tx, actor: UserActor, id: UserId): Promise<User> => {
  const row = await tx
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', id)
    .where((where) => isPersonInScope(where, actor))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** The number in its stored form; an invalid one stays as typed and is refused later. */
const newMobile = (dialCode: string, typed: string): string | null =>
  typed === '' ? null : (parseMobile(dialCode, typed) ?? typed)

/** The value as it will be stored; people without an address may leave it blank. */
const valueOf = (deps: Deps, user: User, field: PersonField, typed: string): string | null => {
  const text = typed.trim()
  if (field === 'firstName' || field === 'lastName') return text
  if (field === 'email') return text === '' && isInternalEmail(user.email) ? user.email : text.toLowerCase()
  return field === 'mobile' ? newMobile(findHomeDialCode(deps), text) : text || null
}

/** Only the fields whose values really change. */
const changeOf = (deps: Deps, user: User, input: Input): Change => {
  const texts = personFields.flatMap((field): [PersonField, string | null][] => {
    const typed = input[field]
    if (typed === undefined) return []
    const value = valueOf(deps, user, field, typed)
    return value === user[field] ? [] : [[field, value]]
  })
  const { carType, fleetAdmin } = input
  return {
    ...Object.fromEntries(texts),
    ...(carType === undefined || carType === user.carTypeId ? {} : { carTypeId: carType }),
    ...(fleetAdmin === undefined || fleetAdmin === user.fleetAdminId ? {} : { fleetAdminId: fleetAdmin }),
  }
}

const vehicle = ['vehicleMake', 'vehicleModel', 'vehicleNumber', 'carTypeId'] as const

/** Checks only what changes: a field that has long been missing does not block the edit of a name. */
const checkChange = (user: User, change: Change): void => {
  const merged = { ...user, ...change }
  const draft: PersonDraft = Object.fromEntries(personFields.map((field) => [field, merged[field] ?? '']))
  const touchesVehicle = vehicle.some((field) => change[field] !== undefined)
  refuseProblems(
    listPersonProblems(user.userType, { ...draft, carType: merged.carTypeId }).filter(({ field, key }) =>
      key === 'vehicle_incomplete' ? touchesVehicle : field in change,
    ),
  )
}

const isContact = (change: Change): boolean => change.email !== undefined || change.mobile !== undefined

const checkAllowed = (deps: Deps, actor: UserActor, user: User, { change, input }: { change: Change; input: Input }): void => {
  // hidden contacts can be neither changed nor guessed
  if (user.userType !== 'rider' || input.email !== undefined || input.mobile !== undefined) checkUnlocked(deps)
  checkFields(deps, actor, user.userType, input)
  // clearing a field that the actor may not see is a change, too
  if (actor.role !== 'admin' && ['fleetAdminId', ...bankFields].some((field) => field in change)) throw new Refusal('forbidden')
  if (change.email !== undefined && user.userType === 'admin') throw new Refusal('profile_locked', { field: 'email' })
  // a driver on a trip would be signed out with a passenger in the car
  if (isContact(change) && user.queue) throw new Refusal('conflict')
}

/** A person who can sign in must confirm the new address first: a typing error would give the account to a stranger's mailbox. */
const unproven = async (tx: Tx, { id }: User) => ({
  emailVerified: false,
  invitedAt: null,
  emailByDesk: await hasWayIn(tx, id),
})

const save = async (deps: Deps, tx: Tx, user: User, change: Change): Promise<void> => {
  const { firstName, lastName } = { ...user, ...change }
  const address = change.email === undefined ? {} : await unproven(tx, user)
  await updateUser(deps, tx, user.id, { ...change, ...address, name: `${firstName} ${lastName}` })
  if (change.mobile !== undefined) await reassignMobile(tx, user.mobile)
}

type Following = { change: Change; actor: UserActor }

/** Notifies the old address, asks the new one for verification, and ends the sessions opened with the old ones. */
const followContact = async (deps: Deps, tx: Tx, user: User, { change, actor }: Following): Promise<void> => {
  if (!isContact(change)) return
  await sendContactChanged(deps, tx, user, 'contact_changed')
  if (typeof change.email === 'string') {
    const to = { ...user, ...change, email: change.email } as User
    if (await hasWayIn(tx, user.id)) await sendLink(deps, tx, to, 'verify_email')
    else if (user.invitedAt !== null) await sendInvitation(deps, tx, to)
  }
  if (user.id !== actor.id) await endSessions(tx, user.id, 'all')
}

const follow = async (deps: Deps, tx: Tx, user: User, following: Following): Promise<void> => {
  await followContact(deps, tx, user, following)
  const now = { ...user, ...following.change, id: user.id } as User & { id: UserId }
  await emitEvent(tx, { type: 'UserChanged', userId: now.id })
  await publishPerson(tx, now, now.fleetAdminId)
  if (user.fleetAdminId !== null && user.fleetAdminId !== now.fleetAdminId) await publishPerson(tx, now, user.fleetAdminId)
}

/** Only admins (audited) may change the contacts that someone signs in by: others could then set that person's password. */
const checkContact = async (tx: Tx, actor: UserActor, user: User, change: Change): Promise<void> => {
  if (actor.role === 'admin' || !isContact(change)) return
  if (await hasWayIn(tx, user.id)) throw new Refusal('profile_locked', { field: change.email === undefined ? 'mobile' : 'email' })
}

const update = (deps: Deps, actor: UserActor, input: Input) =>
  inTx(deps, async (tx) => {
    const trips = input.fleetAdmin === undefined ? [] : await lockTrips(tx, input.id)
    const user = await getUser(tx, actor, input.id)
    const change = changeOf(deps, user, input)
    checkAllowed(deps, actor, user, { change, input })
    await checkContact(tx, actor, user, change)
    checkVersion(user, input.version)
    checkChange(user, change)
    await checkLinks(tx, { carType: change.carTypeId, fleetAdmin: change.fleetAdminId })
    if (Object.keys(change).length > 0) {
      await save(deps, tx, user, change)
      await follow(deps, tx, user, { change, actor })
      if (change.fleetAdminId !== undefined) await publishTrips(tx, trips, change.fleetAdminId)
      const before = Object.fromEntries(Object.keys(change).map((field) => [field, user[field as keyof User]]))
      await recordAudit(tx, actor, {
        action: 'accounts.updatePerson',
        object: { kind: 'person', id: user.id },
        before,
        after: change,
      })
    }
    return getPersonView(deps, actor, input.id, tx)
  })

export const updatePerson = (deps: Deps, actor: UserActor, input: Input) => {
  const run = () => update(deps, actor, input)
  return input.email === undefined && input.mobile === undefined ? run() : limitTelling(deps, actor, run)
}
