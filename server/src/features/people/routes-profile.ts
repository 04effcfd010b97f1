// The own profile, images, the data to take along and going away, served.
import * as contract from '@wayfare/contract/accounts-profile'
import * as files from '@wayfare/contract/files'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile, setCookies } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { deleteMe } from './commands-privacy.ts'
import * as profile from './commands-profile.ts'
import { exportMyData } from './queries-own-data.ts'

/** What ends the session that somebody asks under. */
export type SignOut = { signOut: (headers: Headers) => Promise<{ cookies: string[] }> }

export const makeProfileRoutes = (auth: SignOut): readonly Served[] => [
  serve(contract.updateProfile)((deps, actor, input, { sessionId: id }) =>
    profile.updateProfile(deps, userOf(actor), input, { id }),
  ),
  serve(contract.updatePreferences)((deps, actor, input) => profile.updatePreferences(deps, userOf(actor), input)),
  serve(files.setProfileImage)((deps, actor, _input, { bytes }) => profile.setProfileImage(deps, userOf(actor), bytes)),
  serve(files.removeProfileImage)((deps, actor) => profile.removeProfileImage(deps, userOf(actor))),
  serve(files.replaceLicense)((deps, actor, _input, { bytes }) => profile.replaceLicense(deps, userOf(actor), bytes)),
  serveFile(contract.exportMyData)((deps, actor, _input, { sessionId: id }) => exportMyData(deps, userOf(actor), { id })),
  serve(contract.deleteMe)(async (deps, actor, input, exchange) => {
    const answer = await deleteMe(deps, userOf(actor), input, { id: exchange.sessionId })
    const { cookies } = await auth.signOut(exchange.headers)
    setCookies(exchange, cookies)
    return answer
  }),
]
