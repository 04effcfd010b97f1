// A user's row as that user sees it in the API.
import type { Me } from '@wayfare/contract/accounts'
import type { SavedPlace } from '@wayfare/contract/accounts-places'
import { computeAverageRating, listLockedFields, maskInternalEmail } from '@wayfare/core/accounts'
import { listBlockers, owesTooMuch } from '@wayfare/core/dispatch'
import type { LatLng } from '@wayfare/core/geo'
import { asId } from '@wayfare/core/ids'
import { toDecimal } from '@wayfare/core/money'
import type { Settings } from '@wayfare/core/settings'
import { collectFields, toWire } from '../../db/columns.ts'
import { personColumnNames, personColumns, type MeField } from '../../db/person-columns.ts'
import type { TableRow } from '../../db/tables.ts'

type UserRow = TableRow<'appUser'>

/** `wallet` is the balance in minor units of the currency; `location` the driver's last position, if any. */
type Own = {
  wallet: bigint
  settings: Pick<Settings, 'code' | 'negativeBalance'>
  location: LatLng | null
  hasPassword: boolean
  secondFactor: boolean
}

const blockers = (row: UserRow, { location, wallet, settings }: Own): Me['blockers'] =>
  row.userType === 'driver'
    ? listBlockers({
        id: row.id,
        approved: row.approved,
        queue: row.queue,
        driverActiveStatus: row.driverActiveStatus,
        carType: row.carTypeId,
        location,
        owes: owesTooMuch(wallet, settings),
      })
    : []

export const presentMe = (row: UserRow, own: Own): Me => {
  const columns = collectFields(
    personColumnNames,
    (column) => personColumns[column].me,
    (column) => toWire(row[column], own.settings.code),
  ) as Pick<Me, MeField>
  return Object.assign(columns, {
    email: maskInternalEmail(row.email),
    // the specification's single space, where the provider gave no number
    mobile: row.mobile ?? (row.loginType === 'email' ? null : ' '),
    referralId: row.referralId ?? '',
    walletBalance: toDecimal(own.wallet, own.settings.code),
    ratings: { userRating: computeAverageRating(row.ratingSum, row.ratingCount), count: row.ratingCount },
    locked: listLockedFields(row),
    hasPassword: own.hasPassword,
    secondFactor: own.secondFactor,
    location: own.location,
    blockers: blockers(row, own),
  })
}

/** A saved place as its owner sees it. */
export const presentPlace = ({ id, description, lat, lng, mark, count }: TableRow<'savedAddress'>): SavedPlace => ({
  id: asId(id),
  name: description,
  lat,
  lng,
  mark,
  count,
})
