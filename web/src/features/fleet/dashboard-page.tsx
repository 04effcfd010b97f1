import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useDashboard } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { BooksBanner } from '../../shared/books/books-banner.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { AlertsLane } from './alerts-lane.tsx'
import { CountersRow } from './counters-row.tsx'
import { DriversList } from './drivers-list.tsx'
import classes from './fleet.module.css'
import { LedgerCard } from './ledger-card.tsx'

const DriversMap = lazy(() => import('./drivers-map.tsx').then((all) => ({ default: all.DriversMap })))

/** What goes on now: figures first, then what needs the desk, then where everyone is. */
export const DashboardPage = () => {
  const t = useT()
  const problemText = useProblemText()
  const { me } = useSession()
  const dashboard = useDashboard()
  const isAdmin = me?.userType === 'admin'
  return (
    <Stack gap="lg">
      <Title order={1} size="h3">
        {isAdmin ? t('nav_dashboard') : t('dashboard_of_fleet', { name: `${me?.firstName ?? ''} ${me?.lastName ?? ''}`.trim() })}
      </Title>
      {isAdmin && <BooksBanner withLink />}
      {dashboard.error.flag ? (
        <Stack role="alert" align="start">
          <Text>{problemText(dashboard.error.cause)}</Text>
          <Button variant="default" onClick={dashboard.reload}>
            {t('try_again')}
          </Button>
        </Stack>
      ) : (
        <CountersRow data={dashboard.data} />
      )}
      <div className={classes.zones}>
        <Suspense fallback={<Skeleton height={440} radius="lg" />}>
          <DriversMap />
        </Suspense>
        <Stack gap="lg">
          <AlertsLane />
          {isAdmin && <LedgerCard />}
        </Stack>
      </div>
      <div>
        <Title order={2} size="h5" mb="sm">
          {t('drivers_title')}
        </Title>
        <DriversList />
      </div>
    </Stack>
  )
}
