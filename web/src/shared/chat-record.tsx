import { Button, Skeleton, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { useState } from 'react'
import { useT } from '../i18n/provider.tsx'
import { LoadAlert } from '../ui/load-alert.tsx'
import { ChatLog } from './chat-log.tsx'
import classes from './chat.module.css'
import { useChatLog } from './use-chat.ts'

const Content = ({ booking }: { booking: BookingView }) => {
  const { last, error, reload } = useChatLog(booking.id)
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  if (!last) return <Skeleton height={240} />
  return (
    <div className={classes.record}>
      <ChatLog
        chat={last}
        me={{ id: '', source: 'rider' }}
        names={{ rider: booking.customerName, driver: booking.driverName ?? '' }}
        driver={booking.driver}
      />
    </div>
  )
}

/** What rider and driver wrote, for the desk: read on purpose, since each look is logged. */
export const ChatRecord = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const [opened, setOpened] = useState(false)
  if (opened) return <Content booking={booking} />
  return (
    <div>
      <Button variant="default" size="md" leftSection={<IconMessage size={20} aria-hidden />} onClick={() => setOpened(true)}>
        {t('chat_read')}
      </Button>
      <Text size="sm" c="dimmed" mt={4}>
        {t('chat_read_logged')}
      </Text>
    </div>
  )
}
