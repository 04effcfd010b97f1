// The columns of the drivers' accounts, and how each fact reads.
import { Badge, Text } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { DriverAccount } from '@wayfare/contract/accounts-register'
import type { Format } from '../../i18n/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import type { Translate } from '../../ui/text.ts'

export const nameOf = ({ firstName, lastName }: Pick<DriverAccount, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

export const vehicleOf = ({ vehicleMake, vehicleModel }: DriverAccount): string =>
  [vehicleMake, vehicleModel].filter(Boolean).join(' ')

export const approvalBadge = (t: Translate, approved: boolean) => (
  <Badge
    color={approved ? 'primary' : 'warn'}
    variant="light"
    leftSection={approved ? <IconCircleCheck size={14} aria-hidden /> : <IconClock size={14} aria-hidden />}
    tt="none"
    fw={600}
    miw="max-content"
  >
    {t(approved ? 'driver_approved' : 'driver_waiting')}
  </Badge>
)

/** What the server keeps back reads as hidden. */
export const contactText = (t: Translate, account: DriverAccount, value: string | null) => {
  if (account.contactHidden) return <Text c="dimmed">{t('contact_hidden')}</Text>
  return <bdi dir="ltr">{value}</bdi>
}

export const driverColumns = (t: Translate, format: Format): Column<DriverAccount>[] => [
  { id: 'name', header: t('driver'), cell: (one) => <bdi>{nameOf(one)}</bdi>, sort: nameOf, card: 'title' },
  { id: 'approved', header: t('status'), cell: (one) => approvalBadge(t, one.approved), card: 'status' },
  {
    id: 'vehicle',
    header: t('driver_vehicle'),
    cell: (one) => (
      <>
        <bdi>{vehicleOf(one)}</bdi> <bdi dir="ltr">{one.vehicleNumber}</bdi>
        <Text size="sm" c="dimmed">
          <bdi>{one.carTypeName}</bdi>
        </Text>
      </>
    ),
  },
  { id: 'email', header: t('email'), cell: (one) => contactText(t, one, one.email) },
  { id: 'mobile', header: t('mobile'), cell: (one) => contactText(t, one, one.mobile) },
  { id: 'since', header: t('driver_since'), cell: (one) => format.dateTime(one.createdAt), sort: (one) => one.createdAt },
]
