import { useNavigate } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { BookingsTable } from '../../shared/bookings-table.tsx'
import { useSortedBookings } from '../../shared/use-sorted-bookings.ts'

const columns = ['id', 'date', 'pickup', 'drop', 'status', 'share'] as const

/** All trips of the driver, the cancelled ones among them. */
export const TripsList = () => {
  const t = useT()
  const navigate = useNavigate()
  const list = useSortedBookings('all')
  return (
    <BookingsTable caption={t('my_trips')} {...list} columns={columns} onRow={({ id }) => void navigate(`/bookings/${id}`)} />
  )
}
