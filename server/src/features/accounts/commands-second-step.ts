// The second step of a sign-in: who proved to be a user, by whichever door, and now brings the second factor, comes in.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { signInSecondFactor as endpoint } from '@wayfare/contract/accounts-second-factor'
import type { Deps } from '../../deps.ts'
import type { Auth } from './auth.ts'
import { passSecondFactor } from './commands-second-factor.ts'
import type { Asking } from './commands-sessions.ts'
import { enter } from './commands-sign-in.ts'
import type { Entered } from './commands-sign-in.ts'

export const signInSecondFactor = async (
  deps: Deps,
  auth: Auth,
  input: ParsedInputOf<typeof endpoint>,
  session: Asking,
): Promise<Entered> => {
  const { userId, method } = await passSecondFactor(deps, input)
  return enter(deps, auth, { userId, method, session, secondFactorPassed: true })
}
