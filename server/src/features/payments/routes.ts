import * as contract from '@wayfare/contract/payments'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.getProviders)(async (deps) => queries.listProviders(deps)),
  serve(contract.payBooking)((deps, actor, input) => commands.payBooking(deps, userOf(actor), input)),
]
