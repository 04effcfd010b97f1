import { ActionIcon, Badge, Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { isChatOpen } from '@wayfare/core/booking'
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

type FaceProps = { label: string; unread: number; onClick: () => void }

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
const Round = ({ label, unread, onClick }: FaceProps) => (
  <ActionIcon className={classes.round ?? ''} variant="light" radius="xl" aria-label={useName(label, unread)} onClick={onClick}>
    <IconMessage size={22} aria-hidden />
    {unread > 0 && <Count unread={unread} />}
  </ActionIcon>
)

/** For a hand that also drives. */
const Wide = ({ label, unread, onClick }: FaceProps) => (
  <Button
    variant="default"
    size="lg"
    mih={64}
    fullWidth
    leftSection={<IconMessage size={22} aria-hidden />}
    rightSection={unread > 0 && <Count unread={unread} />}
    aria-label={useName(label, unread)}
    onClick={onClick}
  >
    {label}
  </Button>
)

type ChatButtonProps = { booking: BookingView; large?: boolean }

/** Opens the chat with the other side of a booking and says how much one has not read. */
export const ChatButton = ({ booking, large = false }: ChatButtonProps) => {
  const t = useT()
  const { me } = useSession()
  const { opened, open, close } = useOpened(booking.id)
  const isSide = booking.driver !== null && me !== null && (me.id === booking.driver || me.id === booking.customer)
  const isOpen = isSide && isChatOpen(booking.status)
  const unread = useUnread(booking.id, isOpen)
  useUnsent(isOpen ? me.id : null, booking.id)
  if (!isSide) return null
  const Face = large ? Wide : Round
  return (
    <>
      <Face label={t(me.userType === 'driver' ? 'chat_with_rider' : 'chat_with_driver')} unread={unread} onClick={open} />
      {opened && <ChatPanel booking={booking} me={me} large={large} onClose={close} />}
    </>
  )
}
