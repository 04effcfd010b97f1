import { Skeleton } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Task } from '@wayfare/contract/dispatch'
import { isBusy } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useBasemap, useBookings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useShowsConsole } from './console-shown.ts'
import { readDeviceId } from './device.ts'
import classes from './driver.module.css'
import trips from './trip.module.css'
import { IdleConsole } from './idle-console.tsx'
import { applyWaitingSteps, pickNewest, type WaitingStep } from './step-queue.ts'
import { TakeOver } from './online-panel.tsx'
import { useDriverPlace } from './use-driver-place.ts'
import { useDriverSteps } from './use-driver-steps.ts'
import { useDriverTasks } from './use-driver-tasks.ts'
import { readWayLeft } from './way-left.ts'
import { makeLazyPart, useEarlyParts } from '../../ui/lazy-part.ts'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import sheet from '../../shared/map-sheet.module.css'

const loadOffer = async () => (await import('./offer-dialog.tsx')).OfferDialog
const loadTrip = async () => (await import('./trip-console.tsx')).TripConsole
const loadDone = async () => (await import('./done-card.tsx')).DoneCard
/** Whatever an offer and a trip show: there before they are wanted, as a phone may have no network then. */
const early = [loadOffer, loadTrip, loadDone]

const OfferDialog = makeLazyPart(loadOffer, null)
const TripConsole = makeLazyPart(loadTrip, <Skeleton height={320} radius="lg" />)
const DoneCard = makeLazyPart(loadDone, <Skeleton height={320} radius="lg" />)
const TripRecord = makeLazyPart(async () => (await import('./trip-record.tsx')).TripRecord, <Skeleton height={480} radius="lg" />)
const NextManoeuvre = makeLazyPart(async () => (await import('./next-manoeuvre.tsx')).NextManoeuvre, null)
const DriverMap = makeLazyPart(async () => (await import('./driver-map.tsx')).DriverMap, <Skeleton height="100%" radius={0} />)

type FrameProps = { isTrip: boolean; map: ReactNode; panel: ReactNode; children: ReactNode }

/** The map and what one does; while a trip is on nothing else is on the screen. */
const Frame = ({ isTrip, map, panel, children }: FrameProps) => {
  const t = useT()
  return (
    <div className={trips.console} {...(isTrip ? { 'data-trip': true, 'data-without-tabs': true } : {})}>
      <h1 className="wf-hidden">{t('nav_tasks')}</h1>
      <div className={`${sheet.map} ${trips.map}`}>{map}</div>
      <div className={`${sheet.panel} ${classes.panel}`}>{panel}</div>
      {children}
    </div>
  )
}

type ConsoleProps = { me: Me; booking: BookingView | null }

/** The booking as the server knows it, and as the driver has left it: steps that wait for the network are done for him. */
const tripOf = (known: BookingView | null, waiting: readonly WaitingStep[]) =>
  known && isBusy(known.status) ? { known, booking: applyWaitingSteps(known, waiting) } : null

/** On a trip the server takes positions also of a driver who asks for no more tasks. */
const readDuty = (me: Me, isOnTrip: boolean) => {
  const isHere = me.activeDevice === readDeviceId()
  // one who was blocked on a trip has no device any more
  const isElsewhere = !isHere && me.activeDevice !== null
  return { isElsewhere, online: me.driverActiveStatus && isHere, isFollowed: isHere && (me.driverActiveStatus || isOnTrip) }
}

type TripPanelProps = { me: Me; place: LatLng | null; isElsewhere: boolean; trip: ReactNode }

/** Where another device says where the driver is, this one can; where a robot does in a demo, that is less urgent than the next step. */
const TripPanel = ({ me, place, isElsewhere, trip }: TripPanelProps) => (
  <>
    {isElsewhere && !me.demo && <TakeOver me={me} place={place} isShort />}
    {trip}
    {isElsewhere && me.demo && <TakeOver me={me} place={place} />}
  </>
)

type Shown = { trip: BookingView | undefined; over: BookingView | null; offer: Task | null }

/** What one may do on the screen: where it changes, the button that had the focus may be gone. */
const nameShown = ({ trip, over, offer }: Shown, isElsewhere: boolean, tasks: readonly Task[]): string =>
  [trip?.id, over?.id, isElsewhere, offer?.bookingId, ...tasks.map(({ bookingId }) => bookingId)].join(' ')

const Console = ({ me, booking }: ConsoleProps) => {
  useEarlyParts(early)
  useShowsConsole()
  const { over, closeOver, answer, ...steps } = useDriverSteps(me.id)
  const trip = tripOf(pickNewest(booking, answer), steps.waiting)
  const shown = trip?.booking ?? null
  const center = useBasemap().data?.center ?? null
  const { isElsewhere, online, isFollowed } = readDuty(me, trip !== null)
  const place = useDriverPlace(me, shown, isFollowed, center)
  const left = readWayLeft(place)
  const { tasks, offer, state, dispatch } = useDriverTasks(trip === null && online)
  useFocusKept(nameShown({ trip: trip?.known, over, offer }, isElsewhere, tasks))
  const answered = (bookingId: string) => {
    closeOver()
    dispatch({ type: 'answered', bookingId })
  }
  const idle = <IdleConsole me={me} online={online} place={place} tasks={tasks} state={state} dispatch={dispatch} />
  const afterTrip = over ? <DoneCard booking={over} onClose={closeOver} /> : idle
  const map = (
    <>
      <DriverMap booking={shown} place={place} online={online} />
      {left && <NextManoeuvre left={left} />}
    </>
  )
  const onTrip = trip && <TripConsole key={trip.known.id} {...trip} place={place} left={left} steps={steps} />
  const panel = onTrip ? <TripPanel me={me} place={place.place} isElsewhere={isElsewhere} trip={onTrip} /> : afterTrip
  return (
    <Frame isTrip={trip !== null} map={map} panel={panel}>
      {offer && (
        <OfferDialog
          key={offer.bookingId}
          task={offer}
          feed={place.feed}
          onAnswered={answered}
          onAside={(bookingId) => dispatch({ type: 'putAside', bookingId })}
        />
      )}
    </Frame>
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
