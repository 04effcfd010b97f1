// Random play of everybody against the real server and database. WAYFARE_SEED repeats one game, WAYFARE_STEPS makes it longer.
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startApp, type CallError } from '../harness.ts'
import { makeCity, type City, type Step } from './city.ts'
import { findBreaches } from './invariants.ts'
import { deskMoves, runDue } from './moves-desk.ts'
import { driverMoves } from './moves-driver.ts'
import { moneyMoves } from './moves-money.ts'
import { riderMoves } from './moves-rider.ts'

const moves = [...riderMoves, ...driverMoves, ...deskMoves, ...moneyMoves]

const seeds = process.env['WAYFARE_SEED'] ? [Number(process.env['WAYFARE_SEED'])] : [1, 2, 3]
const steps = Number(process.env['WAYFARE_STEPS'] ?? 600)
const checkEvery = 35

type Done = { value: unknown } | { refused: string }
type Chosen = Step & { name: string }

const isRefusal = (error: unknown): error is CallError => error instanceof Error && 'key' in error && 'status' in error

/** Every refusal is one that people can read: never a fault of the server, nor a request that was not understood. */
const run = async ({ go, text }: Chosen, once: string): Promise<Done> => {
  try {
    return { value: await go(once) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.status >= 500 || error.key === 'bad_request') throw new Error(`${text}: ${error.message}`, { cause: error })
    return { refused: error.key }
  }
}

const choose = (city: City): Chosen | null => {
  const { name, plan } = city.dice.weigh(moves)
  const step = plan(city)
  return step && { ...step, name }
}

const photos = { allowDeliveryPickupImageCapture: true, allowFinalDeliveryImageCapture: true }

/** What was done with success, by all games. */
const counts = new Map<string, number>()

type Game = { city: City; trail: string[]; keys: number }

const note = (game: Game, step: Chosen, done: Done, how: string): void => {
  game.trail.push(`${how}${step.text}: ${'refused' in done ? done.refused : 'done'}`)
  if ('value' in done) counts.set(step.name, (counts.get(step.name) ?? 0) + 1)
}

/** The same request twice, at once or after another: both get the same answer, or the second one hears that it is under way. */
const twice = async (game: Game, step: Chosen, key: string): Promise<void> => {
  const isAtOnce = game.city.dice.chance(0.5)
  const first = run(step, key)
  if (!isAtOnce) await first
  const both = await Promise.all([first, run(step, key)])
  for (const done of both) note(game, step, done, isAtOnce ? 'twice at once, ' : 'twice, ')
  const [a, b] = both
  if ('value' in a && 'value' in b) expect(b.value, `${step.text}, repeated`).toEqual(a.value)
}

/** Two different things at the same moment, when possible with the same booking. */
const together = async (game: Game, step: Chosen, key: string): Promise<void> => {
  const { city } = game
  city.focus = step.text
  const other = choose(city)
  city.focus = ''
  const both = await Promise.all([run(step, key), other ? run(other, `${key}b`) : null])
  note(game, step, both[0], 'together, ')
  if (other && both[1]) note(game, other, both[1], '  with ')
}

const takeStep = async (game: Game): Promise<void> => {
  const { city } = game
  await city.look()
  const step = choose(city)
  if (!step) return
  game.keys += 1
  const key = `step-${game.keys}`
  const how = city.dice.next()
  if (how < 0.2 && step.name !== 'work' && step.name !== 'wait') return twice(game, step, key)
  if (how < 0.55) return together(game, step, key)
  note(game, step, await run(step, key), '')
}

/** With the reactions and jobs done that what happened has caused. */
const check = async ({ city }: Game): Promise<void> => {
  await city.app.readAll()
  await runDue(city)
  const breaches = await findBreaches(city.app)
  if (breaches.length > 0) throw new Error(`broken: ${inspect(breaches, { depth: 4 })}`)
}

const play = async (seed: number): Promise<void> => {
  const app = await startApp({ settings: { category: 'both', autoDispatch: seed % 2 === 1, fareClaimMinFares: 0.5, ...photos } })
  const game: Game = { city: await makeCity(app, seed), trail: [], keys: 0 }
  try {
    for (let i = 1; i <= steps; i++) {
      await takeStep(game)
      if (i % checkEvery === 0 || i === steps) await check(game)
    }
  } catch (error) {
    const last = game.trail.slice(-60).join('\n')
    const logged = inspect(app.takeErrors(), { depth: 4 })
    throw new Error(`WAYFARE_SEED=${seed} after ${game.trail.length} actions:\n${last}\n${logged}`, { cause: error })
  }
  await app.close()
}

describe('random play of riders, drivers and the desk', () => {
  it.each(seeds)('breaks no rule with seed %i', (seed) => play(seed), 3_600_000)

  it('has done everything often enough to say something', () => {
    const thousands = (seeds.length * steps) / 1000
    const rare = moves.filter(({ name, least }) => (counts.get(name) ?? 0) < Math.floor(least * thousands))
    expect(rare.map(({ name, least }) => `${name}: ${counts.get(name) ?? 0} of ${least * thousands}`)).toEqual([])
  })
})
