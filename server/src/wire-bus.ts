// Connects the process to the others on its database, in the configured way, or fails to start.
import { createHmac } from 'node:crypto'
import { makeLocalBus } from './adapters/bus-local.ts'
import { makeNatsBus } from './adapters/bus-nats.ts'
import type { Bus } from './adapters/ports.ts'
import type { Config } from './config.ts'
import { makePostgresBus } from './db/bus-postgres.ts'
import { makeTrouble } from './db/open.ts'
import type { Log } from './deps.ts'
import { makeStartError } from './process.ts'

type BusConfig = Pick<Config, 'bus' | 'natsUrls' | 'databaseDirectUrl'> & { secret: string }

/** A subject prefix shared by processes with the same secret; other clients of the same NATS cannot guess it. */
const namePrefix = (secret: string): string =>
  `wayfare.${createHmac('sha256', secret).update('subjects of the bus').digest('hex').slice(0, 16)}`

const openNats = async (
  { natsUrls, secret }: BusConfig,
  log: Log,
  onError: (error: unknown, subject: string) => void,
): Promise<Bus> => {
  const onState = (state: 'lost' | 'back'): void => {
    if (state === 'back') log.debug({}, 'the other processes are heard again')
    else log.warn({ err: makeTrouble() }, 'the other processes are not heard for a moment')
  }
  try {
    return await makeNatsBus({ urls: natsUrls, prefix: namePrefix(secret), onError, onState })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw makeStartError(`No NATS server of NATS_URL takes the connection with an account that may use wayfare.> (${reason}).`)
  }
}

export const openBus = async (config: BusConfig, url: string, log: Log): Promise<Bus> => {
  const onError = (error: unknown, subject: string): void => log.error({ err: error, subject }, 'a listener failed')
  if (config.bus === 'nats') return openNats(config, log, onError)
  const local = makeLocalBus(onError)
  if (config.bus === 'local') return local
  return makePostgresBus({ url: config.databaseDirectUrl ?? url, log, local, onError })
}
