import { Button, Group, Modal, Text } from '@mantine/core'
import type { Task } from '@wayfare/contract/dispatch'
import { useEffect } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { CountdownRing } from './countdown-ring.tsx'
import classes from './driver.module.css'
import { isSoundAllowed, startHorn } from './horn.ts'
import { TaskButtons } from './task-buttons.tsx'
import { TaskFacts } from './task-facts.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'

type OfferDialogProps = { task: Task; onAnswered: (bookingId: string) => void; onAside: (bookingId: string) => void }

/** A new task fills the screen and is heard, until it is answered, put aside, or its time is over. */
export const OfferDialog = ({ task, onAnswered, onAside }: OfferDialogProps) => {
  const t = useT()
  const repeat = useSettings().data?.carHornRepeat ?? false
  const isPhone = useNarrow()
  useEffect(() => startHorn(repeat), [repeat])
  return (
    <Modal
      opened
      onClose={() => onAside(task.bookingId)}
      fullScreen={isPhone}
      size={480}
      withCloseButton={false}
      closeOnClickOutside={false}
      padding={0}
      attributes={{ content: { 'aria-label': t('offer_title') } }}
      transitionProps={{ duration: 150 }}
    >
      <div className={classes.offer} tabIndex={-1} data-autofocus>
        <Group justify="space-between" wrap="nowrap">
          <div role="alert">
            <Text fz={24} fw={800} lh={1.2}>
              {t('offer_title')}
            </Text>
            <Text c="dimmed">{task.carTypeName}</Text>
          </div>
          <CountdownRing from={task.askedAt} until={task.offerEndsAt} />
        </Group>
        <TaskFacts task={task} />
        {!isSoundAllowed() && (
          <Text size="sm" c="dimmed">
            {t('offer_sound_off')}
          </Text>
        )}
        <TaskButtons task={task} onAnswered={onAnswered} />
        <Button h={48} variant="subtle" color="neutral" onClick={() => onAside(task.bookingId)}>
          {t('offer_later')}
        </Button>
      </div>
    </Modal>
  )
}
