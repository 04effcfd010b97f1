// Copies only the files that a running server needs to a folder: `npm run runtime-tree -- /opt/wayfare`. These are the build and
// the dependencies of the server and the robots by package-lock.json, without type declarations, source maps and prose.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensure, fail, plainError, root } from './ensure.mjs'

const programs = ['node_modules/@wayfare/server', 'node_modules/@wayfare/sim']

/** Copied besides the packages: the workspaces that run, and the built page. */
const own = ['core', 'contract', 'citymap', 'server', 'sim'].flatMap((name) => [`${name}/package.json`, `${name}/dist`])
const others = ['package.json', 'LICENSE', 'web/dist']

const isLeftOut = (name) => /\.(map|md|markdown|tsbuildinfo)$|\.d\.[cm]?ts$|^@types$|^\.wayfare-stamp$/.test(name)

/** Resolves a package from a folder as npm does: there, or in the nearest folder above that has it. */
const findPackage = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const key = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[key]) return key
    if (folder === '') return null
  }
}

const namesOf = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) => {
  const isWanted = (name) => !peerDependenciesMeta?.[name]?.optional
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(isWanted)
}

/** Lists the folders of all packages that the given ones need; a link counts as the workspace it points to. @internal */
export const listPackages = (packages, keys) => {
  const found = new Set()
  const add = (key) => {
    if (found.has(key)) return
    found.add(key)
    const folder = packages[key].resolved && packages[key].link ? packages[key].resolved : key
    for (const name of namesOf(packages[folder])) {
      const next = findPackage(packages, folder, name)
      if (next) add(next)
    }
  }
  for (const key of keys) add(key)
  return [...found].toSorted()
}

const listBelow = (path) => {
  const facts = lstatSync(join(root, path))
  if (facts.isFile()) return [{ path, bytes: facts.size }]
  if (!facts.isDirectory()) return []
  // nested packages are listed by the lock
  const names = readdirSync(join(root, path)).filter((name) => name !== 'node_modules' && !isLeftOut(name))
  return names.toSorted().flatMap((name) => listBelow(`${path}/${name}`))
}

/** Lists the library links of the built-in PostgreSQL. The server makes them at its first start, but a tree may be read-only. */
const listLibraryLinks = (folder) => {
  const list = join(root, folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8'))
  return links.map(({ source, target }) => ({ path: `${folder}/${target}`, to: `${folder}/${source}` }))
}

/** Lists what a running server needs, by repository path: files with their sizes in bytes, and links with their targets. */
const listRuntimeTree = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const needed = listPackages(packages, programs).filter((key) => !key.includes('/@types/') && existsSync(join(root, key)))
  const links = needed.filter((key) => packages[key].link).map((path) => ({ path, to: packages[path].resolved }))
  const folders = needed.filter((key) => !packages[key].link)
  return { files: [...others, ...own, ...folders].flatMap(listBelow), links: [...links, ...folders.flatMap(listLibraryLinks)] }
}

/** Finds the commit built, for /api/health/ready; null if neither Git nor the environment gives it. */
const findCommit = () => {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return process.env.WAYFARE_COMMIT || (status === 0 ? stdout.trim() : null)
}

/** Copies the runtime tree to a new or empty folder, and returns its size in bytes. @internal */
export const copyRuntimeTree = (target) => {
  if (existsSync(target) && readdirSync(target).length > 0) throw plainError(`${target} is not empty: choose a new folder.`)
  const { files, links } = listRuntimeTree()
  for (const { path } of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path))
  }
  for (const { path, to } of links) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    symlinkSync(relative(dirname(path), to), join(target, path))
  }
  const commit = findCommit()
  if (commit) writeFileSync(join(target, 'COMMIT'), `${commit}\n`)
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

const main = async () => {
  const [target] = process.argv.slice(2)
  if (!target) throw plainError('Use: npm run runtime-tree -- FOLDER')
  await ensure({ lean: process.env.NODE_ENV === 'production' })
  const bytes = copyRuntimeTree(resolve(target))
  console.log(
    `${target} holds what runs, ${(bytes / 1e6).toFixed(0)} MB: start it with node ${join(target, 'server/dist/main.js')}`,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(fail)
