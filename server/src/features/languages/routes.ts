import * as contract from '@wayfare/contract/languages'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands.ts'
import { savePairs } from './commands-texts.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listLanguages)(async (deps) => ({ languages: await queries.listLanguages(deps) })),
  serveEndpoint(contract.getTexts)((deps, _actor, { langLocale }) => queries.getTexts(deps, langLocale)),
  serveEndpoint(contract.listLanguageRows)(async (deps) => ({ languages: await queries.listLanguageRows(deps) })),
  serveEndpoint(contract.addLanguage)((deps, actor, input) => commands.addLanguage(deps, actor, input)),
  serveEndpoint(contract.changeLanguage)((deps, actor, input) => commands.changeLanguage(deps, actor, input)),
  serveEndpoint(contract.makeDefaultLanguage)((deps, actor, { id }) => commands.makeDefaultLanguage(deps, actor, id)),
  serveEndpoint(contract.removeLanguage)((deps, actor, { id }) => commands.removeLanguage(deps, actor, id)),
  serveEndpoint(contract.getPairs)((deps, _actor, { id }) => queries.getPairs(deps, id)),
  serveEndpoint(contract.savePairs)((deps, actor, input) => savePairs(deps, actor, input)),
]
