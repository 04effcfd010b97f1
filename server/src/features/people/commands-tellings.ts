// Limits what fleet admins learn about accounts outside their fleet: only by adding or changing a driver, and so many a day.
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { Deps } from '../../deps.ts'
import { consumeAttempt, dayMs, isAttemptLeft } from '../accounts/commands-attempts.ts'

const mostTold = 50

const capOf = ({ id }: UserActor) => [{ kind: 'foreignAccount', subject: id, most: mostTold, windowMs: dayMs }]

/** True if one more account may be disclosed today; counts it. */
export const consumeTelling = (deps: Deps, actor: UserActor): Promise<boolean> => isAttemptLeft(deps, capOf(actor))

/** Runs work that may disclose that somebody has an account (user_exists); refuses once the daily limit is used up. */
export const limitTelling = async <T>(deps: Deps, actor: UserActor, work: () => Promise<T>): Promise<T> => {
  if (actor.role === 'admin') return work()
  const giveBack = await consumeAttempt(deps, capOf(actor))
  try {
    const done = await work()
    await giveBack()
    return done
  } catch (error) {
    if (!(error instanceof Refusal && error.key === 'user_exists')) await giveBack()
    throw error
  }
}
