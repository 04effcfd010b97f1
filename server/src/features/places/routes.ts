import * as contract from '@wayfare/contract/places'
import * as functions from '@wayfare/contract/places-functions'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as hosted from './queries-functions.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.searchPlaces)((deps, actor, input) => queries.searchPlaces(deps, actor, input)),
  serve(contract.resolvePlace)((deps, actor, { placeId }) => queries.resolvePlace(deps, actor, placeId)),
  serve(contract.reversePlace)((deps, _actor, point) => queries.reversePlace(deps, point)),
  serve(contract.routePlaces)((deps, _actor, input) => queries.routePlaces(deps, input)),
  serve(contract.getBasemap)(async (deps) => queries.getBasemap(deps)),
  serve(functions.autocomplete)((deps, actor, input) => hosted.autocomplete(deps, actor, input)),
  serve(functions.getCoords)(async (deps, actor, input) => {
    const { coords } = await queries.resolvePlace(deps, actor, input.place_id)
    return { coords }
  }),
  serve(functions.getRoute)((deps, _actor, input) => hosted.getRoute(deps, input)),
  serve(functions.getAddress)((deps, _actor, input) => hosted.getAddress(deps, input)),
  serve(functions.getDriveTime)((deps, _actor, input) => hosted.getDriveTime(deps, input)),
  serve(functions.getMultiLocTime)((deps, _actor, input) => hosted.getDriveTime(deps, input)),
]
