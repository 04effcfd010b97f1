// Notices of the platform as toasts: a text of the language, and the booking it is about one tap away.
import { Anchor, Stack, Text } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
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

/** The driver's console shows a new task by itself, and the rider's page each step of its trip, larger than a toast. */
const isShownAnyway = (key: string, bookingId: string | null): boolean => {
  const { pathname } = window.location
  if (key === 'notice_new_task') return pathname.startsWith('/bookings')
  return stepsOfTrip.includes(key) && (pathname === '/bookings' || pathname === `/bookings/${bookingId}`)
}

export const NoticeToasts = () => {
  const t = useT()
  const navigate = useNavigate()
  useTopic('me', (event) => {
    if (event.name !== 'notice' || isShownAnyway(event.notice.key, event.notice.bookingId)) return
    const { id, key, params, bookingId } = event.notice
    const open = () => {
      notifications.hide(id)
      if (bookingId) void navigate(`/bookings/${bookingId}`)
    }
    notifications.show({
      id,
      autoClose: 8000,
      closeButtonProps: { 'aria-label': t('close') },
      message: (
        <Stack gap={4}>
          <Text size="sm">{t(key, params)}</Text>
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
