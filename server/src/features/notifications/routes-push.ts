import * as contract from '@wayfare/contract/messages-push'
import { Refusal } from '@wayfare/core/errors'
import { userOf } from '../../http/actor.ts'
import { serve } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { listKinds, registerDevice, removeDevice } from './commands-devices.ts'
import { sendNotification } from './commands-notify.ts'
import { getPushKeys } from './commands-push-keys.ts'

export const routes: readonly Served[] = [
  serve(contract.getPush)(async (deps) => ({ publicKey: (await getPushKeys(deps)).publicKey, kinds: listKinds(deps) })),
  serve(contract.registerDevice)((deps, actor, input, { sessionId }) => {
    if (sessionId === null) throw new Refusal('unauthorized')
    return registerDevice(deps, userOf(actor), sessionId, input)
  }),
  serve(contract.removeDevice)((deps, actor, { token }) => removeDevice(deps, userOf(actor), token)),
  serve(contract.sendNotification)((deps, actor, input) => sendNotification(deps, userOf(actor), input)),
]
