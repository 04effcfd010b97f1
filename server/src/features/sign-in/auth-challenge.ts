// Proof of work before expensive or revealing requests: made by altcha-lib, for one purpose, valid once and for a short time.
import { getNetwork } from '../../http/limits.ts'
import { type ChallengePurpose, type SolvedChallenge, challenge as challengeShape } from '@wayfare/contract/sign-in-challenge'
import { Refusal } from '@wayfare/core/errors'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Deps } from '../../deps.ts'
import { countAttempt, minuteMs } from '../accounts/commands-attempts.ts'

const lastsMs = 10 * minuteMs

/** `cost` rounds for each of `least` to `most` derivations. */
type Effort = { cost: number; least: number; most: number }

// About 0.2 s in a browser with WebCrypto, a few seconds in plain JavaScript on a phone.
const usualEffort: Effort = { cost: 5000, least: 50, most: 100 }
/** This many per window cost the usual effort; each further group of as many doubles it, up to sixteenfold. */
const usualCount = 5
const mostFactor = 16

const keysOf = (deps: Deps) => ({
  hmacSignatureSecret: deps.secrets.hash('challenge', 'altcha'),
  hmacKeySignatureSecret: deps.secrets.hash('key', 'altcha'),
})

/** Makes a challenge for this address; the more it requests, the harder they get. */
export const makeChallenge = async (deps: Deps, purpose: ChallengePurpose, ip: string, effort: Effort = usualEffort) => {
  const most = usualCount * (Math.log2(mostFactor) + 1)
  const count = await countAttempt(deps, { kind: 'challenge', subject: getNetwork(ip), most, windowMs: lastsMs })
  const factor = 2 ** Math.min(Math.log2(mostFactor), Math.floor((count - 1) / usualCount))
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: effort.cost,
    counter: randomInt(effort.most * factor, effort.least * factor),
    deriveKey,
    data: { purpose },
    expiresAt: new Date(deps.now().getTime() + lastsMs),
    ...keysOf(deps),
  })
  return challengeShape.parse(made)
}

/** Refuses with challenge_failed unless it is ours, for this purpose, solved, in time and unused; uses it up. */
export const consumeChallenge = async (
  deps: Deps,
  { challenge, solution }: SolvedChallenge,
  purpose: ChallengePurpose,
): Promise<void> => {
  const { expiresAt, data } = challenge.parameters
  const now = deps.now().getTime()
  const isFresh = data.purpose === purpose && expiresAt * 1000 > now
  const verified = isFresh && (await verifySolution({ challenge, solution, deriveKey, ...keysOf(deps) })).verified
  if (!verified) throw new Refusal('challenge_failed')
  const spent = await deps.db
    .insertInto('usedChallenge')
    .values({ signature: challenge.signature, expiresAt: new Date(expiresAt * 1000) })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .returning('signature')
    .executeTakeFirst()
  if (!spent) throw new Refusal('challenge_failed')
}
