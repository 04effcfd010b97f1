// A solver of the proof of work, written from the contract's description alone.
import { pbkdf2Sync } from 'node:crypto'
import { getChallenge } from '@wayfare/contract/sign-in'
import type { Challenge, ChallengePurpose, SolvedChallenge } from '@wayfare/contract/sign-in-challenge'
import type { Deps } from '../src/deps.ts'
import { makeChallenge } from '../src/features/sign-in/auth-challenge.ts'
import type { CallOptions } from './calls.ts'
import type { TestApp } from './harness.ts'

export const solve = (challenge: Challenge): SolvedChallenge => {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)])
  for (let counter = 0; ; counter++) {
    password.writeUInt32BE(counter, password.length - 4)
    const derivedKey = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex')
    if (derivedKey.startsWith(keyPrefix)) return { challenge, solution: { counter, derivedKey } }
  }
}

/** Fetches a challenge and solves it. */
export const makeGetSolved =
  ({ call }: Pick<TestApp, 'call'>) =>
  async (purpose: ChallengePurpose, options: CallOptions = {}): Promise<SolvedChallenge> =>
    solve(await call(getChallenge, { purpose }, options))

/** One that was little work, for tests that need many. */
export const makeSolved = async (deps: Deps, purpose: ChallengePurpose): Promise<SolvedChallenge> =>
  solve(await makeChallenge(deps, purpose, deps.newId(), { cost: 1, least: 1, most: 2 }))
