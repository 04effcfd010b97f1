import { Link } from 'react-router'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import classes from './earnings.module.css'
import type { EarningsWeek } from './use-earnings-week.ts'

type Trip = EarningsWeek['trips'][number]
type DayRowProps = { day: EarningsWeek['days'][number]; share: number; trips: readonly Trip[]; isToday: boolean }

const TripRow = ({ trip }: { trip: Trip }) => {
  const t = useT()
  const format = useFormat()
  const cash = Number(trip.cashCollected) > 0 ? t('earnings_cash_of_trip', { cash: format.exactMoney(trip.cashCollected) }) : null
  const beside = { claim: t('earnings_claim'), tip: t('tip'), cancelFee: t('statement_cancelFee'), trip: cash }
  const what = beside[trip.kind]
  return (
    <li>
      <Link to={`/bookings/${trip.bookingId}`} className={classes.trip}>
        <span>{format.time(trip.at)}</span>
        <span className={classes.way}>
          <bdi>{t('earnings_way', { from: trip.from, to: trip.to })}</bdi>
          {what && <small>{what}</small>}
        </span>
        <strong>
          <bdi>{format.exactMoney(trip.earned)}</bdi>
        </strong>
      </Link>
    </li>
  )
}

/** A day with its sum, to be opened for its trips; `share`: of the best day of the week (0 to 1). */
export const DayRow = ({ day, share, trips, isToday }: DayRowProps) => {
  const t = useT()
  const format = useFormat()
  const { language } = useLanguage()
  const name = new Intl.DateTimeFormat(language.dateLocale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(Date.parse(day.day))
  const line = (
    <>
      <span className={classes.name}>
        {isToday ? t('today_title') : name}
        <small>{t('earnings_trips', { count: day.trips })}</small>
      </span>
      <span className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
      </span>
      <strong>
        <bdi>{format.exactMoney(day.earned)}</bdi>
      </strong>
    </>
  )
  if (trips.length === 0) return <div className={classes.day}>{line}</div>
  return (
    <details open={isToday}>
      <summary className={classes.day}>{line}</summary>
      <ul className={classes.trips}>
        {trips.map((trip) => (
          <TripRow key={`${trip.bookingId}-${trip.kind}`} trip={trip} />
        ))}
      </ul>
    </details>
  )
}
