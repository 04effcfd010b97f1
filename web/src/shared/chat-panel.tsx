import { Anchor, Skeleton, Text } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import type { Chat } from '@wayfare/contract/chat'
import { isChatOpen } from '@wayfare/core/booking'
import { IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../i18n/provider.tsx'
import { ChatForm } from './chat-form.tsx'
import { findFirstUnread } from './chat-groups.ts'
import { ChatLog } from './chat-log.tsx'
import classes from './chat.module.css'
import { useChat } from './use-chat.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { LoadAlert } from '../ui/load-alert.tsx'
import { Drawer } from '../ui/drawer.tsx'

type ChatPanelProps = { booking: BookingView; me: Me; large: boolean; onClose: () => void }

/** Fixed when the chat was read for the first time: the mark must not run away while one reads. */
const useNewFrom = (chat: Chat | null, me: string): number | null => {
  const [newFrom, setNewFrom] = useState<number | null | undefined>(undefined)
  if (newFrom === undefined && chat) setNewFrom(findFirstUnread(chat.messages, me, chat.readUpTo))
  return newFrom ?? null
}

type SideProps = Omit<ChatPanelProps, 'onClose'>

const Note = ({ text }: { text: string }) => (
  <Text size="sm" className={classes.note ?? ''} role="status">
    {text}
  </Text>
)

const Content = ({ booking, me, large }: SideProps) => {
  const t = useT()
  const { log, outbox, outgoing, offline } = useChat(booking, me)
  const chat = log.last
  const newFrom = useNewFrom(chat, me.id)
  const names = { rider: booking.customerName, driver: booking.driverName ?? '' }
  const source = me.userType === 'driver' ? 'driver' : 'rider'
  return (
    <>
      {log.error.flag && <LoadAlert cause={log.error.cause} onAgain={log.reload} m="sm" />}
      {!chat && !log.error.flag && <Skeleton flex={1} w="auto" m="sm" />}
      {chat && (
        <ChatLog
          chat={chat}
          me={{ id: me.id, source }}
          names={names}
          driver={booking.driver}
          outgoing={outgoing}
          newFrom={newFrom}
          deeds={outbox}
        />
      )}
      {isChatOpen(booking.status) ? (
        <>
          {offline && <Note text={t('chat_offline')} />}
          <ChatForm draftKey={`${me.id} ${booking.id}`} large={large} onSend={outbox.add} />
        </>
      ) : (
        <Note text={t('chat_closed')} />
      )}
    </>
  )
}

/** Whom one writes to, and the other way to reach them. */
const Other = ({ booking, isDriver }: { booking: BookingView; isDriver: boolean }) => {
  const t = useT()
  const contact = isDriver ? booking.customerContact : booking.driverContact
  return (
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
  )
}

/** The chat of rider and driver: the whole screen of a phone, a drawer beside the page elsewhere. */
export const ChatPanel = ({ booking, me, large, onClose }: ChatPanelProps) => {
  const isPhone = useNarrow()
  const { content = '', body = '', head: header = '', title = '' } = classes
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '100%' : 440}
      classNames={{ content, body, header, title }}
      title={<Other booking={booking} isDriver={me.userType === 'driver'} />}
    >
      <Content booking={booking} me={me} large={large} />
    </Drawer>
  )
}
