// A signed-in rider's home: the map, and on it what one came for. A trip that goes on stands above the question where to.
import { decodePolyline } from '@wayfare/core/geo'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import sheet from '../../shared/map-sheet.module.css'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { BookingForm } from './booking-form.tsx'
import { OwnTrips } from './own-trips.tsx'
import styles from './rider-home.module.css'
import { findChosenStop, type TripPoints } from './trip-points.ts'
import { useTripQuotes } from './use-car-quotes.ts'
import { useTripPoints } from './use-trip-points.ts'

const MapView = makeLazyPart(async () => (await import('../../map/map-view.tsx')).MapView, null)

const RiderDemoNote = () => {
  const t = useT()
  if (useSession().demoSignIns.length === 0) return null
  return (
    <div className={styles.note}>
      <p className={styles.noteTitle}>{t('demo_rider_title')}</p>
      <ol>
        <li>{t('demo_rider_step_1')}</li>
        <li>{t('demo_rider_step_2')}</li>
        <li>{t('demo_rider_step_3')}</li>
      </ol>
    </div>
  )
}

/** The city, then what has been chosen on it. */
const HomeMap = ({ points }: { points: TripPoints }) => {
  const t = useT()
  const { quotes } = useTripQuotes(points)
  const [pickup, drop] = [findChosenStop(points.pickup), findChosenStop(points.drop)]
  const polyline = quotes?.[0]?.polyline ?? ''
  const route = useMemo(() => decodePolyline(polyline), [polyline])
  const fit = useMemo(() => {
    const stops = [pickup, drop].flatMap((stop) => stop ?? [])
    return stops.length === 0 ? undefined : [...stops, ...route]
  }, [pickup, drop, route])
  return <MapView label={t('rider_map_label')} pickup={pickup} drop={drop} route={route} fit={fit} />
}

export const RiderHome = () => {
  const t = useT()
  const trip = useTripPoints()
  return (
    <div className={styles.home}>
      <h1 className="wf-hidden">{t('nav_book_ride')}</h1>
      <div className={`${sheet.map} ${styles.map}`}>
        <HomeMap points={trip.points} />
      </div>
      <div className={`${sheet.panel} ${styles.panel}`}>
        <OwnTrips />
        <BookingForm trip={trip} />
        <RiderDemoNote />
        <nav className={styles.links} aria-label={t('nav_about')}>
          <Link to="/about-us">{t('nav_about')}</Link>
          <Link to="/privacy-policy">{t('nav_privacy')}</Link>
        </nav>
      </div>
    </div>
  )
}
