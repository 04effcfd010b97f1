// How messages stand in a chat: by day, what one person writes in a row together, and a mark above what is new.
import type { ChatMessage } from '@wayfare/contract/chat'
import type { OutgoingMessage } from './chat-outbox.ts'

export type ChatItem = {
  key: string
  text: string
  at: number
  mine: boolean
  source: ChatMessage['source']
  /** whose conversation it is; null: that of who drives now */
  driver: string | null
  /** null: it is not there yet */
  id: number | null
  outgoing: OutgoingMessage | null
}

type ChatBlock =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'new'; key: string }
  /** from here on with another driver, who cannot read what stands above */
  | { kind: 'handed'; key: string }
  | { kind: 'run'; key: string; mine: boolean; source: ChatMessage['source']; driver: string | null; items: ChatItem[] }

/** Messages of one person stand together when no more time passed between them (ms). */
const togetherMs = 5 * 60_000

type Given = {
  messages: readonly ChatMessage[]
  outgoing: readonly OutgoingMessage[]
  me: { id: string; source: ChatMessage['source'] }
}

/** What was sent, then what is on its way; a message that has come back under its key is there once. */
export const listChatItems = ({ messages, outgoing, me }: Given): ChatItem[] => {
  const known = new Set(messages.map(({ clientKey }) => clientKey))
  const isMine = (message: ChatMessage): boolean => message.from === me.id
  return [
    ...messages.map((message): ChatItem => ({
      // the same element before and after it is sent
      key: message.clientKey ?? `m${message.id}`,
      text: message.message,
      at: message.at,
      mine: isMine(message),
      source: message.source,
      driver: message.driver,
      id: message.id,
      outgoing: null,
    })),
    ...outgoing
      .filter(({ clientKey }) => !known.has(clientKey))
      .map((one): ChatItem => ({
        key: one.clientKey,
        text: one.text,
        at: one.at,
        mine: true,
        source: me.source,
        driver: null,
        id: null,
        outgoing: one,
      })),
  ]
}

/** From one driver to the next; what is on its way goes to the one of now. */
const isHanded = (last: ChatItem | null, item: ChatItem): boolean =>
  last !== null && item.driver !== null && last.driver !== item.driver

const isTogether = (last: ChatItem | null, item: ChatItem): boolean =>
  last !== null && last.mine === item.mine && last.source === item.source && item.at - last.at <= togetherMs

/** `newFrom`: the id of the first message that was not read yet when the chat was opened. */
export const groupChatBlocks = (
  items: readonly ChatItem[],
  newFrom: number | null,
  dayOf: (at: number) => string,
): ChatBlock[] => {
  const blocks: ChatBlock[] = []
  let day = ''
  let last: ChatItem | null = null
  for (const item of items) {
    const itsDay = dayOf(item.at)
    if (itsDay !== day) blocks.push({ kind: 'day', key: `day-${itsDay}`, at: item.at })
    day = itsDay
    if (isHanded(last, item)) blocks.push({ kind: 'handed', key: `to-${item.key}` })
    if (newFrom !== null && item.id === newFrom) blocks.push({ kind: 'new', key: 'new' })
    const run = blocks.at(-1)
    if (run?.kind === 'run' && isTogether(last, item)) run.items.push(item)
    else blocks.push({ kind: 'run', key: item.key, mine: item.mine, source: item.source, driver: item.driver, items: [item] })
    last = item
  }
  return blocks
}

/** The first message of the other side after the last one read; null when all is read. */
export const findFirstUnread = (messages: readonly ChatMessage[], meId: string, readUpTo: number): number | null =>
  messages.find(({ id, from }) => id > readUpTo && from !== meId)?.id ?? null

/** The newest of one's own messages that the other side has read: of those in the conversation of now. */
export const findLastSeen = (messages: readonly ChatMessage[], meId: string, otherReadUpTo: number): number | null => {
  const driver = messages.at(-1)?.driver
  return messages.findLast((one) => one.from === meId && one.driver === driver && one.id <= otherReadUpTo)?.id ?? null
}
