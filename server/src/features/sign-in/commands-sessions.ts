// Sessions, and ending them for HTTP and sockets at once.
import type { Actor, UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { inTx } from '../../db/tx.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { goOffDuty } from '../accounts/commands.ts'
import type { Auth } from './auth.ts'

/** The caller, with their session and IP address. */
export type SessionCaller = { actor: Actor; id: string | null; headers: Headers; ip: string }

/** Which of a user's sessions. */
type Which = { only: string } | { except: string } | 'all'

/** Ends sessions of a user: cookie, token and sockets stop working with the commit. Returns how many there were. */
export const endSessions = async (tx: Tx, userId: UserId, which: Which): Promise<number> => {
  const all = tx.deleteFrom('authSession').where('userId', '=', userId)
  const query = which === 'all' ? all : 'only' in which ? all.where('id', '=', which.only) : all.where('id', '!=', which.except)
  const ended = await query.returning('id').execute()
  for (const { id } of ended) await emitEvent(tx, { type: 'SessionEnded', userId, sessionId: id })
  return ended.length
}

/** Ends the session from which a new sign-in was requested. */
export const endCallerSession = (deps: Deps, { actor, id }: SessionCaller): Promise<void> =>
  inTx(deps, async (tx) => {
    if (actor.kind !== 'user' || id === null) return
    await endSessions(tx, actor.id, { only: id })
    await goOffDuty(tx, actor)
  })

const done = { done: true } as const

/** Ends this session, or with `which` all of them; the returned cookies clear the browser's. */
const leave = async (
  deps: Deps,
  auth: Auth,
  { actor, which, session }: { actor: UserActor; which: Which; session: SessionCaller },
) => {
  const { cookies } = await auth.signOut(session.headers)
  await inTx(deps, async (tx) => {
    // the library has already ended this session, without an event
    await emitEvent(tx, { type: 'SessionEnded', userId: actor.id, sessionId: session.id ?? '' })
    await endSessions(tx, actor.id, which)
    await goOffDuty(tx, actor)
    return done
  })
  deps.log.info({ userId: actor.id, ip: session.ip, all: which === 'all' }, 'signed out')
  return cookies
}

export const signOut = (deps: Deps, auth: Auth, actor: UserActor, session: SessionCaller): Promise<string[]> =>
  leave(deps, auth, { actor, which: { only: session.id ?? '' }, session })

export const signOutEverywhere = (deps: Deps, auth: Auth, actor: UserActor, session: SessionCaller): Promise<string[]> =>
  leave(deps, auth, { actor, which: 'all', session })

/** Ends one of the caller's own sessions; others are not found. */
export const endSession = (deps: Deps, actor: UserActor, id: string) =>
  inTx(deps, async (tx) => {
    if ((await endSessions(tx, actor.id, { only: id })) === 0) throw new Refusal('not_found')
    deps.log.info({ userId: actor.id, sessionId: id }, 'a session was ended by its owner')
    return done
  })

export const endOtherSessions = (deps: Deps, actor: UserActor, session: SessionCaller) =>
  inTx(deps, async (tx) => {
    const count = await endSessions(tx, actor.id, { except: session.id ?? '' })
    deps.log.info({ userId: actor.id, count }, 'the other sessions were ended by their owner')
    return done
  })

/** Deletes expired sessions, challenges and codes. */
export const forgetEnded = async (db: Db, now: Date): Promise<void> => {
  for (const table of ['authSession', 'usedChallenge', 'signInCode'] as const) {
    await db.deleteFrom(table).where('expiresAt', '<', now).execute()
  }
}

/** Deletes everything a removed person could sign in with. */
export const deleteSignInMeans = async (tx: Tx, userId: UserId): Promise<void> => {
  for (const table of ['authSession', 'authCredential', 'signInCode', 'backupCode', 'secondFactor'] as const) {
    await tx.deleteFrom(table).where('userId', '=', userId).execute()
  }
}
