// What the desk sees of one booking: notes, history, and its ledger entries.
import type {
  HistoryEntry,
  Note,
  getBookingRecord as recordEndpoint,
  listNotes as notesEndpoint,
} from '@wayfare/contract/bookings-desk'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { isRole, type UserActor } from '@wayfare/core/accounts'
import { isUnassigned, isWaitingForDriver } from '@wayfare/core/booking'
import { Refusal } from '@wayfare/core/errors'
import { asId, type BookingId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { can } from '@wayfare/core/permissions'
import { sql } from 'kysely'
import type { Db, Deps, Tx } from '../../deps.ts'
import { findBookingRow, listRequested, readBookingFacts } from './queries.ts'

/** The person's name, null for removed people. */
const nameOf = (alias: string) =>
  sql<string | null>`case when ${sql.ref(`${alias}.removed_at`)} is null
    then nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '') end`

const selectNotes = (db: Db | Tx) =>
  db
    .selectFrom('bookingNote as note')
    .innerJoin('appUser as author', 'author.id', 'note.authorId')
    .select(['note.id', 'note.authorId', 'note.text', 'note.at'])
    .select(nameOf('author').as('authorName'))

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['execute']>>[number]

const presentNote = ({ id, authorId, text, at, authorName }: NoteRow, actor: UserActor): Note => ({
  id: asId(id),
  author: authorId,
  authorName,
  text,
  at: at.getTime(),
  mine: authorId === actor.id,
})

export const findNote = async (tx: Tx, actor: UserActor, id: string): Promise<Note> =>
  presentNote(await selectNotes(tx).where('note.id', '=', id).executeTakeFirstOrThrow(), actor)

/** Oldest first. */
export const listNotes = async (deps: Deps, actor: UserActor, id: BookingId): Promise<OutputOf<typeof notesEndpoint>> => {
  const row = await findBookingRow(deps.db, id)
  const facts = row && readBookingFacts(row, await listRequested(deps.db, row))
  const locks = deps.settings()
  if (!facts || !can(actor, 'notes.read', facts, locks)) throw new Refusal('not_found')
  const notes = await selectNotes(deps.db).where('bookingId', '=', id).orderBy('note.at').orderBy('note.id').execute()
  return { notes: notes.map((note) => presentNote(note, actor)), mayWrite: can(actor, 'notes.write', facts, locks) }
}

const byOf = (role: string): HistoryEntry['by'] => (isRole(role) ? role : 'system')

const readSteps = async (db: Db, id: BookingId): Promise<HistoryEntry[]> => {
  const rows = await db
    .selectFrom('bookingStep as step')
    .leftJoin('appUser as actor', 'actor.id', 'step.actorId')
    .select(['step.at', 'step.actorRole', 'step.fromStatus', 'step.toStatus'])
    .select(nameOf('actor').as('name'))
    .where('bookingId', '=', id)
    .orderBy('step.version')
    .execute()
  return rows
    .filter(({ fromStatus, toStatus }) => !isWaitingForDriver(toStatus) || fromStatus === null || isUnassigned(fromStatus))
    .map(({ at, actorRole, fromStatus, toStatus, name }) => ({
      at: at.getTime(),
      by: byOf(actorRole),
      name,
      what: 'status',
      from: fromStatus,
      to: toStatus,
      driverName: null,
    }))
}

const readChanges = async (db: Db, id: BookingId): Promise<HistoryEntry[]> => {
  const rows = await db
    .selectFrom('bookingChange as change')
    .leftJoin('appUser as actor', 'actor.id', 'change.actorId')
    .leftJoin('appUser as driver', 'driver.id', 'change.driverId')
    .select(['change.at', 'change.actorRole', 'change.kind', 'change.fromValue', 'change.toValue'])
    .select([nameOf('actor').as('name'), nameOf('driver').as('driverName')])
    .where('bookingId', '=', id)
    .orderBy('change.id')
    .execute()
  return rows.map(({ at, actorRole, kind, fromValue, toValue, name, driverName }) => ({
    at: at.getTime(),
    by: byOf(actorRole),
    name,
    what: kind,
    from: fromValue,
    to: toValue,
    driverName,
  }))
}

const readEntries = async (db: Db, id: BookingId) => {
  const rows = await db
    .selectFrom('ledgerTransaction as posting')
    .innerJoin('ledgerEntry as entry', 'entry.transactionId', 'posting.id')
    .innerJoin('ledgerAccount as account', 'account.id', 'entry.accountId')
    .leftJoin('appUser as owner', 'owner.id', 'account.ownerId')
    .select([
      'posting.createdAt',
      'posting.kind as type',
      'account.kind',
      'account.ownerId',
      'account.currency',
      'entry.amountMinor',
    ])
    .select(nameOf('owner').as('ownerName'))
    .where('posting.reference', '=', id)
    .orderBy('posting.id')
    .orderBy('entry.seq')
    .execute()
  return rows.map(({ createdAt, type, kind, ownerId, ownerName, amountMinor, currency }) => ({
    at: createdAt.getTime(),
    type,
    account: kind,
    owner: ownerId,
    ownerName,
    amount: toDecimal(amountMinor, currency),
  }))
}

/** The history of a booking in order of time, and its ledger entries. */
export const getBookingRecord = async (deps: Deps, id: BookingId): Promise<OutputOf<typeof recordEndpoint>> => {
  const row = await findBookingRow(deps.db, id)
  if (!row) throw new Refusal('not_found')
  const [steps, changes, entries] = await Promise.all([
    readSteps(deps.db, id),
    readChanges(deps.db, id),
    readEntries(deps.db, id),
  ])
  return { deeds: [...steps, ...changes].toSorted((a, b) => a.at - b.at), entries, legalHold: row.legalHold }
}
