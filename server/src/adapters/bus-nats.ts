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
/** So often (ms) what others would have said is read from tables while no server is there. */
const readAgainEveryMs = 5000

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
  /** With an error there is no message, and what this throws would end the reading of the whole connection. */
  const hear = (pattern: string) => (error: Error | null, heard: Msg) => {
    if (error) return onError(error, pattern)
    const own = heard.subject.slice(prefix.length + 1)
    try {
      const message: unknown = JSON.parse(new TextDecoder().decode(heard.data))
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

/** Throws where the account may not say or hear what is below the prefix: the server answers a flush after what it has to refuse. */
const checkAccount = async (connection: NatsConnection, prefix: string): Promise<void> => {
  const refused: Error[] = []
  const trial = connection.subscribe(`${prefix}.trial`, { callback: (error) => void (error && refused.push(error)) })
  const follow = async (): Promise<void> => {
    for await (const status of connection.status()) if (status.type === 'error') refused.push(status.error)
  }
  follow().catch(() => {})
  connection.publish(`${prefix}.trial`)
  await connection.flush()
  await new Promise((resolve) => setImmediate(resolve))
  const [first] = refused
  if (!first) return trial.unsubscribe()
  await connection.close()
  throw first
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
    // a server that does not know its accounts for a moment is no reason to give up
    ignoreAuthErrorAbort: true,
  })
  await checkAccount(connection, prefix)
  const local = makeLocalBus(onError)
  const subscribeAway = makeSubscriptions(connection, options)
  const link = { isUp: true, isClosing: false }

  /** What the others say meanwhile is in tables. Where drivers are has to be read anew, before it is too old for anything. */
  const readAgain = (): void => void (!link.isUp && local.publish(busResumed, {}))
  const reading = setInterval(readAgain, readAgainEveryMs).unref()
  const follow = async (): Promise<void> => {
    for await (const status of connection.status()) {
      if (status.type === 'error') onError(status.error, prefix)
      else if (status.type === 'disconnect' && link.isUp) {
        link.isUp = false
        onState('lost')
      } else if (status.type === 'reconnect' && !link.isUp) {
        link.isUp = true
        onState('back')
        local.publish(busResumed, {})
        local.publish('events', {})
      }
    }
    if (!link.isClosing) throw new Error('the connection to NATS was given up')
  }
  follow().catch((error: unknown) => onError(error, prefix))
  const tellOthers = (subject: string, message: unknown): void => {
    // what is said while nobody hears would pile up, and be old when it is heard
    if (!link.isUp || link.isClosing) return
    try {
      connection.publish(`${prefix}.${subject}`, JSON.stringify(message))
    } catch (error) {
      onError(error, subject)
    }
  }
  return {
    publish: (subject, message) => {
      local.publish(subject, message)
      tellOthers(subject, message)
    },
    subscribe: (subject, listener) => {
      const endings = [local.subscribe(subject, listener), subscribeAway(subject, listener)]
      return () => endings.forEach((end) => end())
    },
    close: async () => {
      link.isClosing = true
      clearInterval(reading)
      await Promise.race([connection.drain(), new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())]).catch(
        () => {},
      )
      await connection.close()
      await local.close()
    },
  }
}
