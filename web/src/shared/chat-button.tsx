import { ActionIcon, Badge, Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { isChatOpen } from '@wayfare/core/booking'
import type { ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../api/session.tsx'
import { useT } from '../i18n/provider.tsx'
import classes from './chat.module.css'
import { useUnread, useUnsent } from './use-chat.ts'
import { makeLazyPart } from '../ui/lazy-part.ts'

const ChatPanel = makeLazyPart(async () => (await import('./chat-panel.tsx')).ChatPanel, null)

/** The open chat is part of the address: the phone's back button closes it, and a notice can open it. */
const useOpened = (id: string) => {
  const { hash, search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const wasOpenedHere = typeof state === 'object' && state !== null && 'chat' in state
  return {
    opened: hash === `#chat-${id}`,
    open: () =>
      void navigate({ pathname, search, hash: `#chat-${id}` }, { state: { ...state, chat: true }, preventScrollReset: true }),
    close: () =>
      void (wasOpenedHere ? navigate(-1) : navigate({ pathname, search }, { replace: true, preventScrollReset: true })),
  }
}

/** `name`: the label, and how much is unread. */
export type ChatFaceProps = { label: string; name: string; unread: number; onClick: () => void }

const Count = ({ unread }: { unread: number }) => (
  <Badge circle size="lg" color="danger" variant="filled" aria-hidden className={classes.unread ?? ''}>
    {unread > 99 ? '99+' : unread}
  </Badge>
)

const useName = (label: string, unread: number): string => {
  const t = useT()
  return unread > 0 ? `${label}. ${t('chat_unread', { count: unread })}` : label
}

/** Beside the other ways to reach somebody. */
const Round = ({ name, unread, onClick }: ChatFaceProps) => (
  <ActionIcon className={classes.round ?? ''} variant="light" radius="xl" aria-label={name} onClick={onClick}>
    <IconMessage size={22} aria-hidden />
    {unread > 0 && <Count unread={unread} />}
  </ActionIcon>
)

const Wide = ({ label, name, unread, onClick }: ChatFaceProps) => (
  <Button
    variant="default"
    size="lg"
    mih={64}
    fullWidth
    leftSection={<IconMessage size={22} aria-hidden />}
    rightSection={unread > 0 && <Count unread={unread} />}
    aria-label={name}
    onClick={onClick}
  >
    {label}
  </Button>
)

const isSideOf = (booking: BookingView, id: string): boolean =>
  booking.driver !== null && (id === booking.driver || id === booking.customer)

/** `large`: for a hand that also drives. */
type ChatButtonProps = { booking: BookingView; large?: boolean; face?: ComponentType<ChatFaceProps> }

/** Opens the chat with the other side of a booking and says how much one has not read. */
export const ChatButton = ({ booking, large = false, face }: ChatButtonProps) => {
  const t = useT()
  const { me } = useSession()
  const { opened, open, close } = useOpened(booking.id)
  const isDriver = me?.userType === 'driver'
  const isSide = me !== null && isSideOf(booking, me.id)
  const isOpen = isSide && isChatOpen(booking.status)
  const unread = useUnread(booking.id, isOpen)
  useUnsent(isOpen ? me.id : null, booking.id)
  const label = t(isDriver ? 'chat_with_rider' : 'chat_with_driver')
  const name = useName(label, unread)
  if (!isSide) return null
  const Face = face ?? (large ? Wide : Round)
  return (
    <>
      <Face label={label} name={name} unread={unread} onClick={open} />
      {opened && <ChatPanel booking={booking} me={me} large={large} onClose={close} />}
    </>
  )
}
