// The bus of many processes: a NATS server or cluster carries what one publishes to those that listen for it, and to no others. A message
// reaches the listeners of its own process before `publish` returns. At most once: what must not be lost is in tables.
import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { makeLocalBus } from './bus-local.ts'
import { busResumed, type Bus } from './ports.ts'

/** A connection that has said nothing is asked so often (ms) whether it lives; one that owes two answers is dead. */
const askEveryMs = 5000
const mostOwed = 2
const answerWithinMs = 5000
const reconnectAfterMs = 500
const closeWithinMs = 1000

type NatsOptions = {
  /** nats://user:password@host:port, or tls:// where nothing else will do; several of one cluster */
  urls: readonly string[]
  /** what the subjects of this town begin with: others may use the same cluster */
  prefix: string
  /** hears of a message that makes no sense, and of a listener that failed */
  onError: (error: unknown, subject: string) => void
  onState: (state: 'lost' | 'back') => void
}

/** What all addresses have in common: NATS takes one account for a whole cluster. */
const readAccount = (urls: readonly string[]) => {
  const parsed = urls.map((url) => new URL(url))
  const { username, password } = parsed.find((url) => url.username !== '') ?? { username: '', password: '' }
  return {
    servers: parsed.map(({ host }) => host),
    ...(username && password ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    // a name without a password is a token, as the command line of NATS has it
    ...(username && !password ? { token: decodeURIComponent(username) } : {}),
    ...(parsed.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  }
}

type Heard = { subject: string; message: unknown }

/** One subscription at the server for each subject that anybody here listens to, whatever number of them do. */
const makeSubscriptions = (connection: NatsConnection, { prefix, onError }: Pick<NatsOptions, 'prefix' | 'onError'>) => {
  const told = makeLocalBus(onError)
  const open = new Map<string, { subscription: Subscription; listeners: number }>()
  const hear =
    (pattern: string) =>
    (error: unknown, { subject, data }: Msg) => {
      const own = subject.slice(prefix.length + 1)
      try {
        if (error) throw error
        const message: unknown = JSON.parse(new TextDecoder().decode(data))
        told.publish(pattern, { subject: own, message } satisfies Heard)
      } catch (problem) {
        onError(problem, own)
      }
    }
  return (subject: string, listener: (message: unknown, subject: string) => void): (() => void) => {
    const pattern = `${prefix}.${subject.replace(/\*$/, '>')}`
    const known = open.get(pattern)
    const one = known ?? { subscription: connection.subscribe(pattern, { callback: hear(pattern) }), listeners: 0 }
    one.listeners += 1
    open.set(pattern, one)
    const end = told.subscribe(pattern, (heard) => {
      const { message, subject: about } = heard as Heard
      listener(message, about)
    })
    return () => {
      end()
      one.listeners -= 1
      if (one.listeners > 0 || !open.delete(pattern)) return
      if (!connection.isClosed()) one.subscription.unsubscribe()
    }
  }
}

/** Throws when no server takes the connection; one that is lost later is made again for as long as it takes. */
export const makeNatsBus = async (options: NatsOptions): Promise<Bus> => {
  const { urls, prefix, onError, onState } = options
  const connection = await connect({
    ...readAccount(urls),
    name: 'wayfare',
    noEcho: true,
    timeout: answerWithinMs,
    pingInterval: askEveryMs,
    maxPingOut: mostOwed,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectAfterMs,
  })
  const local = makeLocalBus(onError)
  const subscribeAway = makeSubscriptions(connection, options)
  const link = { isUp: true }

  const follow = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && link.isUp) {
        link.isUp = false
        onState('lost')
      } else if (type === 'reconnect' && !link.isUp) {
        link.isUp = true
        onState('back')
        local.publish(busResumed, {})
        local.publish('events', {})
      }
    }
  }
  follow().catch((error: unknown) => onError(error, prefix))
  return {
    publish: (subject, message) => {
      local.publish(subject, message)
      // what is said while nobody hears would pile up, and be old when it is heard
      if (link.isUp && !connection.isClosed()) connection.publish(`${prefix}.${subject}`, JSON.stringify(message))
    },
    subscribe: (subject, listener) => {
      const endings = [local.subscribe(subject, listener), subscribeAway(subject, listener)]
      return () => endings.forEach((end) => end())
    },
    close: async () => {
      await Promise.race([connection.drain(), new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())]).catch(
        () => {},
      )
      await connection.close()
      await local.close()
    },
  }
}
