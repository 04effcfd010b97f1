// One booking's chat: what was said, what is on its way, and that one has read it.
import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import { listChat, listUnreadChats, readChat, sendChat } from '@wayfare/contract/chat'
import type { BookingView } from '@wayfare/contract/bookings'
import type { BookingId } from '@wayfare/core/ids'
import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { callEndpoint, makeOnceKey } from '../api/call.ts'
import { onForgotten, readKept, writeKept } from '../api/unsent.ts'
import { writeMessage, writeRead } from '../api/live-cache.ts'
import { readServerNow, useLiveState, useTopic } from '../api/live.ts'
import { useRead } from '../api/queries.ts'
import { queryClient, queryKeys } from '../api/query-client.ts'
import { makeOutbox, parseUnsent, serializeUnsent, type Outbox } from './chat-outbox.ts'

/** They outlive the panel: what is on its way goes on. Kept by person and booking. */
const outboxes = new Map<string, Outbox>()

const keptAs = (id: BookingId): string => `chat.${id}`

onForgotten((userId) => {
  for (const [key, outbox] of outboxes) {
    if (!key.startsWith(`${userId} `)) continue
    outbox.clear()
    outboxes.delete(key)
  }
})

const outboxOf = (me: string, id: BookingId): Outbox => {
  const key = `${me} ${id}`
  const known = outboxes.get(key)
  if (known) return known
  const made = makeOutbox({
    read: () => parseUnsent(readKept(me, keptAs(id)), readServerNow()),
    write: (unsent) => writeKept(me, keptAs(id), serializeUnsent(unsent)),
    send: (message) => callEndpoint(sendChat, { id, ...message }),
    onSent: (message) => writeMessage(queryClient, id, message),
    isOnline: () => navigator.onLine,
    now: readServerNow,
    newKey: makeOnceKey,
    later: (run, ms) => void setTimeout(run, ms),
  })
  window.addEventListener('online', made.wake)
  outboxes.set(key, made)
  return made
}

const useOutbox = (me: string, id: BookingId) => {
  const outbox = useMemo(() => outboxOf(me, id), [me, id])
  const outgoing = useSyncExternalStore(outbox.subscribe, outbox.list)
  const state = useLiveState()
  useEffect(() => {
    if (state === 'open') outbox.wake()
  }, [outbox, state])
  return { outbox, outgoing, offline: state === 'offline' }
}

/** What was left unsent with an earlier page goes on without the chat being opened. */
export const useUnsent = (me: string | null, id: BookingId) => {
  const state = useLiveState()
  useEffect(() => {
    if (me !== null && state === 'open' && readKept(me, keptAs(id)) !== null) outboxOf(me, id).wake()
  }, [id, me, state])
}

/** What was said about a booking, and news of it while it is shown. */
export const useChatLog = (id: BookingId) => {
  useTopic(`chat:${id}`)
  return useRead(queryKeys.chat(id), listChat, { id })
}

/** Marks what is on the screen as read. */
const useReading = (id: BookingId, me: string, upTo: number, readUpTo: number) => {
  const client = useQueryClient()
  const isSeen = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (!isSeen || upTo <= readUpTo) return
    callEndpoint(readChat, { id, upTo }).then(
      () => {
        writeRead(client, id, { by: me, upTo })
        void client.invalidateQueries({ queryKey: queryKeys.unreadChats })
      },
      // it stays unread; the next look tries again
      () => undefined,
    )
  }, [client, id, isSeen, me, readUpTo, upTo])
}

/** The chat as one who takes part in it has it open. */
export const useChat = (booking: BookingView, me: Me) => {
  const { id } = booking
  const log = useChatLog(id)
  const out = useOutbox(me.id, id)
  const messages = log.data?.messages
  const newest = messages?.findLast(({ from }) => from !== me.id)?.id ?? 0
  useReading(id, me.id, newest, log.data?.readUpTo ?? newest)
  return { log, ...out }
}

/** Unread messages of one booking. */
export const useUnread = (id: BookingId, enabled: boolean): number => {
  const { last } = useRead(queryKeys.unreadChats, listUnreadChats, {}, { enabled })
  return last?.unread.find(({ bookingId }) => bookingId === id)?.count ?? 0
}
