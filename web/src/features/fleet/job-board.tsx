// What the desk works on all day: problems first, then who waits, the longest on top, and all that goes on or is to come.
import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type BookingView, getBooking } from '@wayfare/contract/bookings'
import type { getBoard, Job } from '@wayfare/contract/desk-board'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { jobStages } from '@wayfare/core/job-board'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useNow } from '../../shared/use-now.ts'
import { useProblem } from '../../ui/dialogs.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { LoadProblem } from '../../ui/load-problem.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useTableKeys } from '../../ui/use-table-keys.ts'
import { useBoard, usePanics } from './dashboard-queries.ts'
import classes from './job-board.module.css'
import { JobRow } from './job-row.tsx'
import { PanicAlerts } from './panic-alerts.tsx'
import type { DeskChoice } from './use-desk-choice.ts'
import { useNearest } from './use-nearest.ts'

const AssignDialog = makeLazyPart(async () => (await import('./assign-dialog.tsx')).AssignDialog, null)

type Board = OutputOf<typeof getBoard>

const headings = [...jobStages, 'problems'] as const
type Heading = (typeof headings)[number]

/** No booking is of a fleet before a driver has it. */
const ofFleets: readonly Heading[] = ['coming', 'onTrip', 'problems']

/** What is counted beyond the rows is on the page of bookings. */
const morePages = { waiting: 'waiting', coming: 'live', onTrip: 'live', scheduled: 'scheduled' } as const

const isUnder = ({ stage, alerts }: Job, heading: Heading | null): boolean => {
  if (heading === null) return true
  return heading === 'problems' ? alerts.length > 0 : stage === heading
}

/** Minutes are shown: seconds would only be unrest (ms). */
const TICK_MS = 10_000

/** All is calm only while nobody waits and nobody is in need; what is not known yet is not calm. */
const Calm = ({ counts: { waiting, problems } }: Pick<Board, 'counts'>) => {
  const t = useT()
  const panics = usePanics().last
  // until it is known whether somebody is in need, the words have their room already
  if (waiting === 0 && problems === 0 && (panics === null || panics.length === 0))
    return (
      <p className={classes.calm} {...(panics === null ? { style: { visibility: 'hidden' } } : {})}>
        <IconCircleCheck size={20} aria-hidden />
        {t('board_calm')}
      </p>
    )
  const needs = [
    ...(problems > 0 ? [t('board_problems', { count: problems })] : []),
    ...(waiting > 0 ? [t('board_waiting', { count: waiting })] : []),
  ]
  return needs.length === 0 ? null : (
    <Text size="sm" fw={600} className={classes.needs ?? ''}>
      {needs.join(' · ')}
    </Text>
  )
}

/** Under one heading, the longest there first; all together, and problems, as the board has them: the most urgent first. */
const listUnder = (jobs: readonly Job[], heading: Heading | null): readonly Job[] => {
  const found = jobs.filter((job) => isUnder(job, heading))
  return heading === null || heading === 'problems' ? found : found.toSorted((a, b) => a.since - b.since)
}

type HeadingsProps = { counts: Board['counts']; heading: Heading | null; onHeading: (heading: Heading | null) => void }

const Headings = ({ counts, heading, onHeading }: HeadingsProps) => {
  const t = useT()
  const isAdmin = useSession().me?.userType === 'admin'
  const options = (isAdmin ? headings : ofFleets).map((id) => ({ id, label: t(`job_heading_${id}`, { count: counts[id] }) }))
  return (
    <div className={classes.headings}>
      <FilterChips label={t('board_title')} options={options} value={heading} onChange={onHeading} />
    </div>
  )
}

/** Choosing one of all who could come needs the whole booking. */
const usePicking = () => {
  const problem = useProblem()
  const [booking, setBooking] = useState<BookingView | null>(null)
  const pick = ({ bookingId: id }: Job) => void callEndpoint(getBooking, { id }).then(setBooking, problem)
  return { pick, dialog: booking && <AssignDialog booking={booking} onClose={() => setBooking(null)} /> }
}

const Rows = ({ jobs, choice }: { jobs: readonly Job[]; choice: DeskChoice }) => {
  const t = useT()
  const now = useNow(TICK_MS)
  const nearest = useNearest()
  const picking = usePicking()
  const { job: chosen, onJob } = choice
  useTableKeys()
  useKeys(nearest.may ? [{ keys: 'a', label: t('key_assign'), run: () => nearest.assign(chosen) }] : [])
  return (
    <>
      <ul className={classes.list} data-table tabIndex={0} aria-label={t('board_title')}>
        {jobs.map((job) => {
          const isOffered = nearest.isOffered(job)
          return (
            <JobRow
              key={job.bookingId}
              job={job}
              now={now}
              isChosen={job.bookingId === chosen?.bookingId}
              onChoose={() => onJob(job.bookingId)}
              onAssign={isOffered ? () => nearest.assign(job) : null}
              onPick={isOffered ? () => picking.pick(job) : null}
              busy={nearest.busy}
            />
          )
        })}
      </ul>
      {picking.dialog}
    </>
  )
}

const Content = ({ board, choice }: { board: Board; choice: DeskChoice }) => {
  const t = useT()
  const [heading, setHeading] = useState<Heading | null>(null)
  const jobs = useMemo(() => listUnder(board.jobs, heading), [board.jobs, heading])
  const counted = heading === null ? 0 : board.counts[heading]
  return (
    <>
      <div role="status">
        <Calm counts={board.counts} />
      </div>
      <Headings counts={board.counts} heading={heading} onHeading={setHeading} />
      {jobs.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('board_empty')}
        </Text>
      ) : (
        <Rows jobs={jobs} choice={choice} />
      )}
      {heading !== null && heading !== 'problems' && counted > jobs.length && (
        <Anchor component={Link} to={`/bookings?scope=${morePages[heading]}`} py={10}>
          {t('board_more', { count: counted - jobs.length })}
        </Anchor>
      )}
    </>
  )
}

export const JobBoard = ({ choice }: { choice: DeskChoice }) => {
  const t = useT()
  const { data, error, reload } = useBoard()
  return (
    <section className={classes.board} aria-labelledby="board-title">
      <Title order={2} size="h5" id="board-title">
        {t('board_title')}
      </Title>
      <PanicAlerts />
      {error.flag && <LoadProblem cause={error.cause} onAgain={reload} />}
      {/* until there are jobs, j and k do not go on to the next table */}
      {!data && !error.flag && <Skeleton height={180} data-table />}
      {data && <Content board={data} choice={choice} />}
    </section>
  )
}
