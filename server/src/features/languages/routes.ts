import * as contract from '@wayfare/contract/languages'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import { savePairs } from './commands-texts.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.listLanguages)(async (deps) => ({ languages: await queries.listLanguages(deps) })),
  serve(contract.getTexts)((deps, _actor, { langLocale }) => queries.getTexts(deps, langLocale)),
  serve(contract.listLanguageRows)(async (deps) => ({ languages: await queries.listLanguageRows(deps) })),
  serve(contract.addLanguage)((deps, actor, input) => commands.addLanguage(deps, actor, input)),
  serve(contract.changeLanguage)((deps, actor, input) => commands.changeLanguage(deps, actor, input)),
  serve(contract.makeDefaultLanguage)((deps, actor, { id }) => commands.makeDefaultLanguage(deps, actor, id)),
  serve(contract.removeLanguage)((deps, actor, { id }) => commands.removeLanguage(deps, actor, id)),
  serve(contract.getPairs)((deps, _actor, { id }) => queries.getPairs(deps, id)),
  serve(contract.savePairs)((deps, actor, input) => savePairs(deps, actor, input)),
]
