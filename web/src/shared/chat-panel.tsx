import { Alert, Anchor, Button, Drawer, Skeleton, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Chat } from '@wayfare/contract/chat'
import { isChatOpen } from '@wayfare/core/chat'
import { IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../i18n/provider.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import { ChatForm } from './chat-form.tsx'
import { firstUnread } from './chat-groups.ts'
import { ChatLog } from './chat-log.tsx'
import classes from './chat.module.css'
import { useChat } from './use-chat.ts'

type ChatPanelProps = { booking: BookingView; me: Me; large: boolean; onClose: () => void }

/** Fixed when the chat was read for the first time: the mark must not run away while one reads. */
const useNewFrom = (chat: Chat | null, me: string): number | null => {
  const [newFrom, setNewFrom] = useState<number | null | undefined>(undefined)
  if (newFrom === undefined && chat) setNewFrom(firstUnread(chat.messages, me, chat.readUpTo))
  return newFrom ?? null
}

const Content = ({ booking, me, large }: Omit<ChatPanelProps, 'onClose'>) => {
  const t = useT()
  const problemText = useProblemText()
  const { log, outbox, outgoing, offline } = useChat(booking, me)
  const chat = log.last
  const newFrom = useNewFrom(chat, me.id)
  const isOpen = isChatOpen(booking.status)
  const isDriver = me.userType === 'driver'
  return (
    <>
      {log.error.flag && (
        <Alert color="danger" role="alert" m="sm">
          <Text mb="sm">{problemText(log.error.cause)}</Text>
          <Button variant="default" mih={44} onClick={log.reload}>
            {t('try_again')}
          </Button>
        </Alert>
      )}
      {!chat && !log.error.flag && <Skeleton flex={1} w="auto" m="sm" />}
      {chat && (
        <ChatLog
          chat={chat}
          me={{ id: me.id, source: isDriver ? 'driver' : 'rider' }}
          names={{ rider: booking.customerName, driver: booking.driverName ?? '' }}
          outgoing={outgoing}
          newFrom={newFrom}
          deeds={outbox}
        />
      )}
      {offline && isOpen && (
        <Text size="sm" className={classes.note ?? ''} role="status">
          {t('chat_offline')}
        </Text>
      )}
      {isOpen && <ChatForm draftKey={`${me.id} ${booking.id}`} large={large} onSend={outbox.add} />}
      {!isOpen && (
        <Text size="sm" className={classes.note ?? ''} role="status">
          {t('chat_closed')}
        </Text>
      )}
    </>
  )
}

/** The chat of rider and driver: the whole screen of a phone, a drawer beside the page elsewhere. */
export const ChatPanel = ({ booking, me, large, onClose }: ChatPanelProps) => {
  const t = useT()
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const isDriver = me.userType === 'driver'
  const contact = isDriver ? booking.customerContact : booking.driverContact
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '100%' : 440}
      classNames={{
        content: classes.content ?? '',
        body: classes.body ?? '',
        header: classes.head ?? '',
        title: classes.title ?? '',
      }}
      title={
        <>
          <bdi>{isDriver ? booking.customerName : booking.driverName}</bdi>
          {!isDriver && booking.vehicleNumber && (
            <Text span size="sm" c="dimmed" fw={400}>
              <bdi dir="ltr">{booking.vehicleNumber}</bdi>
            </Text>
          )}
          {contact && (
            <Anchor href={`tel:${contact}`} className={classes.call} aria-label={t(isDriver ? 'call_rider' : 'call_driver')}>
              <IconPhone size={22} aria-hidden />
            </Anchor>
          )}
        </>
      }
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
    >
      <Content booking={booking} me={me} large={large} />
    </Drawer>
  )
}
