// What waits to be done, and what was given up: that can be tried again, or let go.
import { Button, Group, Text } from '@mantine/core'
import type { SystemView } from '@wayfare/contract/system'
import { useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { FigureList } from '../../ui/figure-list.tsx'
import { SystemCard } from './system-card.tsx'
import classes from './system.module.css'
import { useFailedJobs } from './use-system.ts'

type Queue = NonNullable<SystemView['jobs']>
type Failed = Queue['failed'][number]

const useSeconds = () => {
  const t = useT()
  const format = useFormat()
  return (seconds: number): string =>
    seconds < 60 ? t('system_seconds', { count: format.number(Math.round(seconds * 10) / 10) }) : format.duration(seconds)
}

const Figures = ({ jobs, news }: Pick<SystemView, 'news'> & { jobs: Queue }) => {
  const t = useT()
  const format = useFormat()
  const secondsOf = useSeconds()
  const figures: [string, string][] = [
    [t('system_waiting'), format.number(jobs.waiting)],
    [t('system_waiting_outside'), format.number(jobs.waitingOutside)],
    [t('system_failing'), format.number(jobs.failing)],
    [t('system_oldest'), secondsOf(jobs.oldestS)],
  ]
  if (news.lagS !== null) figures.push([t('system_news_lag'), secondsOf(news.lagS)])
  return <FigureList className={classes.figures} figures={figures} />
}

type FailedRowProps = { failed: Failed; busy: boolean; onRetry: () => void; onForget: () => void }

const FailedRow = ({ failed: { name, count, lastAt, problem }, busy, onRetry, onForget }: FailedRowProps) => {
  const t = useT()
  const format = useFormat()
  return (
    <li>
      <Text fw={600}>
        <bdi dir="ltr">{name}</bdi> · {t('system_jobs', { count })}
      </Text>
      <Text>{t(`system_job_problem_${problem}`)}</Text>
      <Text size="sm" c="dimmed">
        {t('system_last_failed', { date: format.dateTime(lastAt) })}
      </Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" size="md" loading={busy} onClick={onRetry}>
          {t('system_retry')}
        </Button>
        <Button variant="subtle" color="danger" size="md" onClick={onForget}>
          {t('system_forget')}
        </Button>
      </Group>
    </li>
  )
}

const FailedJobs = ({ all }: { all: readonly Failed[] }) => {
  const t = useT()
  const problemText = useProblemText()
  const { retry, forget } = useFailedJobs()
  const [asked, setAsked] = useState<string | null>(null)
  const close = () => {
    setAsked(null)
    forget.forget()
  }
  const letGo = async (name: string) => {
    if (await forget.run({ name })) close()
  }
  return (
    <>
      {Boolean(retry.cause) && <Text role="alert">{problemText(retry.cause)}</Text>}
      <ul className={classes.rows} aria-label={t('system_check_failedJobs')}>
        {all.map((failed) => (
          <FailedRow
            key={failed.name}
            failed={failed}
            busy={retry.busy}
            onRetry={() => void retry.run({ name: failed.name })}
            onForget={() => setAsked(failed.name)}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== null}
        title={t('system_forget_title')}
        confirmLabel={t('system_forget')}
        danger
        write={forget}
        onConfirm={() => void letGo(asked ?? '')}
        onClose={close}
      >
        <bdi dir="ltr">{asked}</bdi>: {t('system_forget_text')}
      </ConfirmDialog>
    </>
  )
}

export const SystemQueue = ({ view: { jobs, news } }: { view: SystemView }) => {
  const t = useT()
  return (
    <SystemCard title={t('system_queue')}>
      {jobs ? <Figures jobs={jobs} news={news} /> : <Text c="dimmed">{t('system_state_unknown')}</Text>}
      {news.cause !== null && (
        <Text mt="sm">
          {t('system_cause')} <bdi dir="ltr">{news.cause}</bdi>
        </Text>
      )}
      {jobs && jobs.failed.length > 0 && <FailedJobs all={jobs.failed} />}
    </SystemCard>
  )
}
