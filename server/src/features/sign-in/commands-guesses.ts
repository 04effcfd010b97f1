// Guessing at passwords has an end for whoever guesses, and nobody else's wrong passwords keep the owner out (decision 27).
import type { SolvedChallenge } from '@wayfare/contract/sign-in-challenge'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { getNetwork } from '../../http/limits.ts'
import { consumeChallenge } from './auth-challenge.ts'
import { verifyPassword } from './auth.ts'
import { consumeAttempt, dayMs, minuteMs, type Cap } from '../accounts/commands-attempts.ts'

/** Where a password is tried, and by whom as far as that is known. */
type Guess = {
  /** the caps that refuse */
  strict: readonly Cap[]
  /** the caps beyond which a solved challenge must come along; none for a device that is known */
  soft: readonly Cap[]
  challenge?: SolvedChallenge | undefined
}

const perQuarter = (kind: string, subject: string, most: number): Cap => ({ kind, subject, most, windowMs: 15 * minuteMs })
const perDay = (kind: string, subject: string, most: number): Cap => ({ kind, subject, most, windowMs: dayMs })

/**
 * At the sign-in. `version` changes with the password, so that a reset begins new counts; `device` is of one on which the owner
 * has signed in before.
 */
export const makeSignInGuess = (
  { email, ip, version }: { email: string; ip: string; version: string },
  device: string | null,
  challenge: SolvedChallenge | undefined,
): Guess => {
  if (device !== null)
    return { strict: [perQuarter('password device', device, 10), perDay('password device', device, 60)], soft: [] }
  const network = getNetwork(ip)
  const account = `${email} ${version}`
  return {
    strict: [perQuarter('password account network', `${account} ${network}`, 10)],
    soft: [
      perDay('password account network', `${account} ${network}`, 60),
      perQuarter('password account', account, 20),
      perDay('password account', account, 100),
      perQuarter('password network', network, 40),
      perDay('password network', network, 400),
    ],
    challenge,
  }
}

/** By somebody who is signed in: those who are not cannot use these tries up. */
export const makeOwnGuess = (userId: UserId): Guess => ({
  strict: [perQuarter('password own', userId, 10), perDay('password own', userId, 60)],
  soft: [],
})

/** Takes a try under the soft caps, or spends the challenge that stands for one. */
const takeSoft = async (deps: Deps, { soft, challenge }: Guess): Promise<() => Promise<void>> => {
  try {
    return await consumeAttempt(deps, soft)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!challenge) throw new Refusal('challenge_needed')
    await consumeChallenge(deps, challenge, 'signIn')
    return async () => {}
  }
}

/** Whether the password is right. A try is taken before it is looked at, so parallel guesses get no more of them. */
export const claimPasswordTry = async (
  deps: Deps,
  guess: Guess,
  { stored, password }: { stored: string | null; password: string },
): Promise<boolean> => {
  const giveBackStrict = await consumeAttempt(deps, guess.strict)
  const giveBackSoft = await takeSoft(deps, guess).catch(async (error: unknown) => {
    await giveBackStrict()
    throw error
  })
  const isRight = await verifyPassword(stored, password)
  if (isRight) {
    await giveBackStrict()
    await giveBackSoft()
  }
  return isRight
}
