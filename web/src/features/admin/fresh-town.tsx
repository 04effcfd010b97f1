// A demo that was made in another city is made anew in this one: what is lost is said before, and how far it is meanwhile.
import { Alert, Button, Code, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { getTown } from '@wayfare/contract/demo'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useIsDemo, useRead } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './cities.module.css'
import { useFreshTown, type TownStage } from './use-fresh-town.ts'

const stageTexts: Readonly<Record<TownStage, string>> = {
  stopping: 'town_stopping',
  making: 'town_making',
  entering: 'town_entering',
}

const TownProgress = ({ stage, name }: { stage: TownStage; name: string }) => {
  const t = useT()
  return (
    <Dialog
      opened
      title={t('town_title', { name })}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={() => {}}
    >
      <Group wrap="nowrap" role="status">
        <Loader size="sm" aria-hidden />
        <div>
          <Text>{t(stageTexts[stage])}</Text>
          <Text size="sm" c="dimmed">
            {t('town_takes')}
          </Text>
        </div>
      </Group>
    </Dialog>
  )
}

type TownCardProps = { town: OutputOf<typeof getTown>; name: string; isLocked: boolean }

const TownCard = ({ town, name, isLocked }: TownCardProps) => {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const { write, stage, problem, make } = useFreshTown(town.startedAt)
  const failure = problem ?? town.problem
  return (
    <section className={classes.card} aria-labelledby="fresh-town">
      <Title order={2} size="h4" id="fresh-town">
        {t('town_title', { name })}
      </Title>
      <Stack gap="sm">
        <Text c="dimmed">{t('town_text')}</Text>
        {failure !== null && (
          <Alert color="danger" title={t('town_failed')}>
            <bdi dir="ltr">{failure}</bdi>
          </Alert>
        )}
        {town.canMake ? (
          <Button
            variant="default"
            mih="var(--wf-touch)"
            style={{ alignSelf: 'flex-start' }}
            disabled={isLocked}
            onClick={() => setAsked(true)}
          >
            {t('town_make', { name })}
          </Button>
        ) : (
          <Text>
            {t('town_by_command')} <Code>npm run fresh-town</Code>
          </Text>
        )}
      </Stack>
      <ConfirmDialog
        opened={isAsked && stage === null}
        title={t('town_title', { name })}
        confirmLabel={t('town_make', { name })}
        danger
        write={write}
        onConfirm={() => void make().then((isTaken) => setAsked(!isTaken))}
        onClose={() => setAsked(false)}
      >
        <Stack gap="sm">
          <Text>{t('town_lost')}</Text>
          <Text>{t('town_stays')}</Text>
          <Text>{t('town_signs_out')}</Text>
        </Stack>
      </ConfirmDialog>
      {stage && <TownProgress stage={stage} name={name} />}
    </section>
  )
}

export const FreshTown = ({ name, isLocked }: { name: string; isLocked: boolean }) => {
  const isDemo = useIsDemo()
  const { data } = useRead(queryKeys.town, getTown, {}, { enabled: isDemo })
  return isDemo && data ? <TownCard town={data} name={name} isLocked={isLocked} /> : null
}
