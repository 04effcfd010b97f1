// Adding people: anyone by an admin, drivers by their future fleet admin. Nobody sets another person's password.
import type * as contract from '@wayfare/contract/people-edit'
import type { Person } from '@wayfare/contract/people'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { findDialCode } from '@wayfare/core/dial-codes'
import { Refusal } from '@wayfare/core/errors'
import type { DomainEvent } from '@wayfare/core/events'
import type { UserId } from '@wayfare/core/ids'
import { bankFields, vehicleFields } from '@wayfare/core/people'
import { listPersonProblems } from '@wayfare/core/people-checks'
import { parseMobile } from '@wayfare/core/phones'
import { mayWithdraw } from '@wayfare/core/wallet'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitAll } from '../../events.ts'
import { checkUnlocked } from '../../lock.ts'
import { sendInvitation } from './commands-invitations.ts'
import { findReferralIds } from '../accounts/commands-referral.ts'
import { limitTelling } from './commands-tellings.ts'
import { createUsers, listPersonEvents } from '../accounts/commands-users.ts'
import { findCarType } from '../catalog/queries.ts'
import { getPersonView } from './queries-person.ts'

export type Draft = Omit<ParsedInputOf<typeof contract.createPerson>, 'invite'>

/** Fields that only drivers have. Bank fields are not among them: riders who may withdraw money have those, too. */
const driverOnly = [...vehicleFields, 'otherInfo', 'carType', 'fleetAdmin'] as const

const wrongField = (field: string, problem: string): Refusal => new Refusal('bad_request', { fields: [{ field, problem }] })

const isGiven = (value: string | null | undefined): boolean => value !== undefined && value !== null && value.trim() !== ''

type Given = Partial<Record<(typeof driverOnly)[number] | (typeof bankFields)[number], string | null | undefined>>

/** Refuses fields that this role does not have or the actor may not set: fleet admins set neither banks nor fleets. */
export const checkFields = (deps: Deps, actor: UserActor, userType: Person['userType'], given: Given): void => {
  const banks = bankFields.filter((field) => isGiven(given[field]))
  const { bankFields: asksBank, ...settings } = deps.settings()
  if (actor.role !== 'admin') {
    const isForeign = isGiven(given.fleetAdmin) && given.fleetAdmin !== actor.id
    if (banks.length > 0 || isForeign || given.fleetAdmin === null) throw new Refusal('forbidden')
  }
  const foreign = userType === 'driver' ? undefined : driverOnly.find((field) => isGiven(given[field]))
  if (foreign) throw wrongField(foreign, 'for drivers only')
  if (banks[0] && !(asksBank && (userType === 'driver' || mayWithdraw(userType, settings))))
    throw wrongField(banks[0], 'not asked for here')
}

/** Refuses with the first problem; the details list all of them. */
export const refuseProblems = (problems: ReturnType<typeof listPersonProblems>): void => {
  const [first] = problems
  if (first) throw new Refusal(first.key, { field: first.field, problems })
}

/** Checks that the car type is in use and that the fleet admin is one. */
export const checkLinks = async (db: Db | Tx, { carType, fleetAdmin }: Pick<Draft, 'carType' | 'fleetAdmin'>): Promise<void> => {
  if (carType && !(await findCarType(db, carType))) throw new Refusal('vehicle_incomplete', { field: 'carType' })
  if (!fleetAdmin) return
  const owner = db.selectFrom('appUser').select('id').where('id', '=', fleetAdmin).where('userType', '=', 'fleetadmin')
  if (!(await owner.where('removedAt', 'is', null).executeTakeFirst())) throw wrongField('fleetAdmin', 'no fleet admin')
}

/** Adding riders is never locked, adding others is; fleet admins may add drivers only. */
export const checkMayAdd = (deps: Deps, actor: UserActor, userType: Person['userType']): void => {
  if (actor.role !== 'admin' && userType !== 'driver') throw new Refusal('forbidden')
  if (userType !== 'rider') checkUnlocked(deps)
}

const textOrNull = (text: string | undefined): string | null => text?.trim() || null

/** The dial code of the operator's country, for numbers typed without one. */
export const findHomeDialCode = (deps: Deps): string => findDialCode(deps.settings().country) ?? ''

const columnsOf = (deps: Deps, actor: UserActor, draft: Draft) => ({
  userType: draft.userType,
  firstName: draft.firstName.trim(),
  lastName: draft.lastName.trim(),
  email: draft.email.trim().toLowerCase(),
  mobile: parseMobile(findHomeDialCode(deps), draft.mobile),
  approved: draft.approved,
  createdByAdmin: true,
  vehicleMake: textOrNull(draft.vehicleMake),
  vehicleModel: textOrNull(draft.vehicleModel),
  vehicleNumber: textOrNull(draft.vehicleNumber),
  carTypeId: draft.carType ?? null,
  otherInfo: textOrNull(draft.otherInfo),
  bankName: textOrNull(draft.bankName),
  bankCode: textOrNull(draft.bankCode),
  bankAccount: textOrNull(draft.bankAccount),
  fleetAdminId: actor.role === 'admin' ? (draft.fleetAdmin ?? null) : actor.id,
})

/** Why a person could not be added: names the first field that another person already has. */
const refusalOf = async (tx: Tx, { email, mobile }: { email: string; mobile: string | null }): Promise<Refusal> => {
  const taken = await tx
    .selectFrom('appUser')
    .select('email')
    .where((where) => where.or([where('email', '=', email), ...(mobile === null ? [] : [where('mobile', '=', mobile)])]))
    .orderBy((order) => order('email', '=', email), 'desc')
    .executeTakeFirst()
  return taken ? new Refusal('user_exists', { field: taken.email === email ? 'email' : 'mobile' }) : new Refusal('reg_error')
}

type Columns = ReturnType<typeof columnsOf>
type Named = Columns & { referralId: string | null }
type Laid = Named & { id: UserId }

export const isLaid = (person: Laid | Refusal): person is Laid => !(person instanceof Refusal)

/** Adds a referral id to each person, where one was found; admins get none. */
const nameAll = async (deps: Deps, tx: Tx, people: readonly Columns[]): Promise<Named[]> => {
  const named = people.filter(({ userType }) => userType !== 'admin')
  const names = named.map(({ firstName }) => firstName)
  const referralIds = await findReferralIds(deps, tx, names)
  const idOf = new Map(named.map((person, at) => [person, referralIds[at] ?? null]))
  return people.map((person) => ({ ...person, referralId: idOf.get(person) ?? null }))
}

/**
 * Inserts people who cannot sign in yet, with a fixed number of statements. The drafts must have been checked. Returns a refusal
 * in place of each person whose address or number is taken.
 */
export const addPeople = async (deps: Deps, tx: Tx, actor: UserActor, drafts: readonly Draft[]): Promise<(Laid | Refusal)[]> => {
  const people = await nameAll(
    deps,
    tx,
    drafts.map((draft) => columnsOf(deps, actor, draft)),
  )
  const whole = people.filter(({ userType, referralId }) => userType === 'admin' || referralId !== null)
  const ids = await createUsers(deps, tx, whole)
  const idOf = new Map(whole.map((person, at) => [person, ids[at] ?? null]))
  const laid: (Laid | Refusal)[] = []
  for (const person of people) {
    const id = idOf.get(person) ?? null
    laid.push(id === null ? await refusalOf(tx, person) : { ...person, id })
  }
  const { emailVerify } = deps.settings()
  const news = laid.filter(isLaid).flatMap((person): DomainEvent[] => {
    const isIn = person.approved && !emailVerify
    return [
      ...(isIn ? [{ type: 'AccountApproved', userId: person.id } as const] : []),
      ...listPersonEvents(person, person.fleetAdminId),
    ]
  })
  await emitAll(tx, news)
  return laid
}

export const addPerson = async (deps: Deps, tx: Tx, actor: UserActor, draft: Draft): Promise<Laid> => {
  const [laid = new Refusal('reg_error')] = await addPeople(deps, tx, actor, [draft])
  if (!isLaid(laid)) throw laid
  return laid
}

const createOne = (deps: Deps, actor: UserActor, draft: Draft, invite: boolean): Promise<Person> =>
  inTx(deps, async (tx) => {
    checkMayAdd(deps, actor, draft.userType)
    checkFields(deps, actor, draft.userType, draft)
    refuseProblems(listPersonProblems(draft.userType, draft, findHomeDialCode(deps)))
    await checkLinks(tx, draft)
    const { id, ...added } = await addPerson(deps, tx, actor, draft)
    if (invite) await sendInvitation(deps, tx, { ...added, id, language: null })
    await recordAudit(tx, actor, { action: 'accounts.createPerson', object: { kind: 'person', id }, after: added })
    return getPersonView(deps, actor, id, tx)
  })

export const createPerson = (deps: Deps, actor: UserActor, { invite, ...draft }: ParsedInputOf<typeof contract.createPerson>) =>
  limitTelling(deps, actor, () => createOne(deps, actor, draft, invite))
