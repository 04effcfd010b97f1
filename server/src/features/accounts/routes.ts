// What belongs to the account of whoever asks: the proof of the address, saved places and views; and where drivers are.
import { listDrivers } from '@wayfare/contract/accounts'
import * as contract from '@wayfare/contract/accounts-profile'
import { requestVerification, verifyEmail } from '@wayfare/contract/accounts-sign-in'
import * as views from '@wayfare/contract/accounts-views'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as places from './commands-places.ts'
import * as verification from './commands-verification.ts'
import { removeView, saveView } from './commands-views.ts'
import * as queries from './queries.ts'
import { listSavedPlaces } from './queries-places.ts'
import { listViews } from './queries-views.ts'

export const routes: readonly Served[] = [
  serve(requestVerification)((deps, actor) => verification.requestVerification(deps, userOf(actor))),
  serve(verifyEmail)((deps, _actor, input) => verification.verifyEmail(deps, input)),
  serve(contract.listSavedPlaces)(async (deps, actor) => ({ places: await listSavedPlaces(deps.db, userOf(actor).id) })),
  serve(contract.addSavedPlace)((deps, actor, input) => places.addSavedPlace(deps, userOf(actor), input)),
  serve(contract.changeSavedPlace)((deps, actor, input) => places.changeSavedPlace(deps, userOf(actor), input)),
  serve(contract.removeSavedPlace)((deps, actor, input) => places.removeSavedPlace(deps, userOf(actor), input)),
  serve(views.listViews)(async (deps, actor, { table }) => ({ views: await listViews(deps.db, userOf(actor), table) })),
  serve(views.saveView)((deps, actor, input) => saveView(deps, userOf(actor), input)),
  serve(views.removeView)((deps, actor, input) => removeView(deps, userOf(actor), input)),
  serve(listDrivers)(async (deps, actor) => ({ drivers: await queries.listDrivers(deps, userOf(actor)) })),
]
