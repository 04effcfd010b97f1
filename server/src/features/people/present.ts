// A person's row for the back office: contacts hidden under the demo lock, bank and wallet hidden from fleet admins.
import type { Person } from '@wayfare/contract/people'
import { computeAverageRating, isBlocked, isInternalEmail, type UserActor } from '@wayfare/core/accounts'
import { toDecimal } from '@wayfare/core/money'
import { invitationLastsMs } from '@wayfare/core/people'
import { collectFields, toWire } from '../../db/columns.ts'
import { deskColumns, personColumns, type DeskReader, type PersonField } from '../../db/person-columns.ts'
import type { Deps } from '../../deps.ts'
import { getDelivery } from '../../jobs/messages.ts'
import { isLocked } from '../../lock.ts'
import type { PersonRow } from './queries-row.ts'

const mailOf = ({ email }: PersonRow, deps: Deps): Person['mail'] => (isInternalEmail(email) ? 'none' : getDelivery(deps, 'mail'))

const invitationOf = ({ hasWayIn, invitedAt, email }: PersonRow, deps: Deps): Person['invitation'] => {
  if (hasWayIn) return 'none'
  if (getDelivery(deps, 'mail') === 'none' && !isInternalEmail(email)) return 'unsent'
  if (invitedAt === null) return 'due'
  return invitedAt.getTime() + invitationLastsMs > deps.now().getTime() ? 'sent' : 'expired'
}

export const presentPerson = (deps: Deps, actor: UserActor, row: PersonRow): Person => {
  const contactHidden = isLocked(deps)
  const isAdmin = actor.role === 'admin'
  const seen: Record<DeskReader, boolean> = { all: true, admin: isAdmin, unlocked: !contactHidden }
  const columns = collectFields(
    deskColumns,
    (column) => personColumns[column].desk.as,
    (column) => (seen[personColumns[column].desk.to] ? toWire(row[column], '') : null),
  ) as Pick<Person, PersonField>
  return Object.assign(columns, {
    email: contactHidden || isInternalEmail(row.email) ? null : row.email,
    contactHidden,
    secondFactor: isAdmin && row.secondFactor,
    blocked: isBlocked(row),
    walletBalance: isAdmin ? toDecimal(row.balance ?? 0n, deps.settings().code) : null,
    ratings: { userRating: computeAverageRating(row.ratingSum, row.ratingCount), count: row.ratingCount },
    carTypeName: row.carTypeName,
    fleetAdminName: row.fleetAdminName?.trim() ?? null,
    invitation: invitationOf(row, deps),
    mail: mailOf(row, deps),
    self: row.id === actor.id,
  })
}
