// A person's row as the back office sees it: contacts hidden under the demo lock, bank and wallet none of a fleet admin's business.
import type { Person } from '@wayfare/contract/accounts-people'
import { averageRating, isBlocked, isInternalEmail } from '@wayfare/core/accounts'
import type { UserActor } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import { invitationLastsMs } from '@wayfare/core/people'
import type { Deps } from '../../deps.ts'
import { deliveryOf } from '../../jobs/messages.ts'
import { isLocked } from '../../lock.ts'
import type { PersonRow } from './queries.ts'

const mailOf = ({ email }: PersonRow, deps: Deps): Person['mail'] => (isInternalEmail(email) ? 'none' : deliveryOf(deps, 'mail'))

const invitationOf = ({ hasWayIn, invitedAt, email }: PersonRow, deps: Deps): Person['invitation'] => {
  if (hasWayIn) return 'none'
  if (deliveryOf(deps, 'mail') === 'none' && !isInternalEmail(email)) return 'unsent'
  if (invitedAt === null) return 'due'
  return invitedAt.getTime() + invitationLastsMs > deps.now().getTime() ? 'sent' : 'expired'
}

const contactOf = (row: PersonRow, contactHidden: boolean) => ({
  email: contactHidden || isInternalEmail(row.email) ? null : row.email,
  mobile: contactHidden ? null : row.mobile,
  contactHidden,
})

const moneyOf = (row: PersonRow, { role }: UserActor, currency: string) =>
  role === 'admin'
    ? {
        walletBalance: toDecimal(row.balance ?? 0n, currency),
        bankName: row.bankName,
        bankCode: row.bankCode,
        bankAccount: row.bankAccount,
      }
    : { walletBalance: null, bankName: null, bankCode: null, bankAccount: null }

export const presentPerson = (deps: Deps, actor: UserActor, row: PersonRow): Person => ({
  id: asId(row.id),
  userType: row.userType,
  firstName: row.firstName,
  lastName: row.lastName,
  emailVerified: row.emailVerified,
  ...contactOf(row, isLocked(deps)),
  mobileFault: row.mobileFault,
  profileImage: row.profileImage,
  approved: row.approved,
  blocked: isBlocked(row),
  referralId: row.referralId,
  createdAt: row.createdAt.getTime(),
  createdByAdmin: row.createdByAdmin,
  ...moneyOf(row, actor, deps.settings().code),
  ratings: { userRating: averageRating(row.ratingSum, row.ratingCount), count: row.ratingCount },
  vehicleMake: row.vehicleMake,
  vehicleModel: row.vehicleModel,
  vehicleNumber: row.vehicleNumber,
  carType: row.carTypeId === null ? null : asId(row.carTypeId),
  carTypeName: row.carTypeName,
  otherInfo: row.otherInfo,
  licenseImage: row.licenseImage,
  fleetAdmin: row.fleetAdminId === null ? null : asId(row.fleetAdminId),
  fleetAdminName: row.fleetAdminName?.trim() ?? null,
  queue: row.queue,
  driverActiveStatus: row.driverActiveStatus,
  loginType: row.loginType,
  language: row.language,
  invitation: invitationOf(row, deps),
  mail: mailOf(row, deps),
  invitedAt: row.invitedAt?.getTime() ?? null,
  self: row.id === actor.id,
  version: row.version,
})
