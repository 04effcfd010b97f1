import * as contract from '@wayfare/contract/sign-in-sign-up'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import * as commands from './commands-sign-up.ts'

export const signUpRoutes: readonly ServedRoute[] = [
  serveEndpoint(contract.signUp)((deps, _actor, input, { ip }) => commands.signUp(deps, input, ip)),
  serveEndpoint(contract.signUpDriver)((deps, _actor, input, { ip }) => commands.signUpDriver(deps, input, ip)),
  serveEndpoint(contract.validateReferrer)((deps, _actor, { referralId }, { ip }) =>
    commands.validateReferrer(deps, referralId, ip),
  ),
  serveEndpoint(contract.checkUserExists)((deps, _actor, input, { ip }) => commands.checkUserExists(deps, input, ip)),
  serveEndpoint(contract.userSignup)((deps, _actor, input, { ip }) => commands.signUpUser(deps, input, ip)),
]
