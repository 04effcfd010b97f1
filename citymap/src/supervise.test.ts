import { describe, expect, it } from 'vitest'
import type { Link } from './city-link.ts'
import type { Message, Question } from './engine.ts'
import { superviseEngine } from './supervise.ts'

type Ears = { hear: (message: Message) => void; crash: (error: string) => void }

/** A fake engine that the test controls. */
const makeStage = () => {
  const ears: Ears[] = []
  const asked: Question[] = []
  const open = (_place: object, next: Ears): Link => {
    ears.push(next)
    return { ask: (question) => asked.push(question), close: () => Promise.resolve() }
  }
  const log: string[] = []
  const engine = superviseEngine({ dataDir: 'nowhere', log: (line) => log.push(line) }, open)
  return { engine, ears, asked, log }
}
const ready = { type: 'ready', manifest: { name: 'Town' }, tilesPath: '/tiles' } as Extract<Message, { type: 'ready' }>

describe('the supervisor', () => {
  it('refuses questions until the map is ready, then passes answers and refusals on', async () => {
    const { engine, ears, asked } = makeStage()
    await expect(engine.ask('route', { points: [] })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    ears[0]?.hear({ type: 'progress', stage: 'graph', fraction: 0.2 })
    expect(engine.state()).toEqual({ state: 'preparing', stage: 'graph', fraction: 0.2 })
    ears[0]?.hear(ready)
    expect(await engine.ready).toEqual({ name: 'Town' })
    const first = engine.ask('findPlace', 's:a')
    const second = engine.ask('route', { points: [] })
    expect(asked.map(({ op }) => op)).toEqual(['findPlace', 'route'])
    ears[0]?.hear({ type: 'refusal', id: 2, code: 'NO_ROUTE', error: 'none' })
    ears[0]?.hear({ type: 'answer', id: 1, value: null })
    expect(await first).toBeNull()
    await expect(second).rejects.toMatchObject({ code: 'NO_ROUTE', message: 'none' })
  })
  it('restarts a crashed engine once and then gives up', async () => {
    const { engine, ears, log } = makeStage()
    ears[0]?.hear(ready)
    const lost = engine.ask('findPlace', 's:a')
    ears[0]?.crash('out of memory')
    await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(engine.state().state).toBe('preparing')
    ears[1]?.hear(ready)
    expect(engine.state().state).toBe('ready')
    ears[1]?.crash('again')
    expect(engine.state()).toMatchObject({ state: 'failed', error: 'again' })
    expect(ears.length).toBe(2)
    expect(log.length).toBe(2)
    await expect(engine.ask('findPlace', 's:a')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'again' })
  })
  it('rejects ready when the map cannot be prepared', async () => {
    const { engine, ears } = makeStage()
    ears[0]?.hear({ type: 'failed', error: 'disk full' })
    await expect(engine.ready).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'disk full' })
    expect(engine.state()).toMatchObject({ state: 'failed', error: 'disk full' })
  })
  it('refuses what is on its way when it is closed', async () => {
    const { engine, ears } = makeStage()
    ears[0]?.hear(ready)
    const lost = engine.ask('findPlace', 's:a')
    await engine.close()
    await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(engine.ask('findPlace', 's:a')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
