// The columns of bookings, and which of them a role sees.
import { Badge, Group, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Format } from '../i18n/format.ts'
import type { Column } from '../ui/data-table-model.ts'
import { StatusChip } from '../ui/status-chip.tsx'
import type { Translate } from '../ui/text.ts'

export type BookingColumn = 'id' | 'date' | 'customer' | 'pickup' | 'drop' | 'car' | 'driver' | 'status' | 'total' | 'share'

const address = (text: string) => (
  <Text size="sm" lineClamp={2} title={text} maw={240}>
    {text}
  </Text>
)

const statusCell = (booking: BookingView, t: Translate) => (
  <Group gap={6} wrap="nowrap" miw="max-content">
    <StatusChip status={booking.status} />
    {booking.status === 'NEW' && booking.noTaker && (
      <Badge color="danger" variant="light" tt="none" fw={600} flex="none">
        {t('no_taker_chip')}
      </Badge>
    )}
  </Group>
)

const columnOf: Record<BookingColumn, (t: Translate, format: Format) => Omit<Column<BookingView>, 'id'>> = {
  id: (t) => ({
    header: t('booking_id'),
    cell: ({ id }) => (
      <bdi dir="ltr" style={{ whiteSpace: 'nowrap' }}>
        {id}
      </bdi>
    ),
    card: 'title',
  }),
  date: (t, format) => ({
    header: t('booking_date'),
    cell: ({ tripdate }) => format.dateTime(tripdate),
    sort: ({ tripdate }) => tripdate,
  }),
  customer: (t) => ({
    header: t('customer'),
    cell: ({ customerName }) => customerName,
    sort: ({ customerName }) => customerName,
  }),
  pickup: (t) => ({ header: t('pickup'), cell: ({ pickup }) => address(pickup.add) }),
  drop: (t) => ({ header: t('destination'), cell: ({ drop }) => address(drop.add) }),
  car: (t) => ({ header: t('car_type'), cell: ({ carTypeName }) => carTypeName, card: 'hidden' }),
  driver: (t) => ({ header: t('driver'), cell: ({ driverName }) => driverName ?? '–' }),
  status: (t) => ({ header: t('status'), cell: (booking) => statusCell(booking, t), card: 'status' }),
  total: (t, format) => ({
    header: t('fare_total'),
    cell: ({ tripCost }) => <bdi>{format.money(tripCost)}</bdi>,
    sort: ({ tripCost }) => Number(tripCost),
    align: 'end',
  }),
  share: (t, format) => ({
    header: t('driver_share'),
    cell: ({ driverShare }) => <bdi>{format.money(driverShare)}</bdi>,
    sort: ({ driverShare }) => Number(driverShare),
    align: 'end',
  }),
}

export const bookingColumns = (shown: readonly BookingColumn[], t: Translate, format: Format): Column<BookingView>[] =>
  shown.map((id) => ({ id, ...columnOf[id](t, format) }))
