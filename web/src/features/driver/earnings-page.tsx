import { Button, Collapse, Skeleton, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { LoadProblem } from '../../ui/load-problem.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { CashCard } from './cash-card.tsx'
import classes from './earnings.module.css'
import { TodayPanel } from './today-panel.tsx'
import { useEarningsWeek } from './use-earnings-week.ts'
import { WeekCard } from './week-card.tsx'

const TripsList = makeLazyPart(async () => (await import('./trips-list.tsx')).TripsList, <Skeleton height={240} />)

/** What the driver has earned: today, this week and the ones before, by day and by trip, and the cash that is held and owed. */
export const EarningsPage = () => {
  const t = useT()
  const [day, setDay] = useState<string | null>(null)
  const [opened, { toggle }] = useDisclosure(false)
  const week = useEarningsWeek(day)
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        {t('nav_earnings')}
      </Title>
      <TodayPanel />
      {week.error.flag && <LoadProblem cause={week.error.cause} onAgain={week.reload} />}
      {!week.data && !week.error.flag && <Skeleton height={420} radius="lg" />}
      {week.data && (
        <>
          <WeekCard week={week.data} onWeek={setDay} />
          <CashCard week={week.data} />
        </>
      )}
      <Button component={Link} to="/statements" mih={64} variant="default">
        {t('earnings_statements')}
      </Button>
      <div>
        <Button mih={64} fullWidth variant="default" aria-expanded={opened} onClick={toggle}>
          {t('my_trips')}
        </Button>
        <Collapse expanded={opened} pt={opened ? 'md' : 0}>
          {opened && <TripsList />}
        </Collapse>
      </div>
    </div>
  )
}
