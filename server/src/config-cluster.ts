// Settings of a process that is one of several, including those that all must have in common.
import { z } from 'zod'
import { list } from './config-values.ts'
import { makeStartError } from './process.ts'

/** The roles of a process; by default it has all of them. */
const roleNames = ['api', 'gateway', 'dispatch', 'worker'] as const

export type Role = (typeof roleNames)[number]

const roles = list.pipe(z.array(z.enum(roleNames)).min(1)).transform((names): ReadonlySet<Role> => new Set(names))

const natsAddress = z.url({
  protocol: /^(nats|tls)$/,
  error: 'must be addresses, such as nats://user:password@nats.example:4222',
})

export const clusterEnvironment = {
  WAYFARE_ROLES: roles.default(() => new Set(roleNames)),
  WAYFARE_BUS: z.enum(['local', 'postgres', 'nats']).default('local'),
  NATS_URL: list.pipe(z.array(natsAddress).min(1)).optional(),
}

type Given = {
  WAYFARE_ROLES: ReadonlySet<Role>
  WAYFARE_BUS: 'local' | 'postgres' | 'nats'
  NATS_URL?: string[] | undefined
  DATABASE_URL?: string | undefined
  WAYFARE_SECRET?: string | undefined
}

export const checkCluster = ({ WAYFARE_BUS: bus, NATS_URL, DATABASE_URL, WAYFARE_SECRET }: Given): void => {
  if (NATS_URL !== undefined && bus !== 'nats')
    throw makeStartError('NATS_URL needs WAYFARE_BUS=nats beside it: processes that hear of one another over NATS are several.')
  if (bus === 'local') return
  if (bus === 'nats' && NATS_URL === undefined)
    throw makeStartError('WAYFARE_BUS=nats needs NATS_URL beside it, such as nats://user:password@nats.example:4222.')
  if (DATABASE_URL === undefined)
    throw makeStartError(`WAYFARE_BUS=${bus} needs DATABASE_URL beside it: several processes share one PostgreSQL of your own.`)
  if (WAYFARE_SECRET === undefined)
    throw makeStartError(`WAYFARE_BUS=${bus} needs WAYFARE_SECRET beside it: all processes sign with the same secret.`)
}

export const readClusterConfig = ({ WAYFARE_ROLES, WAYFARE_BUS, NATS_URL }: Given) => ({
  roles: WAYFARE_ROLES,
  /** How this process communicates with others on the same database; `local` if there are none. */
  bus: WAYFARE_BUS,
  /** The servers of a NATS cluster; empty unless the bus is nats. */
  natsUrls: NATS_URL ?? [],
})
