import * as contract from '@wayfare/contract/accounts-desk'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { searchRiders } from './queries-desk.ts'

export const deskRoutes: readonly Served[] = [
  serve(contract.searchRiders)(async (deps, _actor, { text }) => ({ riders: await searchRiders(deps, text) })),
]
