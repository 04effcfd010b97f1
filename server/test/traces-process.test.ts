import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { startCollector } from './collector.ts'
import { cloneDatabase } from './database.ts'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'wf-traces-'))
const clone = await cloneDatabase()
const collector = await startCollector()
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  collector.close()
  await clone.drop()
  rmSync(dir, { recursive: true, force: true })
})

/** Says at the end which packages of OpenTelemetry the process has loaded. */
const probe = join(dir, 'probe.cjs')
writeFileSync(
  probe,
  `const { _cache: cache } = require('node:module')
process.on('exit', () => {
  const names = Object.keys(cache).map((path) => /@opentelemetry[/\\\\]([a-z-]+)/.exec(path)?.[1]).filter(Boolean)
  require('node:fs').writeSync(1, 'LOADED ' + JSON.stringify([...new Set(names)].sort()) + '\\n')
})`,
)

const run = async (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--require', probe, main], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      WAYFARE_DEMO: 'off',
      WAYFARE_ROBOTS: 'off',
      WAYFARE_DATA: join(dir, 'data'),
      DATABASE_URL: clone.url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await expect.poll(() => said, { timeout: 60_000, interval: 50 }).toMatch(/Wayfare is ready: \S+/)
  const url = /ready: (\S+)/.exec(said)?.[1] ?? ''
  return {
    ask: async (path: string) => (await fetch(url + path)).status,
    stop: async () => {
      const since = performance.now()
      child.kill('SIGTERM')
      const code = await ended
      const loaded = JSON.parse(/LOADED (.*)/.exec(said)?.[1] ?? 'null') as string[] | null
      return { code, said, loaded, ms: performance.now() - since }
    },
  }
}

it('loads nothing to trace with while no collector is named', async () => {
  const server = await run({ OTEL_SERVICE_NAME: 'town' })
  expect(await server.ask('/api/car-types')).toBe(200)
  const { code, loaded } = await server.stop()
  expect(code).toBe(0)
  // the interface alone, which other libraries bring for themselves
  expect(loaded).toEqual(['api'])
}, 120_000)

it('sends what is left when it is stopped, and leaves a collector that hangs behind', async () => {
  const server = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin })
  expect(await server.ask('/api/car-types')).toBe(200)
  const { code, loaded } = await server.stop()
  expect(code).toBe(0)
  expect(loaded).toEqual(expect.arrayContaining(['sdk-trace', 'exporter-trace-otlp-http']))
  const request = collector.spans.find(({ name }) => name === 'GET /api/car-types')
  expect(request).toMatchObject({ kind: 'server', facts: { 'http.response.status_code': 200 } })
  expect(collector.spans.filter(({ parentId }) => parentId === request?.id).map(({ name }) => name)).toContain('SELECT car_type')
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'wayfare' })

  collector.setMood('hang')
  const stuck = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin })
  expect(await stuck.ask('/api/car-types')).toBe(200)
  const end = await stuck.stop()
  expect(end.code).toBe(0)
  expect(end.said).toContain('the last traces did not reach the collector in time')
  expect(end.ms).toBeLessThan(8000)
}, 120_000)
