// Routes of a person's own account: profile, images, data export and deletion.
import * as ownData from '@wayfare/contract/people-own-data'
import * as contract from '@wayfare/contract/people-profile'
import * as files from '@wayfare/contract/files'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, serveFile, setCookies, type ServedRoute } from '../../http/serve.ts'
import { deleteMe } from './commands-privacy.ts'
import * as profile from './commands-profile.ts'
import { exportMyData } from './queries-own-data.ts'

/** Ends the caller's session. */
export type SignOut = { signOut: (headers: Headers) => Promise<{ cookies: string[] }> }

export const makeProfileRoutes = (auth: SignOut): readonly ServedRoute[] => [
  serveEndpoint(contract.updateProfile)((deps, actor, input, { sessionId: id }) =>
    profile.updateProfile(deps, getUser(actor), input, { id }),
  ),
  serveEndpoint(contract.updatePreferences)((deps, actor, input) => profile.updatePreferences(deps, getUser(actor), input)),
  serveEndpoint(files.setProfileImage)((deps, actor, _input, { bytes }) => profile.setProfileImage(deps, getUser(actor), bytes)),
  serveEndpoint(files.removeProfileImage)((deps, actor) => profile.removeProfileImage(deps, getUser(actor))),
  serveEndpoint(files.replaceLicense)((deps, actor, _input, { bytes }) => profile.replaceLicense(deps, getUser(actor), bytes)),
  serveFile(ownData.exportMyData)((deps, actor, _input, { sessionId: id }) => exportMyData(deps, getUser(actor), { id })),
  serveEndpoint(contract.deleteMe)(async (deps, actor, input, exchange) => {
    const answer = await deleteMe(deps, getUser(actor), input, { id: exchange.sessionId })
    const { cookies } = await auth.signOut(exchange.headers)
    setCookies(exchange, cookies)
    return answer
  }),
]
