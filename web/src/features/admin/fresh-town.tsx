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

type Question = { fresh: ReturnType<typeof useFreshTown>; name: string; isAsked: boolean; onClose: () => void }

/** Says what is lost and what stays, and after a yes how far it is. */
const TownQuestion = ({ fresh: { write, stage, make }, name, isAsked, onClose }: Question) => {
  const t = useT()
  return (
    <>
      <ConfirmDialog
        opened={isAsked && stage === null}
        title={t('town_title', { name })}
        confirmLabel={t('town_make', { name })}
        danger
        write={write}
        onConfirm={() => void make().then((isTaken) => isTaken && onClose())}
        onClose={onClose}
      >
        <Stack gap="sm">
          <Text>{t('town_lost')}</Text>
          <Text>{t('town_stays')}</Text>
          <Text>{t('town_signs_out')}</Text>
        </Stack>
      </ConfirmDialog>
      {stage && <TownProgress stage={stage} name={name} />}
    </>
  )
}

const TownFailure = ({ failure }: { failure: string | null }) => {
  const t = useT()
  if (failure === null) return null
  return (
    <Alert color="danger" title={t('town_failed')}>
      <bdi dir="ltr">{failure}</bdi>
    </Alert>
  )
}

type MakeProps = { name: string; isLocked?: boolean; onClick: () => void }

const MakeButton = ({ name, isLocked = false, onClick }: MakeProps) => {
  const t = useT()
  return (
    <Button variant="default" mih="var(--wf-touch)" style={{ alignSelf: 'flex-start' }} disabled={isLocked} onClick={onClick}>
      {t('town_make', { name })}
    </Button>
  )
}

type TownCardProps = { town: OutputOf<typeof getTown>; name: string; isLocked: boolean }

const TownCard = ({ town, name, isLocked }: TownCardProps) => {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const fresh = useFreshTown(town.startedAt)
  return (
    <section className={classes.card} aria-labelledby="fresh-town">
      <Title order={2} size="h4" id="fresh-town">
        {t('town_title', { name })}
      </Title>
      <Stack gap="sm">
        <Text c="dimmed">{t('town_text')}</Text>
        <TownFailure failure={fresh.problem ?? town.problem} />
        {town.canMake ? (
          <MakeButton name={name} isLocked={isLocked} onClick={() => setAsked(true)} />
        ) : (
          <Text>
            {t('town_by_command')} <Code>npm run fresh-town</Code>
          </Text>
        )}
      </Stack>
      <TownQuestion fresh={fresh} name={name} isAsked={isAsked} onClose={() => setAsked(false)} />
    </section>
  )
}

const useTown = () => {
  const isDemo = useIsDemo()
  const { data } = useRead(queryKeys.town, getTown, {}, { enabled: isDemo })
  return isDemo ? (data ?? null) : null
}

type InsteadProps = { city: { name: string; dataset: string } }

/** What stands against another city is gone in a fresh town there; in the demo something always does, for its cars drive all day. */
export const FreshTownInstead = ({ city: { name, dataset } }: InsteadProps) => {
  const t = useT()
  const town = useTown()
  const [isAsked, setAsked] = useState(false)
  const fresh = useFreshTown(town?.startedAt ?? 0, dataset)
  if (!town?.canMake) return null
  return (
    <Stack gap="sm">
      <Text>{t('town_instead', { name })}</Text>
      <TownFailure failure={fresh.problem} />
      <MakeButton name={name} onClick={() => setAsked(true)} />
      <TownQuestion fresh={fresh} name={name} isAsked={isAsked} onClose={() => setAsked(false)} />
    </Stack>
  )
}

export const FreshTown = ({ name, isLocked }: { name: string; isLocked: boolean }) => {
  const town = useTown()
  return town && <TownCard town={town} name={name} isLocked={isLocked} />
}
