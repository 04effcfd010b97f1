// Bookings that wait and that this driver could take, the one that waits longest first.
import { Button, Skeleton, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import type { DriverState } from '@wayfare/contract/desk'
import { assignDriver } from '@wayfare/contract/dispatch-assign'
import { useBookings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { formatClock, useNow } from '../../shared/use-now.ts'
import { useAlert } from '../../ui/dialogs.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './dashboard.module.css'

const most = 5

export const WaitingBookings = ({ driver, onDone }: { driver: DriverState; onDone: () => void }) => {
  const t = useT()
  const alert = useAlert()
  const now = useNow(1000)
  const action = useWrite(assignDriver)
  const slice = useBookings('waiting', {
    sort: 'booked',
    limit: most,
    ...(driver.carType === null ? {} : { carType: driver.carType }),
  })
  const ask = async ({ id }: BookingView) => {
    if (!(await action.run({ id, driver: driver.id }))) return slice.reload()
    onDone()
    alert(t('driver_assigned'), { title: t('driver_assigned_title') })
  }
  return (
    <div>
      <FailureNote cause={action.cause} onClose={action.forget} />
      {slice.loading && !slice.data && <Skeleton height={60} />}
      {slice.data?.length === 0 && (
        <Text role="status" size="sm">
          {t('driver_assign_none')}
        </Text>
      )}
      <ul className={classes.waiting}>
        {slice.data?.map((booking) => (
          <li key={booking.id}>
            <span>
              <strong>{formatClock(now - booking.releaseAt)}</strong> · {booking.pickup.add} – {booking.drop.add}
            </span>
            <Button
              variant="default"
              size="md"
              loading={action.busy}
              aria-label={t('driver_assign_one', { id: booking.id, name: driver.name })}
              onClick={() => void ask(booking)}
            >
              {t('assign_ask')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
