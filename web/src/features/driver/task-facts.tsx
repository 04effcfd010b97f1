import type { Task } from '@wayfare/contract/dispatch'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './driver.module.css'
import { describePayment } from './payment-words.ts'

/** A rider has a rating, a parcel has a kind. */
const Who = ({ task }: { task: Task }) => {
  const t = useT()
  const format = useFormat()
  if (task.category === 'delivery') {
    const kind = [task.parcelType, task.option].filter((one) => one !== null).join(' · ')
    return (
      <div>
        <dt>{t('task_parcel')}</dt>
        <dd>
          <span>
            <bdi>{kind === '' ? task.customerFirstName : kind}</bdi>
          </span>
        </dd>
      </div>
    )
  }
  const rating = task.customerRating ? t('task_rating', { stars: format.number(task.customerRating) }) : t('task_no_rating')
  return (
    <div>
      <dt>{t('task_rider')}</dt>
      <dd>
        <span>
          {task.customerFirstName} · {rating}
        </span>
      </dd>
    </div>
  )
}

/** What a driver decides on, in this order and nothing else: earnings and who pays them, way to the pickup, trip, where it ends, who rides. */
export const TaskFacts = ({ task }: { task: Task }) => {
  const t = useT()
  const format = useFormat()
  const way = (seconds: number, metres: number) => `${format.duration(seconds)} · ${format.distance(metres)}`
  const pickup =
    task.pickupDurationS === null || task.pickupDistanceM === null
      ? t('task_pickup_unknown')
      : way(task.pickupDurationS, task.pickupDistanceM)
  const payment = describePayment(task, format.money)
  return (
    <dl className={classes.facts}>
      <div className={classes.earnings}>
        <dt>{t('task_earnings')}</dt>
        <dd>
          <bdi>{format.money(task.driverShare)}</bdi>
        </dd>
        <dd className={classes.paid}>{t(payment.key, payment.params)}</dd>
      </div>
      <div>
        <dt>{t('task_to_pickup')}</dt>
        <dd>
          <strong>{pickup}</strong>
          <span>{task.pickup.add}</span>
        </dd>
      </div>
      <div>
        <dt>{t('task_trip')}</dt>
        <dd>
          <strong>{way(task.tripDurationS, task.tripDistanceM)}</strong>
        </dd>
      </div>
      <div>
        <dt>{t('destination')}</dt>
        <dd>
          <span>{task.drop.add}</span>
        </dd>
      </div>
      <Who task={task} />
    </dl>
  )
}
