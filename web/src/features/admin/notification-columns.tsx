import { Progress, Text } from '@mantine/core'
import { IconCircleCheck, IconPencil, IconPlayerStop, IconSend } from '@tabler/icons-react'
import type { Campaign } from '@wayfare/contract/messages-campaigns'
import type { Format } from '@wayfare/core/format'
import type { Column } from '../../ui/data-table-model.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useText, type Translator } from '../../ui/text.ts'
import classes from './notifications.module.css'

const looks = {
  draft: { color: 'neutral', icon: IconPencil },
  sending: { color: 'info', icon: IconSend },
  sent: { color: 'primary', icon: IconCircleCheck },
  stopped: { color: 'warn', icon: IconPlayerStop },
} as const

export const NotificationState = ({ state }: Pick<Campaign, 'state'>) => {
  const t = useText()
  return <StateBadge {...looks[state]}>{t(`notification_state_${state}`)}</StateBadge>
}

/** How far it is, of all its devices. */
export const NotificationProgress = ({ devices, delivered, failed }: Campaign) => {
  const t = useText()
  return (
    <Progress
      value={devices === 0 ? 0 : ((delivered + failed) / devices) * 100}
      aria-label={t('notification_progress')}
      mt={6}
      size="md"
    />
  )
}

const Words = ({ title, body }: Campaign) => (
  <div className={classes.words} data-lines>
    <Text fw={600} dir="auto">
      {title}
    </Text>
    <Text size="sm" c="dimmed" dir="auto">
      {body}
    </Text>
  </div>
)

const dash = '–'

/** Sorting is the server's: `sort` only says that it knows the order. */
export const makeNotificationColumns = (t: Translator, format: Format): Column<Campaign>[] => {
  const figure = (id: 'recipients' | 'devices' | 'delivered' | 'failed' | 'pending', label: string): Column<Campaign> => ({
    id,
    header: t(label),
    cell: (row) => (row.state === 'draft' ? dash : format.number(row[id])),
    align: 'end',
    card: id === 'devices' || id === 'delivered' ? 'fact' : 'hidden',
    ...(id === 'devices' ? { sort: (row: Campaign) => row.devices } : {}),
    extra: id === 'pending' || id === 'recipients',
  })
  return [
    {
      id: 'title',
      header: t('notification_title'),
      cell: (row) => <Words {...row} />,
      sort: ({ title }) => title,
      card: 'title',
    },
    {
      id: 'state',
      header: t('notification_state'),
      cell: (row) => (
        <>
          <NotificationState state={row.state} />
          {row.state === 'sending' && <NotificationProgress {...row} />}
        </>
      ),
      card: 'status',
    },
    { id: 'userType', header: t('notification_users'), cell: (row) => t(`notification_user_${row.userType}`), card: 'fact' },
    {
      id: 'deviceType',
      header: t('notification_devices'),
      cell: (row) => t(`notification_device_${row.deviceType}`),
      card: 'hidden',
    },
    {
      id: 'date',
      header: t('created_at'),
      cell: (row) => format.dateTime(row.createdAt),
      sort: (row) => row.createdAt,
      card: 'fact',
    },
    {
      id: 'sentAt',
      header: t('notification_sent_at'),
      cell: (row) => (row.sentAt === null ? dash : format.dateTime(row.sentAt)),
      card: 'hidden',
      extra: true,
    },
    figure('recipients', 'notification_recipients'),
    figure('devices', 'notification_device_count'),
    figure('delivered', 'notification_delivered'),
    figure('failed', 'notification_failed'),
    figure('pending', 'notification_pending'),
    {
      id: 'createdBy',
      header: t('notification_by'),
      cell: (row) => <bdi>{row.createdBy || dash}</bdi>,
      card: 'hidden',
      extra: true,
    },
  ]
}
