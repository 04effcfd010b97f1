import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import type { Task } from '@wayfare/contract/dispatch'
import { useEffect } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { CountdownRing } from './countdown-ring.tsx'
import classes from './driver.module.css'
import map from './offer-map.module.css'
import { isSoundAllowed, startHorn } from './horn.ts'
import { TaskButtons } from './task-buttons.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskMoney } from './task-money.tsx'
import type { CarFeed } from '../../map/car-feed.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { useNarrow } from '../../ui/use-narrow.ts'

const OfferMap = makeLazyPart(
  async () => (await import('./offer-map.tsx')).OfferMap,
  <Skeleton className={map.offerMap ?? ''} radius="lg" />,
)

type OfferDialogProps = {
  task: Task
  feed: CarFeed
  onAnswered: (bookingId: string) => void
  onAside: (bookingId: string) => void
}

/** A new task fills the screen and is heard, until it is answered, put aside, or its time is over. */
export const OfferDialog = ({ task, feed, onAnswered, onAside }: OfferDialogProps) => {
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
            <Text fw={700}>
              {t('offer_title')} · {task.carTypeName}
            </Text>
            <TaskMoney task={task} />
          </div>
          <CountdownRing from={task.askedAt} until={task.offerEndsAt} />
        </Group>
        <OfferMap task={task} feed={feed} />
        <TaskFacts task={task} />
        {!isSoundAllowed() && (
          <Text size="sm" c="dimmed">
            {t('offer_sound_off')}
          </Text>
        )}
        <div className={classes.answer}>
          <TaskButtons task={task} onAnswered={onAnswered} />
          <Button mih={48} variant="subtle" color="neutral" onClick={() => onAside(task.bookingId)}>
            {t('offer_later')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
