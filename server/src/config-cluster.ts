// Promise: a process that is one of several says so, and has what all of them must have in common.
import { z } from 'zod'
import { list } from './config-values.ts'
import { makeStartError } from './process.ts'

/** The parts of the work that a process may do; one process does all unless told otherwise. */
const roleNames = ['api', 'gateway', 'dispatch', 'worker'] as const

export type Role = (typeof roleNames)[number]

const roles = list.pipe(z.array(z.enum(roleNames)).min(1)).transform((names): ReadonlySet<Role> => new Set(names))

export const clusterEnvironment = {
  WAYFARE_ROLES: roles.default(() => new Set(roleNames)),
  WAYFARE_BUS: z.enum(['local', 'postgres']).default('local'),
}

type Given = {
  WAYFARE_ROLES: ReadonlySet<Role>
  WAYFARE_BUS: 'local' | 'postgres'
  DATABASE_URL?: string | undefined
  WAYFARE_SECRET?: string | undefined
}

export const checkCluster = (env: Given): void => {
  if (env.WAYFARE_BUS === 'local') return
  if (env.DATABASE_URL === undefined)
    throw makeStartError('WAYFARE_BUS=postgres needs DATABASE_URL beside it: several processes share one PostgreSQL of your own.')
  if (env.WAYFARE_SECRET === undefined)
    throw makeStartError('WAYFARE_BUS=postgres needs WAYFARE_SECRET beside it: all processes sign with the same secret.')
}

export const readClusterConfig = ({ WAYFARE_ROLES, WAYFARE_BUS }: Pick<Given, 'WAYFARE_ROLES' | 'WAYFARE_BUS'>) => ({
  roles: WAYFARE_ROLES,
  /** How this process hears of others on the same database; local: there are none. */
  bus: WAYFARE_BUS,
})
