import * as contract from '@wayfare/contract/files'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'

/** Those that change a user as well are served by accounts. */
export const routes: readonly Served[] = [
  serve(contract.putSignUpDocument)((deps, _actor, _input, { bytes, ip }) => commands.putSignUpDocument(deps, { bytes, ip })),
  serve(contract.putCarImage)((deps, _actor, _input, { bytes }) => commands.storeCarImage(deps, bytes)),
  serveFile(contract.getCarImage)((deps, _actor, { name }) => queries.openCarImage(deps, name)),
  serveFile(contract.getProfileImage)((deps, _actor, input) => queries.openProfileImage(deps, input)),
  serveFile(contract.getDriverDocument)((deps, actor, input) => queries.openDriverDocument(deps, userOf(actor), input)),
]
