import { listCarTypes } from '@wayfare/contract/catalog'
import { expect, it } from 'vitest'
import { startCollector } from '../test/collector.ts'
import { startApp } from '../test/harness.ts'
import { makeTestLog } from '../test/log.ts'
import { collectTraces } from './traces-otlp.ts'

const config = { headers: {}, service: 'town', sampler: 'parentbased_always_on', ratio: 1, version: '1' } as const

it('leaves what a piece of work set going out of it once it is over', async () => {
  const collector = await startCollector()
  const traces = collectTraces({ ...config, url: collector.url, log: makeTestLog().log })
  const { later } = await traces.run({ name: 'work', kind: 'consumer', facts: {} }, async () => {
    expect(traces.isWithin()).toBe(true)
    return { later: new Promise((resolve) => setTimeout(() => resolve(traces.isWithin()), 5)) }
  })
  expect(await later).toBe(false)
  await traces.stop()
  collector.close()
})

it.each(['hang', 'fail'] as const)(
  'lets requests go on beside a collector that does %s, and warns once',
  async (mood) => {
    const other = await startCollector()
    other.setMood(mood)
    const { log, lines } = makeTestLog()
    const lost = collectTraces({ ...config, url: other.url, log, delayMs: 10, timeoutMs: 500, flushWithinMs: 300 })
    const beside = await startApp({ traces: lost })
    const time = async (): Promise<number> => {
      const since = performance.now()
      await beside.call(listCarTypes, {})
      return performance.now() - since
    }
    await time()
    const took: number[] = []
    const askOn = async (): Promise<number> => {
      took.push(await time())
      return other.asked.length
    }
    // several batches, each of which fails
    await expect.poll(askOn, { timeout: 10_000, interval: 40 }).toBeGreaterThan(3)
    const warnings = () => lines.filter(({ level }) => level === 'warn')
    await expect.poll(() => warnings().length, { timeout: 5000 }).toBe(1)
    expect(warnings()[0]?.message).toBe('traces do not reach the collector: they are lost until it takes them again')
    expect(took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)]).toBeLessThan(250)
    other.setMood('take')
    await time()
    await expect.poll(() => lines.map(({ message }) => message), { timeout: 5000 }).toContain('traces reach the collector again')
    await time()
    await lost.stop()
    expect(warnings()).toHaveLength(1)
    await beside.close()
    other.close()
  },
  30_000,
)

it('gives the last spans a bounded time at the stop', async () => {
  const other = await startCollector()
  const { log, lines } = makeTestLog()
  const options = { ...config, url: other.url, log, delayMs: 60_000 }
  const quick = collectTraces(options)
  await quick.run({ name: 'work', kind: 'consumer', facts: {} }, async () => {})
  await quick.stop()
  expect(other.spans.map(({ name }) => name)).toEqual(['work'])
  other.setMood('hang')
  const stuck = collectTraces(options)
  await stuck.run({ name: 'work', kind: 'consumer', facts: {} }, async () => {})
  const since = performance.now()
  await stuck.stop()
  const ms = performance.now() - since
  expect(ms).toBeGreaterThan(2900)
  expect(ms).toBeLessThan(3500)
  expect(lines.at(-1)?.message).toBe('the last traces did not reach the collector in time')
  other.close()
})

it.each([
  ['always_off', 1, 0],
  ['traceidratio', 0, 0],
  ['parentbased_traceidratio', 1, 5],
  ['always_on', 0, 5],
] as const)('samples as %s with %d says', async (sampler, ratio, count) => {
  const other = await startCollector()
  const some = collectTraces({ ...config, sampler, ratio, url: other.url, log: makeTestLog().log })
  for (let i = 0; i < 5; i++) await some.run({ name: 'work', kind: 'consumer', facts: {} }, async () => {})
  await some.stop()
  expect(other.spans).toHaveLength(count)
  other.close()
})

it('warns once of a collector that is not there', async () => {
  const gone = await startCollector()
  gone.close()
  const { log, lines } = makeTestLog()
  const lost = collectTraces({ ...config, url: gone.url, log, delayMs: 5, timeoutMs: 100 })
  const work = () => lost.run({ name: 'work', kind: 'consumer', facts: {} }, async () => 'done')
  const warn = { level: 'warn', message: expect.stringContaining('do not reach the collector'), fields: expect.anything() }
  for (let batch = 0; batch < 5; batch++) {
    expect(await work()).toBe('done')
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  expect(lines.slice(1)).toEqual([warn])
  expect(lines[1]?.fields).toMatchObject({ collector: new URL(gone.url).host, reason: expect.stringContaining('ECONNREFUSED') })
  await lost.stop()
  expect(lines).toHaveLength(2)
})
