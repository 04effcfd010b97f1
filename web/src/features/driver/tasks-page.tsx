import { Skeleton } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import { isBusy } from '@wayfare/core/booking'
import { useParams } from 'react-router'
import { useBasemap, useBookings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { readDeviceId } from './device.ts'
import { DoneCard } from './done-card.tsx'
import classes from './driver.module.css'
import { IdleConsole } from './idle-console.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { TripConsole } from './trip-console.tsx'
import { applyWaitingSteps, pickNewest, type WaitingStep } from './step-queue.ts'
import { useDriverPlace } from './use-driver-place.ts'
import { useDriverSteps } from './use-driver-steps.ts'
import { useDriverTasks } from './use-driver-tasks.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import sheet from '../../shared/map-sheet.module.css'

const TripRecord = makeLazyPart(async () => (await import('./trip-record.tsx')).TripRecord, <Skeleton height={480} radius="lg" />)
const DriverMap = makeLazyPart(async () => (await import('./driver-map.tsx')).DriverMap, <Skeleton height="100%" radius={0} />)

type ConsoleProps = { me: Me; booking: BookingView | null }

/** The booking as the server knows it, and as the driver has left it: steps that wait for the network are done for him. */
const tripOf = (known: BookingView | null, waiting: readonly WaitingStep[]) =>
  known && isBusy(known.status) ? { known, booking: applyWaitingSteps(known, waiting) } : null

const Console = ({ me, booking }: ConsoleProps) => {
  const t = useT()
  const { over, closeOver, answer, ...steps } = useDriverSteps(me.id)
  const trip = tripOf(pickNewest(booking, answer), steps.waiting)
  const shown = trip?.booking ?? null
  const center = useBasemap().data?.center ?? null
  const online = me.driverActiveStatus && me.activeDevice === readDeviceId()
  const place = useDriverPlace(me, shown, online, center)
  const { tasks, offer, state, dispatch } = useDriverTasks(trip === null && online)
  const answered = (bookingId: string) => {
    closeOver()
    dispatch({ type: 'answered', bookingId })
  }
  const idle = <IdleConsole me={me} online={online} place={place} tasks={tasks} state={state} dispatch={dispatch} />
  const afterTrip = over ? <DoneCard booking={over} onClose={closeOver} /> : idle
  return (
    <div className={classes.console}>
      <h1 className="wf-hidden">{t('nav_tasks')}</h1>
      <div className={`${sheet.map} ${classes.map}`}>
        <DriverMap booking={shown} place={place} online={online} />
      </div>
      <div className={`${sheet.panel} ${classes.panel}`}>
        {trip ? <TripConsole key={trip.known.id} {...trip} place={place} steps={steps} /> : afterTrip}
      </div>
      {offer && (
        <OfferDialog
          key={offer.bookingId}
          task={offer}
          onAnswered={answered}
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
