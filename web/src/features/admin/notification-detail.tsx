// A notice that went out, or is going out: how far it is, whom it reached, and the way to stop it.
import { Button, Stack, Text } from '@mantine/core'
import { IconCopy, IconPlayerStop } from '@tabler/icons-react'
import { stopCampaign, type Campaign } from '@wayfare/contract/messages-campaigns'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FigureList } from '../../ui/figure-list.tsx'
import { NotificationProgress, NotificationState } from './notification-columns.tsx'
import { NotificationPreview } from './notification-preview.tsx'
import classes from './notifications.module.css'
import { useNotification } from './use-notifications.ts'
import { DrawerFoot } from '../../ui/drawer-foot.tsx'
import { Drawer } from '../../ui/drawer.tsx'

type NotificationDetailProps = {
  notification: Campaign
  onDuplicate: (notification: Campaign) => void
  onClose: () => void
}

const Figures = ({ notification: row }: { notification: Campaign }) => {
  const t = useT()
  const format = useFormat()
  const pending = row.state === 'stopped' ? 'notification_left_out' : 'notification_pending'
  const figures: [string, string][] = [
    [t('notification_recipients'), format.number(row.recipients)],
    [t('notification_device_count'), format.number(row.devices)],
    [t('notification_delivered'), format.number(row.delivered)],
    [t('notification_failed'), format.number(row.failed)],
    ...(row.state === 'sent' ? [] : [[t(pending), format.number(row.pending)] as [string, string]]),
  ]
  return <FigureList figures={figures} className={classes.figures} />
}

const Stop = ({ notification: { id } }: { notification: Campaign }) => {
  const t = useT()
  const action = useWrite(stopCampaign, { stale: [queryKeys.campaigns] })
  const [isAsked, setAsked] = useState(false)
  const stop = async () => {
    await action.run({ id })
    setAsked(false)
  }
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<IconPlayerStop size={18} aria-hidden />}
        loading={action.busy}
        onClick={() => setAsked(true)}
      >
        {t('notification_stop')}
      </Button>
      <FailureNote cause={action.cause} onClose={action.forget} />
      <ConfirmDialog
        opened={isAsked}
        danger
        title={t('notification_stop_title')}
        confirmLabel={t('notification_stop')}
        busy={action.busy}
        onConfirm={() => void stop()}
        onClose={() => setAsked(false)}
      >
        {t('notification_stop_text')}
      </ConfirmDialog>
    </>
  )
}

const Times = ({ notification: row }: { notification: Campaign }) => {
  const t = useT()
  const format = useFormat()
  const audience = [t(`notification_user_${row.userType}`), t(`notification_device_${row.deviceType}`)].join(' · ')
  return (
    <Text size="sm" c="dimmed">
      {audience}
      <br />
      {row.sentAt !== null && `${t('notification_sent_at')}: ${format.dateTime(row.sentAt)}`}
      {row.createdBy && ` · ${row.createdBy}`}
    </Text>
  )
}

export const NotificationDetail = ({ notification: known, onDuplicate, onClose }: NotificationDetailProps) => {
  const t = useT()
  const notification = useNotification(known)
  return (
    <Drawer opened onClose={onClose} size={560} title={t('notification_one')}>
      <Stack gap="lg">
        <div>
          <div role="status">
            <NotificationState state={notification.state} />
          </div>
          {notification.state === 'sending' && <NotificationProgress {...notification} />}
        </div>
        <Times notification={notification} />
        <NotificationPreview title={notification.title} body={notification.body} />
        <Figures notification={notification} />
        <Text size="sm" c="dimmed">
          {t('notification_figures_hint')}
        </Text>
        <DrawerFoot>
          {notification.state === 'sending' && <Stop notification={notification} />}
          <Button
            variant="default"
            size="md"
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => onDuplicate(notification)}
          >
            {t('notification_duplicate')}
          </Button>
        </DrawerFoot>
      </Stack>
    </Drawer>
  )
}
