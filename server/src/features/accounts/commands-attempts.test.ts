import { beforeEach, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { consumeAttempt, countAttempt, dayMs, forgetOldAttempts, minuteMs } from './commands-attempts.ts'

const app = await startApp()
const capOf = (subject: string, most = 5) => ({ kind: 'test', subject, most, windowMs: 10 * minuteMs })
const takenOf = async (results: Promise<unknown>[]) =>
  (await Promise.allSettled(results)).filter(({ status }) => status === 'fulfilled').length

// start at the beginning of a window, so that no count is split
beforeEach(app.nextDay)

it('lets no more than the cap through, however many come at once', async () => {
  const tries = Array.from({ length: 60 }, () => consumeAttempt(app.deps, [capOf('crowd')]))
  expect(await takenOf(tries)).toBe(5)
  await expect(consumeAttempt(app.deps, [capOf('crowd')])).rejects.toMatchObject({ key: 'rate_limited' })
  await consumeAttempt(app.deps, [capOf('someone else')])
})

it('says when the next try is there, and lets it through then', async () => {
  await countAttempt(app.deps, capOf('later', 1))
  const refused = await consumeAttempt(app.deps, [capOf('later', 1)]).catch((error: unknown) => error)
  const { retryAfterS } = (refused as { details: { retryAfterS: number } }).details
  expect(retryAfterS).toBeGreaterThan(0)
  expect(retryAfterS).toBeLessThanOrEqual(600)
  app.advance(retryAfterS * 1000)
  await consumeAttempt(app.deps, [capOf('later', 1)])
})

it('gives back what one who was right took, and what a second cap refused', async () => {
  for (let i = 0; i < 20; i++) await (await consumeAttempt(app.deps, [capOf('honest')]))()
  for (let i = 0; i < 3; i++) await consumeAttempt(app.deps, [capOf('one', 3)])
  for (let i = 0; i < 10; i++) {
    await expect(consumeAttempt(app.deps, [capOf('two'), capOf('one', 3)])).rejects.toMatchObject({ key: 'rate_limited' })
  }
  expect(await takenOf(Array.from({ length: 10 }, () => consumeAttempt(app.deps, [capOf('two')])))).toBe(5)
})

it('keeps no address or number in clear, and forgets counts of windows long past', async () => {
  await consumeAttempt(app.deps, [capOf('+46701234567')])
  const rows = await app.db.selectFrom('attempt').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('46701234567')
  app.advance(3 * dayMs)
  await forgetOldAttempts(app.db, app.deps.now())
  expect(await app.db.selectFrom('attempt').selectAll().execute()).toEqual([])
})
