// Limits password guessing without letting other people's wrong passwords lock the owner out (decision 27).
import type { SolvedChallenge } from '@wayfare/contract/sign-in-challenge'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import type { Deps } from '../../deps.ts'
import { getNetwork } from '../../http/limits.ts'
import { consumeChallenge } from './auth-challenge.ts'
import { verifyPassword } from './auth.ts'
import { consumeAttempt, dayMs, minuteMs, type Cap } from '../accounts/commands-attempts.ts'

/** An attempt: which caps apply, and by whom it is made as far as known. */
type Guess = {
  /** caps that refuse */
  strict: readonly Cap[]
  /** caps beyond which a solved challenge is required; none for a known device */
  soft: readonly Cap[]
  challenge?: SolvedChallenge | undefined
}

const perQuarter = (kind: string, subject: string, most: number): Cap => ({ kind, subject, most, windowMs: 15 * minuteMs })
const perDay = (kind: string, subject: string, most: number): Cap => ({ kind, subject, most, windowMs: dayMs })

/**
 * An attempt at the sign-in. `version` changes with the password, so that a reset starts new counts; `device` is one on which the
 * owner has signed in before.
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

/** An attempt by a signed-in person, counted separately, so that strangers cannot use these attempts up. */
export const makeOwnGuess = (userId: UserId): Guess => ({
  strict: [perQuarter('password own', userId, 10), perDay('password own', userId, 60)],
  soft: [],
})

/** Takes an attempt under the soft caps, or uses up the challenge instead. */
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

/** Checks the password. The attempt is counted first, so that parallel guesses get no extra ones. */
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
