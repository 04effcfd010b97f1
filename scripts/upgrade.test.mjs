import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layDemoMap } from '../server/test/demo-map.ts'
import { ensure, root } from './ensure.mjs'
import { findPort } from './find-port.mjs'
import { upgrade } from './upgrade-steps.mjs'

/** Makes a town whose steps only record that they ran; those in `broken` fail. */
const makeTown = (broken = {}, facts = {}) => {
  const done = []
  const step = (name) => async (given) => {
    done.push(given === undefined ? name : `${name} ${given}`)
    if (broken[name]?.(given, done)) throw new Error(`${name} is broken`)
  }
  const commits = { HEAD: 'aaaaaaaaaa', old: 'aaaaaaaaaa', new: 'bbbbbbbbbb' }
  const town = {
    say: () => {},
    isClean: async () => facts.isClean ?? true,
    isBuilt: async () => facts.isBuilt ?? true,
    findCommit: async (name) => commits[name] ?? null,
    findTarget: async (to) => commits[to ?? 'new'] ?? null,
    backUp: async () => {
      await step('back up')()
      return '/backups/one.backup'
    },
    checkOut: step('check out'),
    build: step('build'),
    bringUp: step('bring up'),
    tryStart: step('try'),
    restore: step('restore'),
    keep: step('keep'),
  }
  return { town, done }
}

const refusalOf = (town, flags) =>
  upgrade(town, flags).then(
    () => 'none',
    (error) => error.message,
  )

const always = () => true
const isNew = (_given, done) => !done.includes('check out aaaaaaaaaa')

describe('an upgrade', () => {
  const forward = ['back up', 'check out bbbbbbbbbb', 'build', 'bring up /backups/one.backup', 'try', 'keep bbbbbbbbbb']
  const back = ['check out aaaaaaaaaa', 'build', 'restore /backups/one.backup']

  test('takes its steps in their order', async () => {
    const { town, done } = makeTown()
    await upgrade(town)
    expect(done).toEqual(forward)
  })

  test('does nothing with changed files, an unknown version, the same one, or sources that somebody got already', async () => {
    const cases = [
      [{ isClean: false }, {}, /Files of the repository were changed/],
      [{}, { to: 'nowhere' }, /git knows no nowhere/],
      [{}, { to: 'old' }, /is here already/],
      [{ isBuilt: false }, {}, /say which one was running/],
    ]
    for (const [facts, flags, reason] of cases) {
      const { town, done } = makeTown({}, facts)
      const said = await refusalOf(town, flags)
      expect(said).toMatch(reason)
      expect(said).toContain('Nothing was changed.')
      expect(done).toEqual([])
    }
  })

  test('stops before anything is changed when no backup can be made', async () => {
    const { town, done } = makeTown({ 'back up': always })
    expect(await refusalOf(town)).toContain('back up is broken')
    expect(done).toEqual(['back up'])
  })

  test('goes back from wherever it failed, with the data where the new version had it', async () => {
    for (const [name, length, isTouched] of [
      ['check out', 2, false],
      ['build', 3, false],
      ['bring up', 4, true],
      ['try', 5, true],
      ['keep', 6, true],
    ]) {
      const { town, done } = makeTown({ [name]: isNew })
      const said = await refusalOf(town)
      expect(done).toEqual([...forward.slice(0, length), ...(isTouched ? back : back.slice(0, 2))])
      expect(said).toContain(`${name} is broken`)
      expect(said).toContain('The old version aaaaaaaa is back')
      expect(said).toContain(isTouched ? 'restored from /backups/one.backup' : 'the data was not touched')
    }
  })

  test('says by which commands one goes back when it cannot', async () => {
    const { town } = makeTown({ try: always, restore: always })
    const said = await refusalOf(town)
    expect(said).toContain('Going back failed as well: restore is broken')
    expect(said).toMatch(
      /git checkout aaaaaaaaaa\n.*npm run build\n.*npm run restore -- \/backups\/one\.backup --replace --go-on/,
    )
  })
})

const madeHere = new Set(['node_modules', 'data', '.git', '.env', 'test-results', 'playwright-report'])
const isCopied = (path) => path === root || !madeHere.has(basename(path))
/** Allows for two builds on a machine that is running other tests. */
const patienceMs = 900_000

describe('npm run upgrade in a checkout', () => {
  let clone
  let env

  const inClone = { encoding: 'utf8' }
  const git = (...args) => execFileSync('git', args, { ...inClone, cwd: clone }).trim()
  const node = (script, ...args) =>
    promisify(execFile)(process.execPath, [join(clone, script), ...args], { cwd: clone, env, timeout: patienceMs }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
    )
  /** Runs work with the built server, from when it is ready until it has stopped. */
  const serve = async (work) => {
    const main = join(clone, 'server/dist/main.js')
    const server = spawn(process.execPath, [main, '--roles', 'api'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => server.once('exit', resolve))
    try {
      await new Promise((resolve, reject) => {
        server.stdout.on('data', (data) => String(data).includes('Wayfare is ready') && resolve(undefined))
        server.once('exit', reject)
      })
      await work()
    } finally {
      server.kill('SIGTERM')
      await ended
    }
  }
  /** Digests all rows and jobs, except the positions of events and the proofs, of which each restore makes one. */
  const digest = async () => {
    const { said } = await node('server/digest.mjs')
    return JSON.parse(said.split('\n').findLast((line) => line.startsWith('{')))
  }
  const commit = (message) => {
    git('commit', '--quiet', '--all', '--message', message)
    return git('rev-parse', 'HEAD')
  }

  beforeAll(async () => {
    await ensure()
    clone = mkdtempSync(join(tmpdir(), 'wayfare-upgrade-'))
    cpSync(root, clone, { recursive: true, preserveTimestamps: true, filter: isCopied })
    writeFileSync(join(clone, 'server/digest.mjs'), digestProgram)
    git('init', '--quiet')
    git('config', 'user.email', 'owner@town.example')
    git('config', 'user.name', 'Owner')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'old')
    for (const folder of ['.', 'server', 'web', 'citymap', 'core', 'contract', 'sim']) {
      const packages = join(folder, 'node_modules')
      if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(clone, packages))
    }
    const dataDir = join(clone, 'data')
    layDemoMap(dataDir)
    const bare = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|WAYFARE_|NODE_|TEST$|DATABASE_)/.test(name))
    const town = { WAYFARE_DEMO: 'off', WAYFARE_DATA: dataDir, PORT: String(await findPort()), HOST: '127.0.0.1' }
    env = { ...Object.fromEntries(bare), ...town, WAYFARE_ADMIN_PASSWORD: 'harbour7' }
    const flags = ['--email', 'owner@town.example', '--first-name', 'Olivia', '--last-name', 'Owner']
    expect((await node('server/dist/create-admin.js', ...flags)).said).toContain('is an administrator now')
    await serve(async () => {})
  }, patienceMs)

  afterAll(() => rmSync(clone, { recursive: true, force: true, maxRetries: 5 }), patienceMs)

  test(
    'brings back every row when a migration fails half way, and the old version with it',
    { timeout: patienceMs },
    async () => {
      const old = git('rev-parse', 'HEAD')
      const branch = git('symbolic-ref', '--short', 'HEAD')
      const before = await digest()
      expect(Object.keys(before).length).toBeGreaterThan(40)
      git('checkout', '--quiet', '-b', 'bad')
      appendFileSync(join(clone, 'server/src/db/visit.ts'), planted)
      const bringUp = join(clone, 'server/src/bring-up.ts')
      const source = readFileSync(bringUp, 'utf8').replace(
        "'./db/visit.ts'",
        "'./db/visit.ts'\nimport { breakTown } from './db/visit.ts'",
      )
      writeFileSync(bringUp, source.replace('    const proofs =', '    await breakTown(url)\n    const proofs ='))
      expect(readFileSync(bringUp, 'utf8')).toContain('await breakTown(url)')
      const bad = commit('bad')
      git('checkout', '--quiet', branch)
      await node('scripts/ensure.mjs')

      const { code, said } = await node('scripts/upgrade.mjs', '--to', bad)
      expect(said).toMatch(/The upgrade failed while bringing the database up to date: .*the planted migration failed/)
      expect(said).toContain(`The old version ${old.slice(0, 8)} is back, and the database was restored from`)
      expect(code).toBe(1)
      expect(git('symbolic-ref', '--short', 'HEAD')).toBe(branch)
      expect(git('rev-parse', 'HEAD')).toBe(old)
      expect(readFileSync(join(clone, 'server/dist/bring-up.js'), 'utf8')).not.toContain('breakTown')
      expect(await digest()).toEqual(before)
    },
  )

  test('ends with the new version, which was started once', { timeout: patienceMs }, async () => {
    const branch = git('symbolic-ref', '--short', 'HEAD')
    const before = await digest()
    git('checkout', '--quiet', '-b', 'good')
    appendFileSync(join(clone, 'README.md'), '\nbetter\n')
    const good = commit('good')
    git('checkout', '--quiet', branch)
    const { code, said } = await node('scripts/upgrade.mjs', '--to', 'good')
    expect(said).toContain('Trying a start ...')
    expect(said).toContain(`to ${good.slice(0, 8)}. The backup of before: `)
    expect(code).toBe(0)
    expect(git('rev-parse', 'HEAD')).toBe(good)
    expect(await digest()).toEqual(before)
    expect(readdirSync(join(clone, 'data/backups')).length).toBe(2)
  })

  test('is refused while a server runs on the data', { timeout: patienceMs }, async () => {
    const head = git('rev-parse', 'HEAD')
    await serve(async () => {
      const { code, said } = await node('scripts/upgrade.mjs', '--to', 'bad')
      expect(said).not.toContain('Getting the version')
      expect(said).toMatch(/Another Wayfare server \(process \d+\) is using the data folder/)
      expect(code).toBe(1)
    })
    expect(git('rev-parse', 'HEAD')).toBe(head)
  })
})

const planted = `
import { Client } from 'pg'
/** What a migration does that fails after its transaction. */
export const breakTown = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("update app_user set first_name = 'nobody'; alter table setting add column planted int; delete from language")
  await client.end()
  throw new Error('the planted migration failed')
}
`

const digestProgram = `
import { Client } from 'pg'
import { startEmbedded } from './dist/db/embedded.js'
const { url, stop } = await startEmbedded({ dataDir: process.env.WAYFARE_DATA, log: () => {} })
const client = new Client({ connectionString: url })
await client.connect()
const found = {}
const { rows } = await client.query(
  "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('event_cursor', 'job_worker', 'ledger_proof', 'audit_proof') order by 1")
for (const { name } of rows) {
  const what = name === 'event' ? 'type || payload::text || at::text' : 't::text'
  const sums = await client.query('select count(*)::text || md5(string_agg(' + what + ", '|' order by " + what + ')) as sum from ' + name + ' t')
  found[name] = sums.rows[0].sum
}
const jobs = await client.query("select t.identifier, j.payload, j.run_at, j.key from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by 1, 3")
found.jobs = jobs.rows
console.log(JSON.stringify(found))
await client.end()
await stop()
`
