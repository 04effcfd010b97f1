import type { Task } from '@wayfare/contract/dispatch'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './driver.module.css'
import { computeOfferRate } from './offer-rate.ts'
import { describePayment } from './payment-words.ts'

/** First what a driver earns by a task, what that is for the time and the way it takes, and who pays. */
export const TaskMoney = ({ task }: { task: Task }) => {
  const t = useT()
  const format = useFormat()
  const inMiles = useSettings().data?.convertToMile ?? false
  const rate = computeOfferRate(task, inMiles)
  const payment = describePayment(task, format)
  const perDistance = inMiles ? 'task_rate_mile' : 'task_rate_km'
  return (
    <dl className={classes.facts}>
      <div className={classes.earnings}>
        <dt>{t('task_earnings')}</dt>
        <dd>
          <bdi>{format.money(task.driverShare)}</bdi>
        </dd>
        {rate && (
          <dd className={classes.rate}>
            {t(perDistance, { hour: format.money(rate.perHour), distance: format.money(rate.perDistance) })}
          </dd>
        )}
        <dd className={classes.paid}>{t(payment.key, payment.params)}</dd>
      </div>
    </dl>
  )
}
