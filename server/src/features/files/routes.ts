import * as contract from '@wayfare/contract/files'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, serveFile, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

/** Uploads that also change a user are served by accounts. */
export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.putSignUpDocument)((deps, _actor, _input, { bytes, ip }) =>
    commands.storeSignUpDocument(deps, { bytes, ip }),
  ),
  serveEndpoint(contract.putCarImage)((deps, _actor, _input, { bytes }) => commands.storeCarImage(deps, bytes)),
  serveFile(contract.getCarImage)((deps, _actor, { name }) => queries.openCarImage(deps, name)),
  serveFile(contract.getProfileImage)((deps, _actor, input) => queries.openProfileImage(deps, input)),
  serveFile(contract.getDriverDocument)((deps, actor, input) => queries.openDriverDocument(deps, getUser(actor), input)),
]
