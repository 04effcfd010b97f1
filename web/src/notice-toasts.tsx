// Notices of the platform as toasts: a text of the language, and the booking it is about one tap away.
import { Anchor, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listTasks, type Task } from '@wayfare/contract/dispatch'
import type { Notice } from '@wayfare/contract/live'
import { fillAmounts } from '@wayfare/core/notices'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useTopic } from './api/live.ts'
import { readPushMark } from './api/push-mark.ts'
import { writeRoleHint } from './api/role-hint.ts'
import { useMayCall, useSession } from './api/session.tsx'
import { useFormat, useT } from './i18n/provider.tsx'
import { makeLazyPart } from './ui/lazy-part.ts'
import { useNotify } from './ui/use-notify.ts'

// what is shown is fetched once the frame stands: whatever comes before waits for it
const NoticeStack = makeLazyPart(async () => (await import('./ui/notice-stack.tsx')).NoticeStack, null)

const stepsOfTrip = [
  'notice_driver_found',
  'notice_driver_near',
  'notice_trip_started',
  'notice_trip_reached',
  'notice_booking_paid_rider',
]

/** Somebody must look at these at once. */
const urgentKeys: ReadonlySet<string> = new Set([
  'notice_panic',
  'notice_panic_rider',
  'notice_books_broken',
  'notice_audit_broken',
  'notice_code_locked_desk',
])

/** The driver's console shows a new task by itself, the rider's page each step of its trip, and an open chat its messages. */
const isShownAnyway = (key: string, bookingId: string | null): boolean => {
  const { pathname, hash } = window.location
  if (key === 'notice_chat_message') return hash === `#chat-${bookingId}` && document.visibilityState === 'visible'
  if (key === 'notice_new_task') return pathname === '/bookings'
  return stepsOfTrip.includes(key) && (pathname === '/bookings' || pathname === `/bookings/${bookingId}`)
}

/** What a driver is asked for, or has no more, has no page of its own. */
const ofConsole: ReadonlySet<string> = new Set(['notice_new_task', 'notice_reassigned_driver'])

const pathOf = ({ key, screen, bookingId }: Pick<Notice, 'key' | 'screen' | 'bookingId'>): string => {
  if (ofConsole.has(key)) return '/bookings'
  if (screen === 'wallet') return '/wallet'
  if (screen === 'books' || screen === 'audit') return `/${screen}`
  return screen === 'onlineChat' ? `/bookings/${bookingId}#chat-${bookingId}` : `/bookings/${bookingId}`
}

/** A new task is its own notice. */
const noticeOf = ({ bookingId, askedAt }: Task): Notice => ({
  id: `task:${bookingId}:${askedAt}`,
  key: 'notice_new_task',
  params: { bookingId },
  screen: 'BookingCab',
  bookingId,
  at: askedAt,
})

/** What was told on this page: the server may tell a thing twice. */
const told = new Set<string>()

/** The last toast of each chat, and that of each task, by booking. */
const chatToasts = new Map<string, string>()
const taskToasts = new Map<string, string>()

/** A task that is gone leads nowhere. */
const hideTask = (bookingId: string) => {
  notifications.hide(taskToasts.get(bookingId) ?? '')
  taskToasts.delete(bookingId)
}

/** A talk is one toast, that of its last message. */
const replaceChat = ({ id, screen, bookingId }: Notice) => {
  if (screen !== 'onlineChat' || bookingId === null) return
  const before = chatToasts.get(bookingId)
  if (before !== undefined) notifications.hide(before)
  chatToasts.set(bookingId, id)
}

/** The service worker asks the page to go where a notice on the device leads. */
const useOpenings = () => {
  const navigate = useNavigate()
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    const hear = ({ data, ports }: MessageEvent<{ type?: string; path?: string } | null>) => {
      if (data?.type !== 'open' || data.path === undefined) return
      ports[0]?.postMessage('opened')
      void navigate(data.path)
    }
    workers?.addEventListener('message', hear)
    return () => workers?.removeEventListener('message', hear)
  }, [navigate])
}

/** Where notices are on, each visit says that the device is still there. */
const useKeptPush = () => {
  const id = useSession().me?.id ?? null
  useEffect(() => {
    if (id === null || readPushMark() !== id) return
    // one that cannot be registered now will be with the next visit
    void import('./api/push.ts').then(({ renewPush }) => renewPush(id)).catch(() => undefined)
  }, [id])
}

/** What was told to somebody is not for the next person in this browser. */
const useOwnNotices = () => {
  const id = useSession().me?.id ?? null
  useEffect(() => {
    if (id === null) return undefined
    return () => {
      notifications.clean()
      chatToasts.clear()
      taskToasts.clear()
    }
  }, [id])
}

const useRoleHint = () => {
  const role = useSession().me?.userType ?? null
  useEffect(() => (role === null ? undefined : writeRoleHint(role)), [role])
}

export const NoticeToasts = () => {
  const t = useT()
  const navigate = useNavigate()
  const format = useFormat()
  const notify = useNotify()
  useRoleHint()
  useOwnNotices()
  useOpenings()
  useKeptPush()
  const mayCall = useMayCall()
  const show = (notice: Notice) => {
    const { id, key, params, bookingId, screen } = notice
    if (told.has(id) || isShownAnyway(key, bookingId)) return
    told.add(id)
    const path = pathOf(notice)
    const open = () => {
      notifications.hide(id)
      void navigate(path)
    }
    replaceChat(notice)
    if (key === 'notice_new_task' && bookingId !== null) taskToasts.set(bookingId, id)
    const text = t(key, fillAmounts(params, format))
    notify(text, {
      id,
      isUrgent: urgentKeys.has(key),
      body: (
        <Stack gap={4}>
          <Text size="sm" {...(key === 'notice_chat_message' ? { lineClamp: 4 } : {})}>
            {text}
          </Text>
          {(bookingId || screen === 'wallet') && (
            <Anchor component="button" type="button" size="sm" ta="start" onClick={open}>
              {t(screen === 'wallet' ? 'notice_open_wallet' : 'notice_open')}
            </Anchor>
          )}
        </Stack>
      ),
    })
  }
  useTopic('me', (event) => {
    if (event.name === 'notice') show(event.notice)
  })
  useTopic(mayCall(listTasks) ? 'tasks' : null, (event) => {
    if (event.name === 'task') show(noticeOf(event.task))
    if (event.name === 'taskGone') hideTask(event.bookingId)
  })
  return <NoticeStack />
}
