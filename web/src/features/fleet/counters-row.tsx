import { Skeleton } from '@mantine/core'
import type { getDashboard } from '@wayfare/contract/reports'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './fleet.module.css'

type Dashboard = OutputOf<typeof getDashboard>

const Counter = ({ label, value, loud = false }: { label: string; value: string | null; loud?: boolean }) => (
  <div className={classes.counter} data-loud={loud || undefined}>
    <dt>{label}</dt>
    <dd>{value === null ? <Skeleton height={20} my={4.5} width="60%" /> : <bdi>{value}</bdi>}</dd>
  </div>
)

/** Money of today, this month and ever, then what is going on now. */
export const CountersRow = ({ data }: { data: Dashboard | null }) => {
  const t = useT()
  const format = useFormat()
  const money = (amount: string | undefined) => (amount === undefined ? null : format.money(amount))
  const count = (number: number | undefined) => (number === undefined ? null : format.number(number))
  const active = data?.active.reduce((sum, one) => sum + one.count, 0)
  return (
    <dl className={classes.counters} aria-busy={data === null}>
      <Counter label={t('revenue_today')} value={money(data?.revenue.today)} loud />
      <Counter label={t('revenue_month')} value={money(data?.revenue.month)} loud />
      <Counter label={t('revenue_all')} value={money(data?.revenue.all)} loud />
      <Counter label={t('bookings_active')} value={count(active)} />
      <Counter label={t('drivers_online')} value={count(data?.drivers.online)} />
      <Counter label={t('drivers_busy')} value={count(data?.drivers.busy)} />
      <Counter label={t('drivers_offline')} value={count(data?.drivers.offline)} />
    </dl>
  )
}
