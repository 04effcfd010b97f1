// A job on the board: for how long, the way, who, what is wrong with it, and, of the chosen one, what can be done about it.
import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconPhone, IconUserPlus } from '@tabler/icons-react'
import type { Job } from '@wayfare/contract/desk-board'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { makeRowKeys } from '../../ui/use-table-keys.ts'
import { describeAlert, describePeople, describeTime } from './job-words.ts'
import classes from './job-board.module.css'

const icon = { size: 16, 'aria-hidden': true } as const

const Call = ({ number, label }: { number: string | null; label: string }) =>
  number === null ? null : (
    <Anchor href={`tel:${number}`} className={classes.deed ?? ''}>
      <IconPhone {...icon} />
      {label}
    </Anchor>
  )

type DeedsProps = { job: Job; onPick: (() => void) | null }

const Deeds = ({ job, onPick }: DeedsProps) => {
  const t = useT()
  return (
    <span className={classes.deeds}>
      <Anchor component={Link} to={`/bookings/${job.bookingId}`} className={classes.deed ?? ''}>
        {t('alert_open')} <bdi dir="ltr">{job.bookingId}</bdi>
      </Anchor>
      {onPick && (
        <Anchor component="button" type="button" className={classes.deed ?? ''} onClick={onPick}>
          {t('board_pick_driver')}
        </Anchor>
      )}
      <Call number={job.driverContact} label={t('alert_call_driver')} />
      <Call number={job.customerContact} label={t('alert_call_rider')} />
    </span>
  )
}

/** Whoever chose its car elsewhere finds the row in sight. */
const useInSight = (isChosen: boolean) => {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isChosen])
  return row
}

type JobRowProps = {
  job: Job
  now: number
  isChosen: boolean
  onChoose: () => void
  /** null where nobody can be asked by hand */
  onAssign: (() => void) | null
  onPick: (() => void) | null
  busy: boolean
}

export const JobRow = ({ job, now, isChosen, onChoose, onAssign, onPick, busy }: JobRowProps) => {
  const t = useT()
  const words = { t, format: useFormat(), now }
  const navigate = useNavigate()
  const row = useInSight(isChosen)
  const alert = describeAlert(job, words)
  return (
    <li
      ref={row}
      data-row
      data-stage={job.stage ?? 'over'}
      aria-current={isChosen}
      className={classes.row}
      onClick={onChoose}
      onFocus={onChoose}
      {...makeRowKeys(() => void navigate(`/bookings/${job.bookingId}`))}
    >
      <span className={classes.time}>
        <strong>{describeTime(job, words)}</strong>
        <span className={classes.stage}>{t(`job_stage_${job.stage ?? 'over'}`)}</span>
      </span>
      <span className={classes.facts}>
        <strong className={classes.way}>
          <bdi>{job.pickup.add}</bdi>
          <span className={classes.arrow}>→</span>
          <bdi>{job.drop.add}</bdi>
        </strong>
        {alert !== null && (
          <span className={classes.alert}>
            <IconAlertTriangle {...icon} />
            {alert}
          </span>
        )}
        <span className={classes.people}>{describePeople(job, words)}</span>
      </span>
      {onAssign && (
        <Button
          size="compact-sm"
          variant="light"
          className={classes.assign ?? ''}
          loading={busy}
          leftSection={<IconUserPlus {...icon} />}
          aria-label={t('board_assign_job', { from: job.pickup.add })}
          onClick={onAssign}
        >
          {t('board_assign')}
        </Button>
      )}
      {isChosen && <Deeds job={job} onPick={onPick} />}
    </li>
  )
}
