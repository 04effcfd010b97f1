import * as contract from '@wayfare/contract/languages'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.listLanguages)(async (deps) => ({ languages: await queries.listLanguages(deps) })),
  serve(contract.getTexts)((deps, _actor, { langLocale }) => queries.getTexts(deps, langLocale)),
]
