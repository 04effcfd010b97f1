import * as contract from '@wayfare/contract/messages-push'
import { Refusal } from '@wayfare/core/errors'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, type ServedRoute } from '../../http/serve.ts'
import { listKinds, registerDevice, removeDevice } from './commands-devices.ts'
import { sendNotification } from './commands-notify.ts'
import { getPushKeys } from './commands-push-keys.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.getPush)(async (deps) => ({ publicKey: (await getPushKeys(deps)).publicKey, kinds: listKinds(deps) })),
  serveEndpoint(contract.registerDevice)((deps, actor, input, { sessionId }) => {
    if (sessionId === null) throw new Refusal('unauthorized')
    return registerDevice(deps, getUser(actor), sessionId, input)
  }),
  serveEndpoint(contract.removeDevice)((deps, actor, { token }) => removeDevice(deps, getUser(actor), token)),
  serveEndpoint(contract.sendNotification)((deps, actor, input) => sendNotification(deps, getUser(actor), input)),
]
