import { Skeleton } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import { isBusy } from '@wayfare/core/booking'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useBasemap, useBookings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { deviceId } from './device.ts'
import { DoneCard } from './done-card.tsx'
import classes from './driver.module.css'
import { IdleConsole } from './idle-console.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { TripConsole } from './trip-console.tsx'
import { TripRecord } from './trip-record.tsx'
import { useDriverPlace } from './use-driver-place.ts'
import { useDriverTasks } from './use-driver-tasks.ts'

const DriverMap = lazy(() => import('./driver-map.tsx').then((all) => ({ default: all.DriverMap })))

type ConsoleProps = { me: Me; booking: BookingView | null }

const Console = ({ me, booking }: ConsoleProps) => {
  const t = useT()
  const [done, setDone] = useState<BookingView | null>(null)
  const center = useBasemap().data?.center ?? null
  const online = me.driverActiveStatus && me.activeDevice === deviceId()
  const place = useDriverPlace(me, booking, online, center)
  const { tasks, offer, state, dispatch } = useDriverTasks(booking === null && online)
  return (
    <div className={classes.console}>
      <h1 className={classes.hidden}>{t('nav_tasks')}</h1>
      <div className={classes.map}>
        <Suspense fallback={<Skeleton height="100%" radius={0} />}>
          <DriverMap booking={booking} place={place} online={online} />
        </Suspense>
      </div>
      <div className={classes.panel}>
        {booking && <TripConsole key={booking.id} booking={booking} place={place} onPaid={setDone} />}
        {!booking && done && <DoneCard booking={done} onClose={() => setDone(null)} />}
        {!booking && !done && (
          <IdleConsole me={me} online={online} place={place} tasks={tasks} state={state} dispatch={dispatch} />
        )}
      </div>
      {offer && (
        <OfferDialog
          key={offer.bookingId}
          task={offer}
          onAnswered={(bookingId) => dispatch({ type: 'answered', bookingId })}
          onAside={(bookingId) => dispatch({ type: 'putAside', bookingId })}
        />
      )}
    </div>
  )
}

/** The driver's console; a link to a trip that is over shows its record. */
export const TasksPage = () => {
  const { me } = useSession()
  const { id } = useParams()
  const active = useBookings('active')
  if (!me) return null
  if (!active.data && !active.error.flag) return <Skeleton height={480} radius="lg" />
  const booking = active.data?.find(({ status }) => isBusy(status)) ?? null
  if (id && id !== booking?.id) return <TripRecord id={id} />
  return <Console me={me} booking={booking} />
}
