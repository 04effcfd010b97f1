import type { Task } from '@wayfare/contract/dispatch'
import { readServerNow } from '../../api/live.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './driver.module.css'

/** A rider has a rating, a parcel has a kind. */
const Who = ({ task }: { task: Task }) => {
  const t = useT()
  const format = useFormat()
  const isParcel = task.category === 'delivery'
  const kind = [task.parcelType, task.option].filter((one) => one !== null).join(' · ')
  const rating = task.customerRating ? t('task_rating', { stars: format.number(task.customerRating) }) : t('task_no_rating')
  return (
    <div>
      <dt>{t(isParcel ? 'task_parcel' : 'task_rider')}</dt>
      <dd>{isParcel ? <bdi>{kind === '' ? task.customerFirstName : kind}</bdi> : `${task.customerFirstName} · ${rating}`}</dd>
    </div>
  )
}

/** Of a booking for later: whoever is asked twenty minutes before is not to stand at the door for fifteen of them. */
const PickupTime = ({ at }: { at: number }) => {
  const t = useT()
  const format = useFormat()
  return (
    <div>
      <dt>{t('task_pickup_time')}</dt>
      <dd>
        <strong>{format.moment(at, readServerNow())}</strong>
      </dd>
    </div>
  )
}

/** What a driver decides on beside the money, in this order and nothing else: when, way to the pickup, trip, where it ends, who rides. */
export const TaskFacts = ({ task }: { task: Task }) => {
  const t = useT()
  const format = useFormat()
  const way = (seconds: number, metres: number) => `${format.duration(seconds)} · ${format.distance(metres)}`
  const pickup =
    task.pickupDurationS === null || task.pickupDistanceM === null
      ? t('task_pickup_unknown')
      : way(task.pickupDurationS, task.pickupDistanceM)
  return (
    <dl className={classes.facts}>
      {task.tripDate ? <PickupTime at={task.tripDate} /> : null}
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
          <span>{task.drop.add}</span>
        </dd>
      </div>
      <Who task={task} />
    </dl>
  )
}
