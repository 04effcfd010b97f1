import { Stack, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type BookingView, cancelBooking } from '@wayfare/contract/bookings'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useBookings, useSettings } from '../../api/queries.ts'
import { useMayCall, useSession } from '../../api/session.tsx'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { bookingColumns, type BookingColumn } from '../../shared/booking-columns.tsx'
import { bookingsPageSize, BookingsTable } from '../../shared/bookings-table.tsx'
import { CancelDialog } from '../../shared/cancel-dialog.tsx'
import { sortText, type RowAction } from '../../ui/data-table-model.ts'
import { useLayout } from '../../ui/use-layout.ts'
import { BookingsToolbar } from './bookings-toolbar.tsx'
import { countFilters, getBookingSort } from './bookings-view.ts'
import { useAssigning } from './use-assigning.tsx'
import { useBookingsView } from './use-bookings-view.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const BookingDrawer = makeLazyPart(async () => (await import('./booking-drawer.tsx')).BookingDrawer, null)

const columns: readonly BookingColumn[] = [
  'id',
  'status',
  'booked',
  'date',
  'customer',
  'pickup',
  'drop',
  'car',
  'category',
  'driver',
  'plate',
  'payment',
  'total',
  'share',
]

/** The cancelling of a row, which the demo lock shows but does not let happen. */
const useCancelling = () => {
  const t = useT()
  const mayCall = useMayCall()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const [booking, setBooking] = useState<BookingView | null>(null)
  const actionsOf = (one: BookingView): readonly RowAction[] =>
    one.may.cancel || (isLocked && mayCall(cancelBooking))
      ? [
          {
            label: t('cancel'),
            icon: <IconX size={16} aria-hidden />,
            color: 'danger',
            disabledReason: isLocked ? t('demo_mode') : null,
            onClick: () => setBooking(one),
          },
        ]
      : []
  return { actionsOf, dialog: booking && <CancelDialog booking={booking} opened onClose={() => setBooking(null)} /> }
}

/** Every booking one may see: all for an admin, those of the own drivers for a fleet admin. */
export const FleetBookingsPage = () => {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const { id = null } = useParams()
  const { me } = useSession()
  const look = useBookingsView()
  const { scope, filter } = look.question
  const slice = useBookings(scope, { ...filter, withCount: 'true', limit: bookingsPageSize })
  const named = useMemo(() => bookingColumns(columns, t, format), [t, format])
  const { layout, setLayout } = useLayout(`${me?.id ?? ''}.bookings`, named)
  const assigning = useAssigning()
  const cancelling = useCancelling()
  const toPage = (path: string) => void navigate({ pathname: path, search: window.location.search })
  // it stays once it was fetched: closing it gives the focus back
  const [hasDrawer, setDrawer] = useState(id !== null)
  if (id !== null && !hasDrawer) setDrawer(true)
  const isFiltered = countFilters(look.view) > 0 || Boolean(filter.search)
  return (
    <Stack gap="lg">
      <Title order={1} size="h3">
        {t('nav_bookings')}
      </Title>
      <BookingsTable
        caption={t('nav_bookings')}
        slice={slice}
        columns={columns}
        layout={layout}
        sort={getBookingSort(look.view)}
        isSearched={Boolean(filter.search)}
        onSort={(sort) => look.change({ sort: sortText(sort) })}
        asked={JSON.stringify(look.question)}
        onRow={(booking) => toPage(`/bookings/${booking.id}`)}
        actions={(booking) => [...assigning.actionsOf(booking), ...cancelling.actionsOf(booking)]}
        onClearFilter={isFiltered ? look.clear : undefined}
        toolbar={<BookingsToolbar look={look} columns={named} layout={layout} onLayout={setLayout} />}
      />
      {hasDrawer && <BookingDrawer id={id} actionsOf={assigning.actionsOf} onClose={() => toPage('/bookings')} />}
      {assigning.dialog}
      {cancelling.dialog}
    </Stack>
  )
}
