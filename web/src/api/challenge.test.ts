import { challenge as challengeSchema, solvedChallenge, type Challenge } from '@wayfare/contract/sign-in-challenge'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterEach, expect, test, vi } from 'vitest'
import { findSolution } from './challenge-solver.ts'
import { solveChallenge } from './challenge.ts'

const secrets = { hmacSignatureSecret: 'one secret', hmacKeySignatureSecret: 'another secret' }

/** As the server makes them, only cheaper. */
const makeChallenge = async (counter = 23): Promise<Challenge> =>
  challengeSchema.parse(
    await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 40,
      counter,
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1000) + 600,
      data: { purpose: 'signInCode' },
      ...secrets,
    }),
  )

const isRight = async (solved: Awaited<ReturnType<typeof findSolution>>): Promise<boolean> => {
  const { challenge, solution } = solvedChallenge.parse(solved)
  return (await verifySolution({ challenge, solution, deriveKey, ...secrets })).verified
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const answering = (body: unknown) => vi.fn<typeof fetch>(() => Promise.resolve(Response.json(body)))

test('the solution is one that the server takes, in the form it takes it', async () => {
  const solved = await findSolution(await makeChallenge())
  expect(solved?.solution.counter).toBe(23)
  expect(await isRight(solved)).toBe(true)
})

test('a page without crypto.subtle, as one has over plain http, finds the same', async () => {
  const challenge = await makeChallenge(7)
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues })
  const solved = await findSolution(challenge)
  vi.unstubAllGlobals()
  expect(solved?.solution.counter).toBe(7)
  expect(await isRight(solved)).toBe(true)
})

test('a challenge is asked for by its purpose, solved without a worker where none may start, and sent back unchanged', async () => {
  const challenge = await makeChallenge()
  const fetch = answering(challenge)
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('Worker', undefined)
  const solved = await solveChallenge('signInCode')
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/accounts/challenge?purpose=signInCode')
  expect(solved.challenge).toEqual(challenge)
  expect(await isRight(solved)).toBe(true)
})

test('one that cannot be solved is told by the key the server has for it', async () => {
  vi.stubGlobal('fetch', answering(await makeChallenge()))
  vi.stubGlobal(
    'Worker',
    // a worker that finds nothing
    function Silent() {
      const listeners: ((event: { data: null }) => void)[] = []
      return {
        addEventListener: (type: string, listener: (event: { data: null }) => void) => {
          if (type === 'message') listeners.push(listener)
        },
        postMessage: () => {
          for (const listener of listeners) listener({ data: null })
        },
        terminate: () => undefined,
      }
    },
  )
  await expect(solveChallenge('signInCode')).rejects.toMatchObject({ key: 'challenge_failed' })
})
