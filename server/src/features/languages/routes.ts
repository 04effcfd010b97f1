import * as contract from '@wayfare/contract/languages'
import * as admin from '@wayfare/contract/languages-admin'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands.ts'
import { savePairs } from './commands-texts.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listLanguages)(async (deps) => ({ languages: await queries.listLanguages(deps) })),
  serveEndpoint(contract.getTexts)((deps, _actor, { langLocale }) => queries.getTexts(deps, langLocale)),
  serveEndpoint(admin.listLanguageRows)(async (deps) => ({ languages: await queries.listLanguageRows(deps) })),
  serveEndpoint(admin.addLanguage)((deps, actor, input) => commands.addLanguage(deps, actor, input)),
  serveEndpoint(admin.changeLanguage)((deps, actor, input) => commands.changeLanguage(deps, actor, input)),
  serveEndpoint(admin.makeDefaultLanguage)((deps, actor, { id }) => commands.makeDefaultLanguage(deps, actor, id)),
  serveEndpoint(admin.removeLanguage)((deps, actor, { id }) => commands.removeLanguage(deps, actor, id)),
  serveEndpoint(admin.getPairs)((deps, _actor, { id }) => queries.getPairs(deps, id)),
  serveEndpoint(admin.savePairs)((deps, actor, input) => savePairs(deps, actor, input)),
]
