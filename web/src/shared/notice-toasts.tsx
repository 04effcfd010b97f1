// Notices of the platform as toasts: a text of the language, and the booking it is about one tap away.
import { Anchor, Stack, Text } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import type { Notice } from '@wayfare/contract/live'
import { useNavigate } from 'react-router'
import { useTopic } from '../api/live.ts'
import { useT } from '../i18n/provider.tsx'
import classes from './notice-toasts.module.css'

const stepsOfTrip = [
  'notice_driver_found',
  'notice_driver_near',
  'notice_trip_started',
  'notice_trip_reached',
  'notice_booking_paid_rider',
]

/** The driver's console shows a new task by itself, the rider's page each step of its trip, and an open chat its messages. */
const isShownAnyway = (key: string, bookingId: string | null): boolean => {
  const { pathname, hash } = window.location
  if (key === 'notice_chat_message') return hash === `#chat-${bookingId}` && document.visibilityState === 'visible'
  if (key === 'notice_new_task') return pathname.startsWith('/bookings')
  return stepsOfTrip.includes(key) && (pathname === '/bookings' || pathname === `/bookings/${bookingId}`)
}

const pathOf = ({ screen, bookingId }: Pick<Notice, 'screen' | 'bookingId'>): string =>
  screen === 'onlineChat' ? `/bookings/${bookingId}#chat-${bookingId}` : `/bookings/${bookingId}`

/** The last toast of each chat. */
const chatToasts = new Map<string, string>()

/** A talk is one toast, that of its last message. */
const replaceChat = ({ id, screen, bookingId }: Notice) => {
  if (screen !== 'onlineChat' || bookingId === null) return
  const before = chatToasts.get(bookingId)
  if (before !== undefined) notifications.hide(before)
  chatToasts.set(bookingId, id)
}

export const NoticeToasts = () => {
  const t = useT()
  const navigate = useNavigate()
  useTopic('me', (event) => {
    if (event.name !== 'notice' || isShownAnyway(event.notice.key, event.notice.bookingId)) return
    const { id, key, params, bookingId } = event.notice
    const path = pathOf(event.notice)
    const open = () => {
      notifications.hide(id)
      if (bookingId) void navigate(path)
    }
    replaceChat(event.notice)
    notifications.show({
      id,
      ...(key === 'notice_panic' ? { autoClose: false, color: 'danger' } : { autoClose: 8000 }),
      closeButtonProps: { 'aria-label': t('close') },
      message: (
        <Stack gap={4}>
          <Text size="sm" lineClamp={4}>
            {t(key, params)}
          </Text>
          {bookingId && (
            <Anchor component="button" type="button" size="sm" ta="start" onClick={open}>
              {t('notice_open')}
            </Anchor>
          )}
        </Stack>
      ),
    })
  })
  return <Notifications position="top-center" zIndex={350} className={classes.toasts ?? ''} />
}
