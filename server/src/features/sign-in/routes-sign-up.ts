import * as contract from '@wayfare/contract/accounts-register'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as commands from './commands-sign-up.ts'

export const signUpRoutes: readonly Served[] = [
  serve(contract.signUp)((deps, _actor, input, { ip }) => commands.signUp(deps, input, ip)),
  serve(contract.signUpDriver)((deps, _actor, input, { ip }) => commands.signUpDriver(deps, input, ip)),
  serve(contract.validateReferrer)((deps, _actor, { referralId }, { ip }) => commands.validateReferrer(deps, referralId, ip)),
  serve(contract.checkUserExists)((deps, _actor, input, { ip }) => commands.checkUserExists(deps, input, ip)),
  serve(contract.userSignup)((deps, _actor, input, { ip }) => commands.userSignup(deps, input, ip)),
]
