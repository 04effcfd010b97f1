// The caller's own account (verification of the address, saved places and views), and the drivers' positions.
import { listDrivers } from '@wayfare/contract/accounts'
import * as contract from '@wayfare/contract/accounts-places'
import { requestVerification, verifyEmail } from '@wayfare/contract/sign-in'
import * as views from '@wayfare/contract/accounts-views'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as places from './commands-places.ts'
import * as verification from './commands-verification.ts'
import { removeView, saveView } from './commands-views.ts'
import * as queries from './queries.ts'
import { listSavedPlaces } from './queries-places.ts'
import { listViews } from './queries-views.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(requestVerification)((deps, actor) => verification.requestVerification(deps, getUser(actor))),
  serveEndpoint(verifyEmail)((deps, actor, input) => verification.verifyEmail(deps, actor, input)),
  serveEndpoint(contract.listSavedPlaces)(async (deps, actor) => ({ places: await listSavedPlaces(deps.db, getUser(actor).id) })),
  serveEndpoint(contract.addSavedPlace)((deps, actor, input) => places.addSavedPlace(deps, getUser(actor), input)),
  serveEndpoint(contract.changeSavedPlace)((deps, actor, input) => places.changeSavedPlace(deps, getUser(actor), input)),
  serveEndpoint(contract.removeSavedPlace)((deps, actor, input) => places.removeSavedPlace(deps, getUser(actor), input)),
  serveEndpoint(views.listViews)(async (deps, actor, { table }) => ({ views: await listViews(deps.db, getUser(actor), table) })),
  serveEndpoint(views.saveView)((deps, actor, input) => saveView(deps, getUser(actor), input)),
  serveEndpoint(views.removeView)((deps, actor, input) => removeView(deps, getUser(actor), input)),
  serveEndpoint(listDrivers)(async (deps, actor) => ({ drivers: await queries.listDrivers(deps, getUser(actor)) })),
]
