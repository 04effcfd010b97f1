// The bus of several processes on one PostgreSQL. A message reaches the listeners of its own process before `publish` returns, and
// those of the others some 20 ms later (where cars are: 250 ms), gathered into few notifications. At most once: what must not be lost is in tables.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { Client, type Notification } from 'pg'
import type { Log } from '../deps.ts'
import { busResumed, type Bus } from '../adapters/ports.ts'
import { isConnectionTrouble, makeTrouble } from './open.ts'

const channel = 'wayfare_bus'
/** So long messages are gathered (ms). */
const gatherMs = 20
/** Where the car of a booking is may be told later, and only the newest: at 50 km/h it comes 3.5 m further meanwhile. */
const motionMs = 250
const isMotion = (subject: string): boolean => subject.startsWith('booking.')
/** PostgreSQL takes fewer than 8,000 bytes a notification. */
const pieceBytes = 7800
/** While the database is away so many messages wait; older ones go, for newer ones say more. */
const mostWaiting = 10_000
/** A connection that has said nothing for so long is asked whether it lives, and so long that may take (ms). */
const askEveryMs = 5000
const answerWithinMs = 5000
const longestPauseMs = 2000
const closeWithinMs = 1000

type Message = [subject: string, message: unknown]

/** Some messages as notifications: "<sender>:<number>/<pieces>:<piece>". PostgreSQL folds equal ones of a transaction into one. @internal */
export const packMessages = (sender: string, messages: readonly Message[]): string[] => {
  const text = deflateRawSync(JSON.stringify(messages), { level: 1 }).toString('base64')
  const count = Math.ceil(text.length / pieceBytes)
  return Array.from(
    { length: count },
    (_, i) => `${sender}:${i + 1}/${count}:${text.slice(i * pieceBytes, (i + 1) * pieceBytes)}`,
  )
}

/** Puts notifications together again, each sender's by themselves; null until the last piece is there, or where one is missing. */
const makeUnpack = () => {
  const begun = new Map<string, string[]>()
  return {
    take: (payload: string): { sender: string; messages: Message[] } | null => {
      const [, sender = '', number, count, piece = ''] = /^([\w-]+):(\d+)\/(\d+):(.*)$/s.exec(payload) ?? []
      const pieces = number === '1' ? [] : begun.get(sender)
      if (!pieces || pieces.length !== Number(number) - 1) return null
      pieces.push(piece)
      begun.set(sender, pieces)
      if (pieces.length < Number(count)) return null
      begun.delete(sender)
      const text = inflateRawSync(Buffer.from(pieces.join(''), 'base64')).toString()
      return { sender, messages: JSON.parse(text) as Message[] }
    },
    /** halves of before a break never become whole */
    forget: () => begun.clear(),
  }
}

type Link = { notify: (payloads: readonly string[]) => Promise<void>; lost: Promise<void>; close: () => Promise<void> }

/** One connection that listens and tells. */
const openLink = async (url: string, hear: (payload: string) => void): Promise<Link> => {
  const client = new Client({
    connectionString: url,
    application_name: 'wayfare bus',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
  })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  client.on('notification', ({ payload }: Notification) => hear(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  const cut = (): void => void client.connection.stream.destroy()
  const asking = setInterval(() => void client.query('select 1').catch(cut), askEveryMs)
  void lost.then(() => clearInterval(asking))
  return {
    notify: async (payloads) => {
      // in their order, within one transaction
      await client
        .query('select pg_notify($1, payload) from unnest($2::text[]) with ordinality as all_of (payload, n) order by n', [
          channel,
          payloads,
        ])
        .catch((error: unknown) => {
          cut()
          throw error
        })
    },
    lost,
    close: async () => {
      const ended = client.end().catch(() => {})
      // a database that is silent says no goodbye
      await Promise.race([ended, pause(closeWithinMs, undefined, { ref: false })])
      cut()
    },
  }
}

type FindLink = () => Link | null

/** What waits to be told to the others, gathered and sent one lot after the other. */
const makeOutbox = (sender: string, link: FindLink, onError: Options['onError']) => {
  let news: Message[] = []
  let motion = new Map<string, unknown>()
  let sending: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let dueAt = Number.POSITIVE_INFINITY

  const take = (): Message[] => {
    const lot = [...news, ...motion]
    news = []
    motion = new Map()
    return lot
  }
  const send = async (): Promise<void> => {
    const to = link()
    if (!to || news.length + motion.size === 0) return
    const lot = take()
    try {
      await to.notify(packMessages(sender, lot))
    } catch (error) {
      // a lot whose answer is lost may have arrived: it is not told twice
      if (!isConnectionTrouble(error)) onError(error, lot[0]?.[0] ?? '')
    }
  }
  const run = (): void => {
    timer = null
    dueAt = Number.POSITIVE_INFINITY
    if (sending) return
    sending = send().finally(() => {
      sending = null
      plan()
    })
  }
  /** Without a link nothing is due before there is one again. */
  const plan = (): void => {
    if (sending || !link() || news.length + motion.size === 0) return
    const waitMs = news.length > 0 ? gatherMs : motionMs
    if (performance.now() + waitMs >= dueAt) return
    if (timer) clearTimeout(timer)
    dueAt = performance.now() + waitMs
    timer = setTimeout(run, waitMs)
  }
  return {
    add: ([subject, message]: Message): void => {
      // where drivers were meanwhile is in a table, and nobody wants it late
      if (subject.startsWith('positions.') && !link()) return
      if (isMotion(subject)) motion.set(subject, message)
      else {
        if (news.length >= mostWaiting) news.shift()
        news.push([subject, message])
      }
      plan()
    },
    plan,
    stop: async (): Promise<void> => {
      if (timer) clearTimeout(timer)
      await sending
      await send()
    },
  }
}

/** `local` is the bus of this process alone; `onError` hears of a notification that makes no sense. */
type Options = { url: string; log: Log; local: Bus; onError: (error: unknown, subject: string) => void }

/** Listens before it is given back. `url` leads past a pooler: what one pools does not listen. */
export const makePostgresBus = async ({ url, log, local, onError }: Options): Promise<Bus> => {
  const sender = randomBytes(9).toString('base64url')
  const unpack = makeUnpack()
  let link: Link | null = null
  const outbox = makeOutbox(sender, () => link, onError)
  const life = { isClosed: false }

  const hear = (payload: string): void => {
    if (payload.startsWith(`${sender}:`)) return
    try {
      for (const [subject, message] of unpack.take(payload)?.messages ?? []) local.publish(subject, message)
    } catch (error) {
      onError(error, channel)
    }
  }
  const open = async (): Promise<Link> => {
    const opened = await openLink(url, hear)
    if (life.isClosed) await opened.close()
    else link = opened
    return opened
  }
  const reopen = async (): Promise<Link | null> => {
    for (let waitMs = 50; !life.isClosed; waitMs = Math.min(longestPauseMs, waitMs * 2)) {
      const next = await open().catch(() => null)
      if (next) return next
      await pause(waitMs, undefined, { ref: false })
    }
    return null
  }
  const keep = async (first: Link): Promise<void> => {
    for (let held: Link | null = first; held && !life.isClosed; held = await reopen()) {
      if (held !== first) {
        log.debug({}, 'the other processes are heard again')
        local.publish(busResumed, {})
        local.publish('events', {})
      }
      outbox.plan()
      await held.lost
      link = null
      unpack.forget()
      if (!life.isClosed) log.warn({ err: makeTrouble() }, 'the other processes are not heard for a moment')
    }
  }
  void keep(await open())
  return {
    publish: (subject, message) => {
      local.publish(subject, message)
      outbox.add([subject, message])
    },
    subscribe: local.subscribe,
    close: async () => {
      await outbox.stop()
      life.isClosed = true
      await link?.close()
      await local.close()
    },
  }
}
