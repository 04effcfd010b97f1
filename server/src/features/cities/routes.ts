import * as contract from '@wayfare/contract/cities'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as imports from './commands-import.ts'
import * as commands from './commands.ts'
import { listCities } from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.listCities)(async (deps) => listCities(deps)),
  serveEndpoint(contract.activateCity)((deps, actor, { dataset }) => commands.activateCity(deps, actor, dataset)),
  serveEndpoint(contract.rollBackCity)((deps, actor) => commands.rollBackCity(deps, actor)),
  serveEndpoint(contract.removeCity)((deps, actor, { dataset }) => commands.removeCity(deps, actor, dataset)),
  serveEndpoint(contract.importCity)((deps, actor, input) => imports.importCity(deps, actor, input)),
  serveEndpoint(contract.cancelCity)((deps, actor) => imports.cancelCity(deps, actor)),
  serveEndpoint(contract.beginCityUpload)((deps, _actor, input) => imports.beginUpload(deps, input)),
  serveEndpoint(contract.addCityPart)((deps, _actor, input, { bytes }) => imports.addPart(deps, input, bytes)),
]
