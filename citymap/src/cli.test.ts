// The real command in a separate process, killed and run out of resources: the city that is served stays intact.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTownFile } from '../test/town-file.ts'
import { encodePbf } from '../test/write-pbf.ts'
import { listComplaints } from './check-city.ts'
import { getDatasetDir, readCurrent } from './dataset.ts'

const command = join(import.meta.dirname, '..', 'dist', 'cli.js')
const isBuilt = existsSync(command)
if (!isBuilt) console.warn(`skipped: ${command} is not built`)

const porto = { lat: 41.15, lng: -8.62 }
const dataDir = mkdtempSync(join(tmpdir(), 'wayfare-command-'))
const maps = join(dataDir, 'maps')
const path = (name: string): string => join(dataDir, name)
const importing = (file: string): string[] => [command, 'import-city', `--data=${dataDir}`, '--', path(file)]
const run = (file: string, ...options: string[]) => {
  const [entry = '', ...rest] = importing(file)
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...options, ...rest], { encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

/** Expects that the same city is still served, and that nothing incomplete was left next to it. */
const expectUnharmed = async (): Promise<void> => {
  expect(readCurrent(dataDir)).toBe('old-town')
  expect(await listComplaints(getDatasetDir(dataDir, 'old-town'))).toEqual([])
  expect(readdirSync(maps).filter((name) => name !== 'old-town')).toEqual(['current'])
}

describe.skipIf(!isBuilt)('the command that imports a city', () => {
  beforeAll(() => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path('old-town.osm.pbf'), makeTownFile({ centre: { lat: 57.7, lng: 11.97 }, size: 6, blockM: 100 }))
    writeFileSync(path('large.osm.pbf'), makeTownFile({ centre: porto, size: 24 }))
    writeFileSync(path('long.osm.pbf'), makeTownFile({ centre: porto, size: 34 }))
    expect(run('old-town.osm.pbf')).toMatchObject({ status: 0 })
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  const whole = makeTownFile({ centre: porto })
  const node = { id: 1, lat: 41.15, lng: -8.62 }
  const nodes = [node, { ...node, id: 2, lat: 41.16 }]
  const footway = { id: 1, refs: [1, 2], tags: { highway: 'footway', name: 'Escadas' } }
  it.each<[string, Buffer, string[], RegExp]>([
    ['is no map', Buffer.from('PK\u0003\u0004 a zip file, and no map at all'), [], /not an OSM PBF file/],
    ['was cut off', whole.subarray(0, -10), [], /ends in the middle/],
    ['lies elsewhere', whole, ['--bbox=1,1,2,2'], /nothing of the source lies in the area/],
    ['has no roads', encodePbf({ nodes, ways: [footway] }), [], /no drivable way|nothing of the source/],
    ['is of another format', encodePbf({ nodes }, ['OsmSchema-V0.5']), [], /requires "OsmSchema-V0.5"/],
  ])('says that the file %s, and changes nothing', async (_what, bytes, options, words) => {
    writeFileSync(path('bad.osm.pbf'), bytes)
    const { status, text } = run('bad.osm.pbf', ...options)
    expect(status).toBe(1)
    expect(text).toMatch(words)
    expect(text).not.toMatch(/\n\s+at /)
    await expectUnharmed()
  })

  it.each<[string, string, RegExp]>([
    ['is cut off', '{"type":"FeatureCollection","features":[{"type":"Fea', /not valid GeoJSON/],
    ['is a single feature', '{"type":"Feature","properties":{}}', /not a GeoJSON FeatureCollection/],
    ['is no object', '{}', /not a GeoJSON FeatureCollection/],
  ])('says that the GeoJSON %s, and changes nothing', async (_what, text, words) => {
    writeFileSync(path('bad.geojson'), text)
    const { status, text: told } = run('bad.geojson')
    expect(status).toBe(1)
    expect(told).toMatch(words)
    await expectUnharmed()
  })

  it('says which file is not there, and that a folder is none', () => {
    expect(run('none.osm.pbf')).toEqual({ status: 1, text: `there is no file ${path('none.osm.pbf')}\n` })
    expect(run('maps')).toMatchObject({ status: 1, text: expect.stringMatching(/is a folder, not a file\n$/) })
  })

  it('says that the disk is full, and leaves nothing on it', async () => {
    // no file may be larger than 60 blocks; with the signal blocked a write fails as on a full disk
    const limit = `trap '' XFSZ; ulimit -f 60 && exec "$0" "$@"`
    const { status, stderr } = spawnSync('sh', ['-c', limit, process.execPath, ...importing('large.osm.pbf')], {
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toBe('the disk is full\n')
    await expectUnharmed()
  })

  it('ends when its memory does, and changes nothing', async () => {
    const small = ['--max-old-space-size=16', ...importing('long.osm.pbf')]
    const { status, signal, stderr } = spawnSync(process.execPath, small, { encoding: 'utf8' })
    expect(signal === 'SIGABRT' || status === 134).toBe(true)
    expect(stderr).toContain('out of memory')
    await expectUnharmed()
  })

  it.each(['hierarchy', 'tiles'])('may be killed at its %s', async (stage) => {
    await killAt(spawn(process.execPath, importing('long.osm.pbf'), { stdio: ['ignore', 'pipe', 'inherit'] }), stage)
    await expectUnharmed()
  })

  it('cleans up after one that was killed while it wrote, and puts back what that had moved aside', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    mkdirSync(join(maps, `.build-large-${pid}-1`))
    writeFileSync(join(maps, `.build-large-${pid}-1`, 'graph.bin'), 'half')
    const own = join(maps, `.build-large-${process.pid}-1`)
    mkdirSync(own)
    renameSync(getDatasetDir(dataDir, 'old-town'), join(maps, `.build-old-town-${pid}-1-old`))
    expect(run('old-town.osm.pbf')).toMatchObject({ status: 0 })
    // a build that is still running may still write
    expect(existsSync(own)).toBe(true)
    rmSync(own, { recursive: true })
    await expectUnharmed()
  })
})

/** Kills the process as soon as it reports the stage. */
const killAt = (child: ChildProcess, stage: string): Promise<void> => {
  child.stdout?.on('data', (text: Buffer) => void (String(text).includes(stage) && child.kill('SIGKILL')))
  return new Promise((resolve) => {
    child.on('close', (_code, signal) => {
      expect(signal).toBe('SIGKILL')
      resolve()
    })
  })
}
