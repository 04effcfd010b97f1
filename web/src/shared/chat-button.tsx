import { Badge, Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { isChatOpen } from '@wayfare/core/chat'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../api/session.tsx'
import { useT } from '../i18n/provider.tsx'
import classes from './chat.module.css'
import { useUnread } from './use-chat.ts'

const ChatPanel = lazy(async () => ({ default: (await import('./chat-panel.tsx')).ChatPanel }))

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

type ChatButtonProps = {
  booking: BookingView
  /** for a hand that also drives */
  large?: boolean
}

/** Opens the chat with the other side of a booking and says how much one has not read. */
export const ChatButton = ({ booking, large = false }: ChatButtonProps) => {
  const t = useT()
  const { me } = useSession()
  const { opened, open, close } = useOpened(booking.id)
  const isSide = booking.driver !== null && me !== null && (me.id === booking.driver || me.id === booking.customer)
  const unread = useUnread(booking.id, isSide && isChatOpen(booking.status))
  if (!isSide) return null
  const label = t(me.userType === 'driver' ? 'chat_with_rider' : 'chat_with_driver')
  return (
    <>
      <Button
        variant="default"
        size={large ? 'lg' : 'md'}
        mih={large ? 64 : 44}
        fullWidth
        leftSection={<IconMessage size={22} aria-hidden />}
        rightSection={
          unread > 0 && (
            <Badge circle size="lg" color="danger" variant="filled" aria-hidden className={classes.unread ?? ''}>
              {unread > 99 ? '99+' : unread}
            </Badge>
          )
        }
        aria-label={unread > 0 ? `${label}. ${t('chat_unread', { count: unread })}` : label}
        onClick={open}
      >
        {label}
      </Button>
      <Suspense fallback={null}>{opened && <ChatPanel booking={booking} me={me} large={large} onClose={close} />}</Suspense>
    </>
  )
}
