// The invisible challenge: fetched and solved in the background, sent along with the call that asks for one.
import { getChallenge } from '@wayfare/contract/sign-in'
import type { Challenge, ChallengePurpose, SolvedChallenge } from '@wayfare/contract/sign-in-challenge'
import { callEndpoint, callError } from './call.ts'

const solveBeside = async (challenge: Challenge): Promise<SolvedChallenge | null> => {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<SolvedChallenge | null>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<SolvedChallenge | null>) => resolve(event.data))
    worker.addEventListener('error', () => reject(new Error('the worker did not start')))
    worker.postMessage(challenge, {})
  }).finally(() => worker.terminate())
}

/** Where no worker may run, the page solves it itself, giving way to the person every fifth of a second. */
const solveHere = async (challenge: Challenge): Promise<SolvedChallenge | null> => {
  const { findSolution } = await import('./challenge-solver.ts')
  return findSolution(challenge)
}

/** A solution for one call of this purpose; refuses as the server would when there is none. */
export const solveChallenge = async (purpose: ChallengePurpose): Promise<SolvedChallenge> => {
  const challenge = await callEndpoint(getChallenge, { purpose })
  const solved = await solveBeside(challenge).catch(() => solveHere(challenge))
  if (!solved) throw callError({ key: 'challenge_failed', message: 'challenge_failed', status: 0 })
  return solved
}
