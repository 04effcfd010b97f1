import type { OutputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/demo'
import type { Deps, DemoTown } from '../../deps.ts'

/** An external database may have other users, so it is never replaced under them. */
export const describeTown = ({ config }: Deps, { startedAt, problem, remake }: DemoTown): OutputOf<typeof contract.getTown> => ({
  startedAt,
  canMake: config.demo && config.databaseUrl === null && remake !== null,
  problem,
})
