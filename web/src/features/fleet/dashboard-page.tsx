import { Skeleton, Stack, Title } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { getAllSettings } from '@wayfare/contract/settings'
import { getLastProof } from '@wayfare/contract/wallet-books'
import { Suspense, useState } from 'react'
import { useMayCall, useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { BooksBanner } from '../../shared/books/books-banner.tsx'
import { LoadProblem } from '../../ui/load-problem.tsx'
import { CountersRow } from './counters-row.tsx'
import classes from './dashboard.module.css'
import { DemoMap, useDemoMap } from './demo-map.tsx'
import { DriversList } from './drivers-list.tsx'
import type { DriverCounts } from './drivers-map.tsx'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'
import { JobBoard } from './job-board.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { MapZone } from './map-zone.tsx'
import { useDeskChoice } from './use-desk-choice.ts'
import { useDayChange, useLiveCounters, useTrendsAlong } from './use-live-dashboard.ts'
import { useDashboard } from './dashboard-queries.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const TrendPanel = makeLazyPart(async () => (await import('./trend-panel.tsx')).TrendPanel)

const MobileFaults = makeLazyPart(async () => (await import('./mobile-faults.tsx')).MobileFaults)

/** Fetched when one comes near it. */
const Trends = () => {
  const { ref, inViewport } = useInViewport()
  const [seen, setSeen] = useState(false)
  if (inViewport && !seen) setSeen(true)
  const waiting = <Skeleton height={340} radius="lg" />
  return (
    <div ref={ref} style={{ minBlockSize: 340 }}>
      {seen ? (
        <Suspense fallback={waiting}>
          <TrendPanel />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}

const Figures = ({ counts, isAdmin }: { counts: DriverCounts | null; isAdmin: boolean }) => {
  const { data, error, reload } = useDashboard()
  useLiveCounters(isAdmin)
  useDayChange(data?.dayEndsAt ?? null)
  useTrendsAlong(data?.revenue.all ?? null)
  if (!error.flag) return <CountersRow data={data} drivers={counts} isAdmin={isAdmin} />
  return <LoadProblem cause={error.cause} onAgain={reload} />
}

/** What an admin is told above the figures; `isKnown`: nothing more of it comes that would push them down. */
const useNotices = () => {
  const demoMap = useDemoMap()
  const first = useFirstSteps()
  return { isDemoMap: demoMap.isShown, steps: first.steps, isKnown: demoMap.isKnown && first.isKnown }
}

const Notices = ({ isDemoMap, steps }: Omit<ReturnType<typeof useNotices>, 'isKnown'>) => (
  <>
    <Suspense fallback={null}>
      <MobileFaults />
    </Suspense>
    {isDemoMap && <DemoMap />}
    {steps && <FirstSteps steps={steps} />}
  </>
)

const Ground = ({ isAdmin }: { isAdmin: boolean }) => {
  const t = useT()
  const [counts, setCounts] = useState<DriverCounts | null>(null)
  const choice = useDeskChoice()
  const mayCall = useMayCall()
  return (
    <>
      <Figures counts={counts} isAdmin={isAdmin} />
      <div className={classes.zones}>
        <JobBoard choice={choice} />
        <MapZone choice={choice} onCounts={setCounts} />
      </div>
      {mayCall(getLastProof) && <LedgerCard />}
      <div>
        <Title order={2} size="h5" mb="sm">
          {t('drivers_title')}
        </Title>
        <DriversList onDriver={choice.onDriver} />
      </div>
      <Trends />
    </>
  )
}

/** The same for every drawing of the page: what becomes known about the notices above it does not draw it again. */
const adminGround = <Ground isAdmin />

/** The figures are not painted before it is known whether a notice stands above them: they would jump. */
const GroundBelowNotices = () => {
  const { isKnown, ...notices } = useNotices()
  return (
    <>
      <Notices {...notices} />
      <Stack gap="lg" {...(isKnown ? {} : { className: classes.unplaced })}>
        {adminGround}
      </Stack>
    </>
  )
}

/** What goes on now: figures first, then what needs the desk, where everyone is, and how it went. */
export const DashboardPage = () => {
  const t = useT()
  const { me } = useSession()
  const mayCall = useMayCall()
  const isAdmin = me?.userType === 'admin'
  const name = `${me?.firstName ?? ''} ${me?.lastName ?? ''}`.trim()
  return (
    <Stack gap="lg">
      <Title order={1} size="h3">
        {isAdmin ? t('nav_dashboard') : t('dashboard_of_fleet', { name })}
      </Title>
      {mayCall(getLastProof) && <BooksBanner withLink />}
      {mayCall(getAllSettings) ? <GroundBelowNotices /> : <Ground isAdmin={isAdmin} />}
    </Stack>
  )
}
