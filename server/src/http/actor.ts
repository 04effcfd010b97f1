// Promise: who asks is settled once per request, and whether that role may use the verb at all.
import { visitor, type Actor, type UserActor } from '@wayfare/core/accounts'
import { mayCall, type Access } from '@wayfare/contract/endpoint'
import { Refusal } from '@wayfare/core/errors'

/** Finds the living session that a cookie or a bearer token stands for. */
export type SessionFinder = (headers: Headers) => Promise<{ actor: UserActor; sessionId: string } | null>

type Asker = { actor: Actor; sessionId: string | null }

const carriesProof = (headers: Headers): boolean => headers.has('cookie') || headers.has('authorization')

export const findAsker = async (authenticate: SessionFinder, headers: Headers): Promise<Asker> => {
  const found = carriesProof(headers) ? await authenticate(headers) : null
  return found ?? { actor: visitor, sessionId: null }
}

/** Refuses a visitor where one must be signed in, and a role that never may. */
export const checkAccess = (endpoint: { access: Access }, actor: Actor): void => {
  if (actor.kind === 'system' || mayCall(endpoint, actor.kind === 'user' ? actor.role : null)) return
  throw new Refusal(actor.kind === 'visitor' ? 'unauthorized' : 'forbidden')
}

/** The signed-in user behind a verb that is not public. */
export const getUser = (actor: Actor): UserActor => {
  if (actor.kind !== 'user') throw new Refusal('unauthorized')
  return actor
}
