import * as contract from '@wayfare/contract/accounts'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import type { Auth } from './auth.ts'
import type { Social } from './auth-social.ts'
import { removeUser } from './commands-privacy.ts'
import * as queries from './queries.ts'
import { deskRoutes } from './routes-desk.ts'
import { peopleRoutes } from './routes-people.ts'
import { makeProfileRoutes } from './routes-profile.ts'
import { registerRoutes } from './routes-register.ts'
import { makeSecondFactorRoutes } from './routes-second-factor.ts'
import { makeSignInRoutes } from './routes-sign-in.ts'
import { makeSocialRoutes } from './routes-social.ts'
import { viewRoutes } from './routes-views.ts'

/** The routes need the sign-in and the providers, which are made once. */
export const makeRoutes = (auth: Auth, social: Social): readonly Served[] => [
  serve(contract.getSession)(async (deps, actor) => ({
    me: actor.kind === 'user' ? await queries.getMe(deps, actor.id) : null,
    demoSignIns: await queries.listDemoSignIns(deps),
    social: queries.listSocial(deps),
  })),
  serve(contract.removeUser)((deps, actor, input) => removeUser(deps, userOf(actor), input)),
  serve(contract.listDrivers)(async (deps, actor) => ({ drivers: await queries.listDrivers(deps, userOf(actor)) })),
  ...makeSignInRoutes(auth),
  ...makeProfileRoutes(auth),
  ...deskRoutes,
  ...peopleRoutes,
  ...viewRoutes,
  ...registerRoutes,
  ...makeSecondFactorRoutes(auth),
  ...makeSocialRoutes({ auth, social }),
]
