import * as contract from '@wayfare/contract/settings'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [serve(contract.getSettings)(async (deps) => queries.getSettings(deps))]
