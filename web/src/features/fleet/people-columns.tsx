// The columns of people, of which each list shows its own.
import { Text } from '@mantine/core'
import { formatPersonName } from '@wayfare/core/accounts'
import type { Person } from '@wayfare/contract/people'
import type { Format } from '@wayfare/core/format'
import type { Column } from '../../ui/data-table-model.ts'
import type { Translator } from '../../ui/text.ts'
import classes from './people.module.css'
import type { PeopleKind, PersonColumn } from './people-kinds.ts'
import { contactText, formatVehicle, listStateBadges } from './person-words.tsx'

type PeopleColumnsOptions = { hasBank: boolean; isLocked: boolean; /** rows are cards */ isNarrow: boolean }

type Ground = { t: Translator; format: Format } & Omit<PeopleColumnsOptions, 'hasBank'>

/** `sort` only says that the server knows this order. */
const columnOf: Record<PersonColumn, (ground: Ground) => Omit<Column<Person>, 'id'>> = {
  // a card is headed by the whole name
  firstName: ({ t, isNarrow }) => ({
    header: t('first_name'),
    cell: (one) => <bdi>{isNarrow ? formatPersonName(one) : one.firstName}</bdi>,
    sort: (one) => one.firstName,
    card: 'title',
  }),
  lastName: ({ t }) => ({
    header: t('last_name'),
    cell: (one) => <bdi>{one.lastName}</bdi>,
    sort: (one) => one.lastName,
    card: 'hidden',
  }),
  approved: ({ t }) => ({
    header: t('status'),
    cell: (one) => listStateBadges(t, one),
    sort: (one) => Number(one.approved),
    card: 'status',
  }),
  vehicle: ({ t }) => ({
    header: t('driver_vehicle'),
    cell: (one) => (
      <div data-lines>
        <bdi>{formatVehicle(one) || '–'}</bdi>
        <Text size="sm" c="dimmed" className={classes.whole ?? ''}>
          <bdi dir="ltr">{one.vehicleNumber}</bdi>
          {one.carTypeName && (
            <>
              {' · '}
              <bdi>{one.carTypeName}</bdi>
            </>
          )}
        </Text>
      </div>
    ),
  }),
  carType: ({ t }) => ({ header: t('car_type'), cell: (one) => <bdi>{one.carTypeName ?? '–'}</bdi>, card: 'hidden' }),
  fleetAdmin: ({ t }) => ({ header: t('role_fleetadmin'), cell: (one) => <bdi>{one.fleetAdminName ?? '–'}</bdi> }),
  // what is hidden cannot be found by its order either
  email: ({ t, isLocked }) => ({
    header: t('email'),
    cell: (one) => (
      <div className={classes.email} title={one.email ?? undefined} dir="auto">
        {contactText(t, one, one.email)}
      </div>
    ),
    ...(isLocked ? {} : { sort: (one: Person) => one.email ?? '' }),
  }),
  mobile: ({ t }) => ({ header: t('mobile'), cell: (one) => contactText(t, one, one.mobile) }),
  rating: ({ t, format }) => ({
    header: t('person_rating'),
    cell: ({ ratings }) => (ratings.count === 0 ? '–' : `${format.number(ratings.userRating)} (${format.number(ratings.count)})`),
    align: 'end',
  }),
  wallet: ({ t, format }) => ({
    header: t('nav_wallet'),
    cell: ({ walletBalance }) => <bdi>{walletBalance === null ? '–' : format.columnMoney(walletBalance)}</bdi>,
    align: 'end',
  }),
  bank: ({ t }) => ({
    header: t('profile_bank_name'),
    cell: (one) => (
      <div data-lines>
        <bdi>{one.bankName ?? '–'}</bdi>
        <Text size="sm" c="dimmed">
          <bdi dir="ltr">{one.bankAccount}</bdi>
        </Text>
      </div>
    ),
    card: 'hidden',
  }),
  referralId: ({ t }) => ({ header: t('person_referral'), cell: (one) => <bdi dir="ltr">{one.referralId ?? '–'}</bdi> }),
  createdByAdmin: ({ t }) => ({
    header: t('person_added_by'),
    cell: (one) => t(one.createdByAdmin ? 'person_added_by_desk' : 'person_added_by_self'),
    card: 'hidden',
  }),
  createdAt: ({ t, format }) => ({
    header: t('person_since'),
    // the drawer knows the hour
    cell: (one) => <span className={classes.whole}>{format.date(one.createdAt)}</span>,
    sort: (one) => one.createdAt,
  }),
}

export const makePeopleColumns = (
  kind: PeopleKind,
  { hasBank, ...options }: PeopleColumnsOptions,
  t: Translator,
  format: Format,
): Column<Person>[] =>
  kind.columns
    .filter((id) => id !== 'bank' || hasBank)
    .map((id) => ({ id, extra: kind.extra.includes(id), ...columnOf[id]({ t, format, ...options }) }))
