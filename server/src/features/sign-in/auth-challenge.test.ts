import type { SolvedChallenge } from '@wayfare/contract/sign-in-challenge'
import { getChallenge } from '@wayfare/contract/sign-in'
import { beforeEach, expect, it } from 'vitest'
import { makeGetSolved, solve } from '../../../test/challenge.ts'
import { startApp } from '../../../test/harness.ts'
import { consumeChallenge } from './auth-challenge.ts'
import { minuteMs } from '../accounts/commands-attempts.ts'

const app = await startApp()
const getSolved = makeGetSolved(app)

const failure = { key: 'challenge_failed' }
const take = (solved: SolvedChallenge, purpose: Parameters<typeof consumeChallenge>[2] = 'signUp') =>
  consumeChallenge(app.deps, solved, purpose)

// start at the beginning of a window, so that no count is split
beforeEach(() => app.advance(10 * minuteMs - (app.deps.now().getTime() % (10 * minuteMs))))

it('is solved by work as the contract describes it, and counts once', async () => {
  const solved = await getSolved('signUp', { ip: '10.1.0.1' })
  expect(solved.solution.counter).toBeGreaterThanOrEqual(50)
  await take(solved)
  await expect(take(solved)).rejects.toMatchObject(failure)
})

it('counts once of many that come at the same time', async () => {
  const solved = await getSolved('signUp', { ip: '10.1.0.2' })
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => take(solved)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('is good for its purpose only', async () => {
  const solved = await getSolved('userExists', { ip: '10.1.0.3' })
  await expect(take(solved, 'signInCode')).rejects.toMatchObject(failure)
  await take(solved, 'userExists')
})

it('is not good after ten minutes', async () => {
  const solved = await getSolved('signUp', { ip: '10.1.0.4' })
  app.advance(10 * minuteMs + 1000)
  await expect(take(solved)).rejects.toMatchObject(failure)
})

it('is not to be forged: neither purpose, time, work nor signature', async () => {
  const { challenge, solution } = await getSolved('userExists', { ip: '10.1.0.5' })
  const { parameters } = challenge
  const forged: SolvedChallenge[] = [
    { challenge: { ...challenge, parameters: { ...parameters, data: { purpose: 'signUp' } } }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 9999 } }, solution },
    { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
    { challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } },
    { challenge, solution: { ...solution, derivedKey: `${parameters.keyPrefix}${'0'.repeat(32)}` } },
    solve({ ...challenge, parameters: { ...parameters, keyPrefix: '00' } }),
  ]
  for (const one of forged) await expect(take(one, one.challenge.parameters.data.purpose)).rejects.toMatchObject(failure)
  await take({ challenge, solution }, 'userExists')
})

const ask = (ip: string) => app.call(getChallenge, { purpose: 'signUp' }, { ip })

it('gets harder for an address that asks often, and not for another', async () => {
  for (let asked = 0; asked < 20; asked++) await ask('2001:db8:0:1::1')
  // the same household, from another of its addresses
  const hard = solve(await ask('2001:db8:0:1:ffff::2'))
  expect(hard.solution.counter).toBeGreaterThanOrEqual(50 * 16)
  const usual = solve(await ask('2001:db8:0:2::1'))
  expect(usual.solution.counter).toBeLessThanOrEqual(100)
})
