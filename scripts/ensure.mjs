// Promise: afterwards the packages of package-lock.json are installed and the build fits the sources. Costs nothing when all is fresh.
// The dependencies of each package.json are what building and running need; devDependencies are what tests and checks need beside them.
// Run by itself it installs and builds; `--build` builds even what is fresh.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

/** A failure that the user can mend: printed without a stack. */
export const plainError = (message) => Object.assign(new Error(message), { isPlain: true })

/** Prints what went wrong and ends: one sentence where the user can mend it, the whole stack where it is our bug. */
export const fail = (error) => {
  console.error(error?.isPlain || error?.name === 'StartError' ? error.message : error)
  process.exit(1)
}

/** Throws when this Node is too old. */
export const checkNode = (version = process.versions.node) => {
  const [major, minor] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw plainError(`Wayfare needs Node 20.19 or later, and this is Node ${version}: install a newer one from https://nodejs.org.`)
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex')
const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Runs a task and shows that it lives: one changing line on a terminal, otherwise a line at its start and every ten seconds. */
const showing = async (title, describe, task) => {
  const since = performance.now()
  const isTerminal = process.stdout.isTTY
  const line = () => `${title} ... ${describe()}`.trimEnd()
  if (!isTerminal) console.log(`${title} ...`)
  const timer = setInterval(
    () =>
      isTerminal ? process.stdout.write(`\r\u001b[2K${line()} ${seconds(since)}`) : console.log(`  ${line()} ${seconds(since)}`),
    isTerminal ? 200 : 10_000,
  )
  try {
    const result = await task()
    clearInterval(timer)
    console.log(`${isTerminal ? '\r\u001b[2K' : ''}${title} ... done in ${seconds(since)}`)
    return result
  } catch (error) {
    clearInterval(timer)
    if (isTerminal) process.stdout.write('\n')
    throw error
  }
}

const running = new Set()
let stoppedBy = null

// A signal ends the programs first: an install that went on alone would clash with that of the next start. Asked kindly, npm
// takes half a minute to undo what it did; the next start does it all again anyway.
const stopRunning = (signal) => {
  stoppedBy = signal
  for (const child of running) child.kill('SIGKILL')
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const add = (child) => {
  if (running.size === 0) for (const signal of stopSignals) process.on(signal, stopRunning)
  running.add(child)
}

const remove = (child) => {
  running.delete(child)
  if (running.size > 0) return
  for (const signal of stopSignals) process.off(signal, stopRunning)
  if (stoppedBy) process.kill(process.pid, stoppedBy)
}

/** Runs a program and gives its exit code and what it said. */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    add(child)
    const keep = (chunk) => (output += chunk)
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const end = (result) => {
      remove(child)
      if (!stoppedBy) resolve(result)
    }
    child.on('error', (error) => end({ code: 1, output: error.message }))
    child.on('close', (code, signal) => end({ code: signal ? 1 : code, output }))
  })

/** The path of an installed program, in the workspace's own node_modules or the shared one. */
export const binary = (name, workspace = '.') =>
  [at(workspace, 'node_modules', '.bin', name), at('node_modules', '.bin', name)].find(existsSync) ??
  at('node_modules', '.bin', name)

const lockFile = at('package-lock.json')
const installStamp = at('node_modules', '.wayfare-stamp')

/** Production needs no tests: what only they use is left out there, whatever npm itself is told to leave out. */
const isLean = () => process.env.NODE_ENV === 'production'

// Nobody takes an install without the tests' packages for a whole one.
const stampOf = (lockText, lean) => [hashOf(lockText), process.platform, process.arch, ...(lean ? ['lean'] : [])].join(' ')

// What npm wrote down of its last install and what is there, compared with the lock; packages for other systems are rightly absent.
const isInstalledByHand = (lockText, lean) => {
  const hidden = readText(at('node_modules', '.package-lock.json'))
  if (!hidden) return false
  const have = JSON.parse(hidden).packages
  return Object.entries(JSON.parse(lockText).packages).every(
    ([path, entry]) =>
      !path.includes('node_modules/') ||
      entry.link ||
      entry.optional ||
      entry.devOptional ||
      (lean && entry.dev) ||
      (have[path]?.version === entry.version && existsSync(at(path, 'package.json'))),
  )
}

/** Whether the packages of the lock are there: all of them, or those that a lean install holds. @internal */
export const isInstalled = (lean, lockText = readText(lockFile)) => {
  const stamp = readText(installStamp)
  if (stamp === stampOf(lockText, false) || (lean && stamp === stampOf(lockText, true))) return true
  if (!isInstalledByHand(lockText, lean)) return false
  writeFileSync(installStamp, stampOf(lockText, lean))
  return true
}

const npm = (lean, ...args) => {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  const options = [lean ? '--omit=dev' : '--include=dev', ...quiet]
  return run('npm', [...args, ...options], { env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' } })
}

// `npm ci` refuses a lock that lacks builds for other systems, as one made against a partial registry does; `npm install`
// takes the same versions from it and fills the gaps, but believes what an interrupted install left: so that goes first.
const install = async (lean) => {
  const strict = await npm(lean, 'ci')
  if (strict.code === 0 || !strict.output.includes('EUSAGE')) return strict
  rmSync(at('node_modules'), { recursive: true, force: true, maxRetries: 5 })
  return npm(lean, 'install', '--no-save')
}

/** Installs the packages unless those of the lock are there; a lean install leaves out those that only tests and checks need. */
export const ensureInstalled = async (lean = false) => {
  const lockText = readText(lockFile)
  if (!lockText) throw plainError('package-lock.json is missing: get the whole repository with git clone.')
  if (isInstalled(lean, lockText)) return
  const wanted = Object.entries(JSON.parse(lockText).packages).filter(([, entry]) => !(lean && entry.dev))
  const paths = wanted.map(([path]) => path).filter((path) => path.includes('node_modules/'))
  const count = () =>
    `${paths.filter((path) => existsSync(at(path, 'package.json'))).length} of at most ${paths.length} packages,`
  const { code, output } = await showing('Installing packages', count, () => install(lean))
  if (code !== 0) {
    throw plainError(
      `${output.trim()}\nThe packages could not be installed (npm's reasons are above). Is the package registry reachable?`,
    )
  }
  writeFileSync(installStamp, stampOf(lockText, lean))
}

const isSource = (name) => !/\.test\.tsx?$|\.tsbuildinfo$/.test(name)

const listFiles = (path) => {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) return []
  if (facts.isFile()) return [`${relative(root, path)} ${facts.size} ${facts.mtimeMs}`]
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== 'dist' && isSource(name))
    .toSorted()
    .flatMap((name) => listFiles(join(path, name)))
}

// Times and sizes, not contents: 600 files are seen in 15 ms, and the only price is a needless build after a checkout.
const fingerprint = (paths) => hashOf(paths.flatMap((path) => listFiles(at(path))).join('\n'))

const nodeWorkspaces = ['core', 'contract', 'citymap', 'server', 'sim']
const sharedFiles = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.build.json']

const targets = [
  {
    name: 'server',
    sources: [
      ...sharedFiles,
      ...nodeWorkspaces.flatMap((name) => [`${name}/src`, `${name}/package.json`, `${name}/tsconfig.json`]),
    ],
    stamp: at('server', 'dist', '.wayfare-stamp'),
    outputs: nodeWorkspaces.map((name) => `${name}/dist`),
    command: () => [binary('tsc'), ['-b', 'tsconfig.build.json'], root],
  },
  {
    name: 'page',
    sources: [
      ...sharedFiles,
      'core/src',
      'contract/src',
      ...[
        'src',
        'public',
        'index.html',
        'vite.config.ts',
        'compress.ts',
        'bundle-chunks.ts',
        'first-load.ts',
        'offline-files.ts',
        'role-pages.json',
        'role-chunks.ts',
        'who-fetches.ts',
        'without-servers-part.ts',
        'fetched-together.json',
        'first-pages.json',
        'first-role-pages.json',
        'first-role-reads.json',
        'package.json',
      ].map((name) => `web/${name}`),
    ],
    stamp: at('web', 'dist', '.wayfare-stamp'),
    outputs: ['web/dist/index.html'],
    command: () => [binary('vite', 'web'), ['build', '--logLevel', 'warn'], at('web')],
  },
]

const isStale = (target) =>
  readText(target.stamp) !== fingerprint(target.sources) ||
  target.outputs.some((path) => existsSync(at(dirname(path))) && !existsSync(at(path)))

/** Whether what is built is what the sources are. */
export const isBuilt = () => !targets.some(isStale)

const build = async (target) => {
  // Taken before the build: a file saved meanwhile makes it stale again.
  const stamp = fingerprint(target.sources)
  rmSync(target.stamp, { force: true })
  // tsc believes its notes and not the disk: with an output folder gone it would build nothing.
  const isBroken = target.outputs.some((path) => !existsSync(at(path)))
  const [command, args, cwd] = target.command()
  const { code, output } = await run(command, [...args, ...(isBroken && args[0] === '-b' ? ['--force'] : [])], { cwd })
  if (code !== 0) throw plainError(`${output.trim()}\nThe ${target.name} could not be built (the reasons are above).`)
  mkdirSync(dirname(target.stamp), { recursive: true })
  writeFileSync(target.stamp, stamp)
}

/** Builds what is stale, or everything when forced. */
const ensureBuilt = async (isForced = false) => {
  const stale = targets.filter((target) => isForced || isStale(target))
  if (stale.length === 0) return
  const pending = new Set(stale.map((target) => target.name))
  await showing(
    `Building ${stale.map((target) => target.name).join(' and ')}`,
    () => (pending.size < stale.length ? `(${[...pending].join()} left)` : ''),
    async () => {
      const results = await Promise.allSettled(stale.map((target) => build(target).then(() => pending.delete(target.name))))
      const failed = results.filter((result) => result.status === 'rejected').map((result) => result.reason.message)
      if (failed.length > 0) throw plainError(failed.join('\n\n'))
    },
  )
}

/** Node is new enough, packages are installed, the build is fresh; else a plain error. `lean`: nothing for tests and checks. */
export const ensure = async ({ isForced = false, lean = false } = {}) => {
  checkNode()
  await ensureInstalled(lean)
  await ensureBuilt(isForced)
}

/** Runs a built program in this very process, with what `.env` says; to the program it was started itself. */
export const runProgram = async (path) => {
  checkNode()
  const envFile = at('.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  await ensure({ lean: isLean() })
  const program = at(path)
  if (!existsSync(program)) throw plainError(`${path} is missing after the build: run npm run build and read what it says.`)
  process.argv[1] = program
  await import(pathToFileURL(program).href)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await ensure({ isForced: process.argv.includes('--build'), lean: isLean() }).catch(fail)
