import * as contract from '@wayfare/contract/places'
import * as engines from '@wayfare/contract/places-engines'
import * as operator from '@wayfare/contract/places-operator'
import * as functions from '@wayfare/contract/places-functions'
import { listWays } from '@wayfare/contract/places-ways'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands-operator.ts'
import * as hosted from './queries-functions.ts'
import { listMapEngines } from './queries-engines.ts'
import { listOperatorPlaces } from './queries-operator.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.searchPlaces)((deps, actor, input) => queries.searchPlaces(deps, actor, input)),
  serveEndpoint(contract.resolvePlace)((deps, actor, { placeId }) => queries.resolvePlace(deps, actor, placeId)),
  serveEndpoint(contract.reversePlace)((deps, _actor, point) => queries.reversePlace(deps, point)),
  serveEndpoint(contract.routePlaces)((deps, _actor, input) => queries.routePlaces(deps, input)),
  serveEndpoint(listWays)((deps, _actor, input) => queries.listWays(deps, input)),
  serveEndpoint(contract.getBasemap)(async (deps) => queries.getBasemap(deps)),
  serveEndpoint(engines.listMapEngines)((deps, _actor, input) => listMapEngines(deps, input)),
  serveEndpoint(operator.listOperatorPlaces)(async (deps) => ({ places: await listOperatorPlaces(deps) })),
  serveEndpoint(operator.addOperatorPlace)((deps, actor, input) => commands.addOperatorPlace(deps, getUser(actor), input)),
  serveEndpoint(operator.changeOperatorPlace)((deps, actor, input) => commands.changeOperatorPlace(deps, getUser(actor), input)),
  serveEndpoint(operator.removeOperatorPlace)((deps, actor, { id }) => commands.removeOperatorPlace(deps, getUser(actor), id)),
  serveEndpoint(operator.restoreOperatorPlace)((deps, actor, { id }) => commands.restoreOperatorPlace(deps, getUser(actor), id)),
  serveEndpoint(functions.autocomplete)((deps, actor, input) => hosted.autocompletePlaces(deps, actor, input)),
  serveEndpoint(functions.getCoords)(async (deps, actor, input) => {
    const { coords } = await queries.resolvePlace(deps, actor, input.place_id)
    return { coords }
  }),
  serveEndpoint(functions.getRoute)((deps, _actor, input) => hosted.getRoute(deps, input)),
  serveEndpoint(functions.getAddress)((deps, _actor, input) => hosted.getAddress(deps, input)),
  serveEndpoint(functions.getDriveTime)((deps, _actor, input) => hosted.getDriveTime(deps, input)),
  serveEndpoint(functions.getMultiLocTime)((deps, _actor, input) => hosted.getDriveTime(deps, input)),
]
