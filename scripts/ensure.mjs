// Ensures that the packages of package-lock.json are installed and the build matches the sources; does nothing if up to date.
// In each package.json, dependencies are what building and running need; devDependencies are what tests and checks need besides.
// Run as a program, it installs and builds; `--build` rebuilds even what is up to date.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

/** Makes an error that the user can fix: it is printed without a stack. */
export const plainError = (message) => Object.assign(new Error(message), { isPlain: true })

/** Prints the error and exits: only the message if the user can fix it, the whole stack if it is our bug. */
export const fail = (error) => {
  console.error(error?.isPlain || error?.name === 'StartError' ? error.message : error)
  process.exit(1)
}

/** Throws if this version of Node is too old. */
export const checkNode = (version = process.versions.node) => {
  const [major, minor] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw plainError(`Wayfare needs Node 20.19 or later, and this is Node ${version}: install a newer one from https://nodejs.org.`)
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex')
const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Runs a task and shows progress: one updating line on a terminal, otherwise a line at the start and every ten seconds. */
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

// On a signal, stops the child programs first: an install left running would clash with that of the next start. Asked politely,
// npm takes half a minute to roll back, and the next start repeats the install anyway.
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

/** Runs a program and returns its exit code and output. */
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

/** In production, packages that only tests need are left out, whatever npm's own settings omit. */
const isLean = () => process.env.NODE_ENV === 'production'

// The stamp marks a lean install, so that it is never mistaken for a full one.
const stampOf = (lockText, lean) => [hashOf(lockText), process.platform, process.arch, ...(lean ? ['lean'] : [])].join(' ')

// Compares npm's record of its last install, and the packages on disk, with the lock. Packages for other systems may be absent.
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

/** True if the packages of the lock are installed: all of them, or those of a lean install. @internal */
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

// `npm ci` refuses a lock that lacks builds for other systems, such as one made against a partial registry. `npm install` takes
// the same versions and fills the gaps, but trusts what an interrupted install left behind, so that is removed first.
const install = async (lean) => {
  const strict = await npm(lean, 'ci')
  if (strict.code === 0 || !strict.output.includes('EUSAGE')) return strict
  rmSync(at('node_modules'), { recursive: true, force: true, maxRetries: 5 })
  return npm(lean, 'install', '--no-save')
}

/** Installs the packages of the lock unless they are present. A lean install leaves out those that only tests and checks need. */
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

// Uses times and sizes, not contents: 600 files take 15 ms, and the only cost is an unnecessary build after a checkout.
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

/** True if the build matches the sources. */
export const isBuilt = () => !targets.some(isStale)

const build = async (target) => {
  // Taken before the build, so that a file saved during the build makes it stale again.
  const stamp = fingerprint(target.sources)
  rmSync(target.stamp, { force: true })
  // tsc trusts its build info rather than the disk: it would build nothing if an output folder were missing.
  const isBroken = target.outputs.some((path) => !existsSync(at(path)))
  const [command, args, cwd] = target.command()
  const { code, output } = await run(command, [...args, ...(isBroken && args[0] === '-b' ? ['--force'] : [])], { cwd })
  if (code !== 0) throw plainError(`${output.trim()}\nThe ${target.name} could not be built (the reasons are above).`)
  mkdirSync(dirname(target.stamp), { recursive: true })
  writeFileSync(target.stamp, stamp)
}

/** Builds what is stale, or everything if forced. */
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

/** Checks Node's version, installs packages and builds; throws a plain error on failure. `lean`: nothing for tests and checks. */
export const ensure = async ({ isForced = false, lean = false } = {}) => {
  checkNode()
  await ensureInstalled(lean)
  await ensureBuilt(isForced)
}

/** Runs a built program in this process with the settings of `.env`, as if it had been started directly. */
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
