import { Button, Group, Text } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { Chat } from '@wayfare/contract/chat'
import { toCityTime } from '@wayfare/core/city-time'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { readServerNow } from '../api/live.ts'
import { useSettings } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import type { Translator } from '../ui/text.ts'
import { findLastSeen, groupChatBlocks, listChatItems, type ChatItem } from './chat-groups.ts'
import type { OutgoingMessage } from './chat-outbox.ts'
import classes from './chat.module.css'

type Deeds = { retry: (clientKey: string) => void; drop: (clientKey: string) => void }

type ChatLogProps = {
  chat: Chat
  /** who reads, and what stands on one's own side; the desk reads along on the rider's */
  me: { id: string; source: 'rider' | 'driver' }
  names: { rider: string; driver: string }
  /** who has the booking now; null: nobody any more */
  driver: string | null
  outgoing?: readonly OutgoingMessage[]
  newFrom?: number | null
  deeds?: Deeds
}

/** Near enough to the end to go along with what comes (px). */
const NEAR_END = 80

/** Stays at the end while one is there; says when something came below. */
const useEnd = (items: readonly ChatItem[]) => {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [hasMore, setHasMore] = useState(false)
  const last = items.at(-1)
  const toEnd = useCallback(() => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
    isAtEnd.current = true
    setHasMore(false)
  }, [])
  const lastKey = last?.key
  const isOwn = last?.mine === true
  useLayoutEffect(() => {
    if (lastKey === undefined) return
    if (isAtEnd.current || isOwn) toEnd()
    else setHasMore(true)
  }, [lastKey, isOwn, toEnd])
  // a keyboard that comes up makes the box smaller
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const onScroll = () => {
    const element = box.current
    if (!element) return
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END
    if (isAtEnd.current) setHasMore(false)
  }
  return { box, onScroll, hasMore, toEnd }
}

const Again = ({ color = 'neutral', onClick }: { color?: string; onClick: () => void }) => (
  <Button size="compact-md" mih="var(--wf-touch)" variant="subtle" color={color} onClick={onClick}>
    {useT()('try_again')}
  </Button>
)

const Unsent = ({ outgoing, deeds }: { outgoing: OutgoingMessage; deeds: Deeds | undefined }) => {
  const t = useT()
  const problemText = useProblemText()
  const { state, clientKey, cause } = outgoing
  if (state === 'sending') return <span className={classes.meta}>{t('chat_sending')}</span>
  if (state === 'waiting') {
    return (
      <span className={classes.meta}>
        {t('chat_waiting')}
        {cause !== null && <Again onClick={() => deeds?.retry(clientKey)} />}
      </span>
    )
  }
  return (
    <span className={classes.unsent} role="alert">
      {state === 'stuck' ? t('chat_not_sent') : problemText(cause)}
      <Group gap={4} component="span">
        <Again color="danger" onClick={() => deeds?.retry(clientKey)} />
        <Button size="compact-md" mih="var(--wf-touch)" variant="subtle" color="neutral" onClick={() => deeds?.drop(clientKey)}>
          {t('chat_discard')}
        </Button>
      </Group>
    </span>
  )
}

const Bubble = ({ item, seen, deeds }: { item: ChatItem; seen: boolean; deeds: Deeds | undefined }) => {
  const t = useT()
  const format = useFormat()
  return (
    <li className={classes.item}>
      {/* each message in its own direction, whatever the page's is */}
      <p dir="auto" className={classes.bubble} data-erased={item.text === '' || undefined}>
        {item.text === '' ? t('chat_erased') : item.text}
      </p>
      {item.outgoing ? (
        <Unsent outgoing={item.outgoing} deeds={deeds} />
      ) : (
        <span className={classes.meta}>
          <time dateTime={new Date(item.at).toISOString()}>{format.time(item.at)}</time>
          {seen && <span>{t('chat_seen')}</span>}
        </span>
      )}
    </li>
  )
}

/** Days are those of the city, as the messages' own dates are. */
const useDays = () => {
  const t = useT()
  const format = useFormat()
  const timeZone = useSettings().last?.timeZone ?? 'UTC'
  const dayOf = useCallback((at: number): string => toCityTime(at, timeZone).slice(0, 10), [timeZone])
  const nameOf = (at: number): string => (dayOf(at) === dayOf(readServerNow()) ? t('today_title') : format.date(at))
  return { dayOf, nameOf }
}

const nothing: readonly OutgoingMessage[] = []

type Writer = { source: string; driver: string | null }

const nameOfWriter = (by: Writer, names: ChatLogProps['names'], driver: string | null, t: Translator): string => {
  if (by.source !== 'driver') return names.rider
  return by.driver === driver ? names.driver : t('chat_earlier_driver')
}

/** What was said, oldest first. */
export const ChatLog = ({ chat, me, names, driver, outgoing = nothing, newFrom = null, deeds }: ChatLogProps) => {
  const t = useT()
  const { dayOf, nameOf } = useDays()
  const { id, source } = me
  const items = useMemo(
    () => listChatItems({ messages: chat.messages, outgoing, me: { id, source } }),
    [chat.messages, id, outgoing, source],
  )
  const blocks = useMemo(() => groupChatBlocks(items, newFrom, dayOf), [dayOf, items, newFrom])
  const { box, onScroll, hasMore, toEnd } = useEnd(items)
  const seen = findLastSeen(chat.messages, id, chat.otherReadUpTo)
  return (
    <div className={classes.frame}>
      {/* a box that scrolls can be reached by keyboard */}
      <div ref={box} className={classes.log} role="log" aria-label={t('chat_log')} tabIndex={0} onScroll={onScroll}>
        {items.length === 0 && (
          <Text c="dimmed" ta="center" my="auto">
            {t('chat_not_found')} {chat.mayWrite && t('chat_first')}
          </Text>
        )}
        {blocks.map((block) => {
          if (block.kind === 'day') {
            return (
              <p key={block.key} className={classes.day}>
                {nameOf(block.at)}
              </p>
            )
          }
          if (block.kind === 'new') {
            return (
              <p key={block.key} className={classes.new}>
                {t('chat_new')}
              </p>
            )
          }
          if (block.kind === 'handed') {
            return (
              <p key={block.key} className={classes.day}>
                {t('chat_handed')}
              </p>
            )
          }
          return (
            <section key={block.key} className={classes.run} data-mine={block.mine || undefined}>
              <h3 className={classes.who}>{block.mine ? t('chat_you') : nameOfWriter(block, names, driver, t)}</h3>
              <ol>
                {block.items.map((item) => (
                  <Bubble key={item.key} item={item} seen={item.id !== null && item.id === seen} deeds={deeds} />
                ))}
              </ol>
            </section>
          )
        })}
      </div>
      {hasMore && (
        <Button className={classes.more ?? ''} leftSection={<IconArrowDown size={18} aria-hidden />} onClick={toEnd}>
          {t('chat_new')}
        </Button>
      )}
    </div>
  )
}
