// What is being built, how far it is, and what became of the last one.
import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { cancelCity, type CityList, type CityOutcome, type CityWork } from '@wayfare/contract/cities'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import classes from './cities.module.css'

const Running = ({ work, isLocked }: { work: CityWork; isLocked: boolean }) => {
  const t = useT()
  const { run, busy } = useWrite(cancelCity, { stale: [queryKeys.cities], refuse: useProblem() })
  const percent = Math.round(work.fraction * 100)
  return (
    <section className={classes.card} aria-labelledby="city-work">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} size="h4" id="city-work">
          {t('city_building', { file: work.file })}
        </Title>
        <Button variant="default" mih="var(--wf-touch)" disabled={isLocked} loading={busy} onClick={() => void run({})}>
          {t('city_cancel')}
        </Button>
      </Group>
      <Progress value={percent} aria-label={t('city_building', { file: work.file })} />
      <Text role="status" mt="xs">
        {t(`city_stage_${work.stage}`)} · {t('city_percent', { percent })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('city_building_note')}
      </Text>
    </section>
  )
}

const Ended = ({ outcome }: { outcome: CityOutcome }) => {
  const t = useT()
  const format = useFormat()
  const { file, problem, reason } = outcome
  const at = format.dateTime(outcome.at)
  if (problem === null) return <Alert color="primary">{t('city_built', { file, at })}</Alert>
  return (
    <Alert color={problem === 'cancelled' ? 'neutral' : 'danger'} title={t('city_not_built', { file, at })}>
      <Stack gap={4}>
        <Text>{t(`city_problem_${problem}`)}</Text>
        {problem === 'failed' && (
          <Text size="sm">
            <bdi dir="ltr">{reason}</bdi>
          </Text>
        )}
      </Stack>
    </Alert>
  )
}

/** What was built and is served by now says enough by itself. */
export const CityWorkCard = ({ list: { work, last, active }, isLocked }: { list: CityList; isLocked: boolean }) => {
  if (work) return <Running work={work} isLocked={isLocked} />
  if (last?.dataset && last.dataset === active) return null
  return last && <Ended outcome={last} />
}
