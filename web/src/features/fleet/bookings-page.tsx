import { Stack, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { statuses } from '@wayfare/core/booking'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useBookings, useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { BookingsTable } from '../../shared/bookings-table.tsx'
import { CancelDialog } from '../../shared/cancel-dialog.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { BookingDrawer } from './booking-drawer.tsx'
import { BookingsToolbar } from './bookings-toolbar.tsx'
import { useAssigning } from './use-assigning.tsx'

const columns = ['id', 'date', 'customer', 'pickup', 'drop', 'car', 'driver', 'status', 'total'] as const

/** Typed text asks the server once the typing pauses (ms). */
const PAUSE_MS = 250

/** Filters live in the address, so that a view can be kept and shared. */
const useFilter = () => {
  const [params, setParams] = useSearchParams()
  const status = statuses.find((one) => one === params.get('status')) ?? null
  const search = params.get('search') ?? ''
  const set = (name: 'status' | 'search', value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return { status, search, set, clear: () => setParams({}, { replace: true }) }
}

/** Every booking one may see: all for an admin, those of the own drivers for a fleet admin. */
export const FleetBookingsPage = () => {
  const t = useT()
  const navigate = useNavigate()
  const { id = null } = useParams()
  const { me } = useSession()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const { status, search, set, clear } = useFilter()
  const [asked] = useDebouncedValue(search.trim(), PAUSE_MS)
  const [cancelling, setCancelling] = useState<BookingView | null>(null)
  const slice = useBookings('all', { ...(status ? { status } : {}), ...(asked ? { search: asked } : {}) })
  const assigning = useAssigning()
  const toPage = (path: string) => void navigate({ pathname: path, search: window.location.search })
  const cancelActions = (booking: BookingView): readonly RowAction[] =>
    booking.may.cancel || (isLocked && me?.userType === 'admin')
      ? [
          {
            label: t('cancel'),
            icon: <IconX size={16} aria-hidden />,
            color: 'danger',
            disabledReason: isLocked ? t('demo_mode') : null,
            onClick: () => setCancelling(booking),
          },
        ]
      : []
  const actionsOf = (booking: BookingView): readonly RowAction[] => {
    const assign = assigning.actionOf(booking)
    return [...(assign ? [assign] : []), ...cancelActions(booking)]
  }
  return (
    <Stack gap="lg">
      <Title order={1} size="h3">
        {t('nav_bookings')}
      </Title>
      <BookingsTable
        caption={t('nav_bookings')}
        slice={slice}
        columns={columns}
        onRow={(booking) => toPage(`/bookings/${booking.id}`)}
        actions={actionsOf}
        onClearFilter={status || asked ? clear : undefined}
        toolbar={
          <BookingsToolbar
            status={status}
            onStatus={(next) => set('status', next)}
            search={search}
            onSearch={(next) => set('search', next)}
          />
        }
      />
      <BookingDrawer id={id} actionOf={assigning.actionOf} onClose={() => toPage('/bookings')} />
      {assigning.dialog}
      {cancelling && <CancelDialog booking={cancelling} opened onClose={() => setCancelling(null)} />}
    </Stack>
  )
}
