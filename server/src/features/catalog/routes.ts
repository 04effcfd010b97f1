import * as contract from '@wayfare/contract/catalog'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.listCarTypes)(async (deps) => ({ carTypes: await queries.listCarTypes(deps) })),
  serve(contract.listCancelReasons)(async (deps) => ({ cancelReasons: await queries.listCancelReasons(deps) })),
]
