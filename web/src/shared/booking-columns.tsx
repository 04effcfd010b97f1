// The columns of bookings, and which of them a role sees.
import { Badge, Stack } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { isCancelled, isWaitingForDriver } from '@wayfare/core/booking'
import type { Format } from '@wayfare/core/format'
import type { Column } from '../ui/data-table-model.ts'
import { isZero } from './payment-parts.ts'
import { StatusChip } from './status-chip.tsx'
import type { Translator } from '../ui/text.ts'
import classes from './shared.module.css'
import { isScheduled } from './trip-words.ts'

export type BookingColumn =
  | 'ride'
  | 'id'
  | 'booked'
  | 'date'
  | 'customer'
  | 'pickup'
  | 'drop'
  | 'car'
  | 'category'
  | 'driver'
  | 'plate'
  | 'status'
  | 'payment'
  | 'total'
  | 'share'

const address = (text: string) => (
  <span className={classes.address} title={text} dir="auto">
    {text}
  </span>
)

const statusCell = (booking: BookingView, t: Translator) => (
  <Stack gap={4} miw="max-content" align="flex-start" data-lines>
    <StatusChip status={booking.status} scheduled={isScheduled(booking, Date.now())} />
    {isWaitingForDriver(booking.status) && booking.noTaker && (
      <Badge color="danger" fw={600} flex="none">
        {t('no_taker_chip')}
      </Badge>
    )}
  </Stack>
)

/** The place, without its street and city. */
const placeOf = (add: string): string => add.split(/[,،]/u, 1)[0] ?? add

/** Where it went and what it cost; when, and with whom, below. */
const rideCell = (booking: BookingView, format: Format) => {
  const { drop, status, payableAmount, cancelFee, tripdate, driverName } = booking
  const cost = isCancelled(status) ? cancelFee : payableAmount
  const what = isCancelled(status) && isZero(cost) ? [] : [format.exactMoney(cost)]
  return (
    <span className={classes.ride}>
      <bdi title={drop.add}>{[placeOf(drop.add), ...what].join(' · ')}</bdi>
      <small>
        <bdi>{[format.dateTime(tripdate), driverName].filter(Boolean).join(' · ')}</bdi>
      </small>
    </span>
  )
}

const columnOf: Record<BookingColumn, (t: Translator, format: Format) => Omit<Column<BookingView>, 'id'>> = {
  ride: (t, format) => ({ header: t('ride'), cell: (booking) => rideCell(booking, format), card: 'title' }),
  id: (t) => ({
    header: t('booking_id'),
    cell: ({ id }) => (
      <bdi dir="ltr" style={{ whiteSpace: 'nowrap' }}>
        {id}
      </bdi>
    ),
    card: 'title',
  }),
  // `sort` only says that the server knows this order
  booked: (t, format) => ({
    header: t('booked_at'),
    cell: ({ bookingDate }) => <span className={classes.moment}>{format.moment(bookingDate, Date.now())}</span>,
    sort: ({ bookingDate }) => bookingDate,
    extra: true,
    card: 'hidden',
  }),
  date: (t, format) => ({
    header: t('booking_date'),
    cell: ({ tripdate }) => <span className={classes.moment}>{format.moment(tripdate, Date.now())}</span>,
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
  category: (t) => ({
    header: t('setting_category'),
    cell: ({ category }) => t(`category_${category}`),
    extra: true,
    card: 'hidden',
  }),
  driver: (t) => ({ header: t('driver'), cell: ({ driverName }) => driverName ?? '–' }),
  plate: (t) => ({
    header: t('driver_vehicle'),
    cell: ({ vehicleNumber }) => <bdi dir="ltr">{vehicleNumber ?? '–'}</bdi>,
    extra: true,
    card: 'hidden',
  }),
  status: (t) => ({ header: t('status'), cell: (booking) => statusCell(booking, t), card: 'status' }),
  payment: (t) => ({
    header: t('filter_payment'),
    cell: ({ paymentMode }) => t(`pay_mode_${paymentMode}`),
    extra: true,
    card: 'hidden',
  }),
  total: (t, format) => ({
    header: t('fare_total'),
    cell: ({ tripCost }) => <bdi>{format.money(tripCost)}</bdi>,
    sort: ({ tripCost }) => Number(tripCost),
    align: 'end',
  }),
  share: (t, format) => ({
    header: t('driver_share'),
    cell: ({ driverShare }) => <bdi>{format.money(driverShare)}</bdi>,
    align: 'end',
    extra: true,
  }),
}

export const bookingColumns = (shown: readonly BookingColumn[], t: Translator, format: Format): Column<BookingView>[] =>
  shown.map((id) => ({ id, ...columnOf[id](t, format) }))
