import * as contract from '@wayfare/contract/wallet'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.getWallet)((deps, actor, input) => queries.getWallet(deps, userOf(actor), input)),
  serve(contract.getEarnings)((deps, actor) => queries.getEarnings(deps, userOf(actor))),
  serve(contract.proveLedger)((deps) => queries.proveLedger(deps)),
]
