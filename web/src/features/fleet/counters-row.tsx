import { Skeleton } from '@mantine/core'
import type { OutputOf } from '@wayfare/contract/endpoint'
import type { getDashboard } from '@wayfare/contract/reports'
import { isBusy } from '@wayfare/core/booking'
import type { DutyState } from '@wayfare/core/dispatch'
import { Link } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { waitingQuery } from './people-view.ts'
import dashboard from './dashboard.module.css'
import classes from './fleet.module.css'

type Dashboard = OutputOf<typeof getDashboard>

type CounterProps = { label: string; value: string | null; loud?: boolean; to?: string }

const Counter = ({ label, value, loud = false, to }: CounterProps) => (
  <div className={`${classes.counter} ${dashboard.counter}`} data-loud={loud || undefined}>
    <dt>
      {to === undefined ? (
        label
      ) : (
        <Link to={to} className={dashboard.counterLink ?? ''}>
          {label}
        </Link>
      )}
    </dt>
    <dd>{value === null ? <Skeleton height={16} my={3} width="60%" /> : <bdi>{value}</bdi>}</dd>
  </div>
)

type CountersRowProps = {
  data: Dashboard | null
  /** newer than the figures, while the map is open */
  drivers: Record<DutyState, number> | null
  isAdmin: boolean
}

/** Money of today, this month and ever. */
const Revenue = ({ data }: { data: Dashboard | null }) => {
  const t = useT()
  const format = useFormat()
  const money = (span: 'today' | 'month' | 'all') => data && format.money(data.revenue[span])
  return (
    <>
      <Counter label={t('revenue_today')} value={money('today')} loud />
      <Counter label={t('revenue_month')} value={money('month')} loud />
      <Counter label={t('revenue_all')} value={money('all')} loud />
    </>
  )
}

/** Those with a driver now: what is paid and waits for its rating is over. */
const countLive = (active: Dashboard['active']): number =>
  active.reduce((sum, { status, count }) => (isBusy(status) ? sum + count : sum), 0)

const useCount = () => {
  const format = useFormat()
  return (number: number | null) => (number === null ? null : format.number(number))
}

/** What goes on now. */
const Traffic = ({ data, drivers, isAdmin }: CountersRowProps) => {
  const t = useT()
  const count = useCount()
  const known = data && {
    free: data.drivers.online,
    busy: data.drivers.busy,
    stale: data.drivers.stale,
    offline: data.drivers.offline,
  }
  const now = drivers ?? known
  return (
    <>
      {isAdmin && <Counter label={t('bookings_waiting_now')} value={count(data && data.waiting)} to="/bookings?scope=waiting" />}
      <Counter label={t('trips_live')} value={count(data && countLive(data.active))} to="/bookings?scope=live" />
      <Counter label={t('drivers_online')} value={count(now && now.free)} />
      <Counter label={t('drivers_busy')} value={count(now && now.busy)} />
      <Counter label={t('drivers_stale')} value={count(now && now.stale)} />
      <Counter label={t('drivers_offline')} value={count(now && now.offline)} />
    </>
  )
}

/** What waits for somebody. */
const Duties = ({ data, isAdmin }: CountersRowProps) => {
  const t = useT()
  const count = useCount()
  return (
    <>
      <Counter label={t('drivers_unapproved')} value={count(data && data.unapproved)} to={`/drivers?${waitingQuery}`} />
      {isAdmin && <Counter label={t('withdraws_open')} value={count(data && data.withdraws)} to="/withdraws" />}
      {isAdmin && <Counter label={t('payments_trouble')} value={count(data && data.troubles)} to="/payments?problem=true" />}
    </>
  )
}

export const CountersRow = (props: CountersRowProps) => (
  <dl className={classes.counters} data-of={props.isAdmin ? 'admin' : 'fleet'} aria-busy={props.data === null}>
    <Revenue data={props.data} />
    <Traffic {...props} />
    <Duties {...props} />
  </dl>
)
