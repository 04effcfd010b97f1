import * as contract from '@wayfare/contract/places'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.searchPlaces)((deps, actor, input) => queries.searchPlaces(deps, actor, input)),
  serve(contract.resolvePlace)((deps, actor, { placeId }) => queries.resolvePlace(deps, actor, placeId)),
  serve(contract.reversePlace)((deps, _actor, point) => queries.reversePlace(deps, point)),
  serve(contract.routePlaces)((deps, _actor, input) => queries.routePlaces(deps, input)),
  serve(contract.getBasemap)(async (deps) => queries.getBasemap(deps)),
]
