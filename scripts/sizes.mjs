// Measures what pages load, from the built files: the first load of each public page and role, the number of scripts, and the
// sizes of all other pages and scripts. Prints each against its limit; exits non-zero if one is exceeded. `npm run sizes` first
// builds what is stale.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { ensure, fail, plainError, root } from './ensure.mjs'

const web = join(root, 'web')
const dist = join(web, 'dist')

/**
 * Limits in bytes, gzipped: what a first visit may load, what the first page of a role may before its map, what any other page of those
 * who are signed in may when nothing is kept yet, and what a script may hold that is fetched later; how many scripts a page of those who
 * are signed in may need; and how little a script may hold, as it is on the disk.
 * @internal
 */
export const limits = {
  js: 198_000,
  css: 15_000,
  lazy: 60_000,
  roles: { rider: 210_000, driver: 210_000, fleetadmin: 221_000, admin: 221_000 },
  page: 335_000,
  scripts: 12,
  smallest: 8000,
}

/** Chunks that may be large: the map, charts, the JSON editor. They are fetched only when needed for drawing or editing. */
const mayBeLarge = /^(map|charts|json-editor)$/

/** Chunks that may be small: the bundler's runtime, which it emits as a separate file. */
const mayBeSmall = /^rolldown-runtime$/

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Reads the built scripts by file, with the files each loads; `parts` gives the file of each lazily loaded module. */
const readBuild = ({ manifest, firstLoad, parts }) => {
  const byFile = new Map(
    Object.values(manifest)
      .filter(({ file }) => file.endsWith('.js'))
      .map((chunk) => [chunk.file, { ...chunk, imports: (chunk.imports ?? []).map((key) => manifest[key].file) }]),
  )
  const follow = (file, seen = new Set()) => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const other of byFile.get(file)?.imports ?? []) follow(other, seen)
    return seen
  }
  const fileOf = (path) => {
    if (!parts[path]) throw plainError(`The build has no ${path}: web/role-pages.json names pages as they are in web/src.`)
    return parts[path]
  }
  return { byFile, follow, fileOf, entry: follow(manifest['index.html'].file), firstLoad }
}

const sum = (files, sizeOf) => [...files].reduce((total, file) => total + sizeOf(file), 0)

const measureFirst = ({ byFile, entry, firstLoad }, sizeOf) =>
  Object.entries(firstLoad.pages).map(([path, { js, css }]) => {
    const styles = new Set([...[...entry].flatMap((file) => byFile.get(file)?.css ?? []), ...css])
    return { path, js: sum(new Set([...entry, ...js]), sizeOf), css: sum(styles, sizeOf) }
  })

const frame = ['src/app-layout.tsx', 'src/notice-toasts.tsx']

const pageOf = ({ entry, fileOf, follow }, page, sizeOf) => {
  const seen = new Set(entry)
  for (const path of [...frame, page]) follow(fileOf(path), seen)
  return { page, scripts: seen.size, js: sum(seen, sizeOf) }
}

const largest = (list, key) => list.toSorted((a, b) => b[key] - a[key])[0]

/** Measures the first page of each role and, of all its pages, the one with the most scripts and the heaviest one. */
const measureRoles = (build, rolePages, sizeOf) =>
  Object.entries(build.firstLoad.roles).map(([role, { js }]) => {
    const pages = [...rolePages.everybody, ...rolePages[role]].map((page) => pageOf(build, page, sizeOf))
    const first = new Set([...build.entry, ...js])
    return { role, js: sum(first, sizeOf), scripts: first.size, most: largest(pages, 'scripts'), heaviest: largest(pages, 'js') }
  })

/** Lists every script other than the entry, largest first. */
const measureLazy = ({ byFile, entry }, sizeOf) =>
  [...byFile.values()]
    .filter(({ file, name }) => !entry.has(file) && !mayBeLarge.test(name ?? ''))
    .map(({ file, name }) => ({ name, js: sizeOf(file) }))
    .toSorted((a, b) => b.js - a.js)

const listSmall = ({ byFile }, rawSizeOf) =>
  [...byFile.values()]
    .filter(({ name }) => !mayBeSmall.test(name ?? ''))
    .map(({ file }) => ({ file, bytes: rawSizeOf(file) }))
    .filter(({ bytes }) => bytes < limits.smallest)

/** @internal */
export const measure = (built, rolePages, sizeOf, rawSizeOf) => {
  const build = readBuild(built)
  return {
    first: measureFirst(build, sizeOf),
    roles: measureRoles(build, rolePages, sizeOf),
    lazy: measureLazy(build, sizeOf),
    small: listSmall(build, rawSizeOf),
  }
}

const line = (name, size, limit) => ({
  isGood: size <= limit,
  text: `${size <= limit ? 'good  ' : 'FAILED'} ${name.padEnd(60)} ${(size / 1000).toFixed(1).padStart(6)} of ${limit / 1000} kB`,
})

const countLine = (name, count, limit) => ({
  isGood: count <= limit,
  text: `${count <= limit ? 'good  ' : 'FAILED'} ${name.padEnd(60)} ${count} of ${limit} scripts`,
})

const smallLine = ({ file, bytes }) => ({
  isGood: false,
  text: `FAILED ${file} has ${bytes} bytes and is a script of its own: web/fetched-together.json says what is fetched with what`,
})

/** @internal */
export const linesOf = ({ first, roles, lazy, small }) => [
  ...first.flatMap(({ path, js, css }) => [line(`${path} script`, js, limits.js), line(`${path} style`, css, limits.css)]),
  ...roles.flatMap(({ role, js, scripts, most, heaviest }) => [
    line(`first page of ${role}, script`, js, limits.roles[role]),
    countLine(`first page of ${role}`, scripts, limits.scripts),
    countLine(`${role}: ${most.page}`, most.scripts, limits.scripts),
    line(`${role}: ${heaviest.page}`, heaviest.js, limits.page),
  ]),
  ...small.map(smallLine),
  ...lazy.map(({ name, js }) => line(`+ ${name}`, js, limits.lazy)),
]

const gzipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length

const bytesOf = (file) => statSync(join(dist, file)).size

const pathOf = (name) => join(dist, '.vite', `${name}.json`)

export const readSizes = () => {
  if (!existsSync(pathOf('parts'))) throw plainError('The page is not built: run npm run build.')
  const built = {
    manifest: readJson(pathOf('manifest')),
    firstLoad: readJson(pathOf('first-load')),
    parts: readJson(pathOf('parts')),
  }
  return measure(built, readJson(join(web, 'role-pages.json')), gzipped, bytesOf)
}

/** Prints each size; returns how many are within their limits and which are not. */
export const checkSizes = (shown = 6) => {
  const sizes = readSizes()
  const lines = linesOf(sizes)
  const long = lines.length - sizes.lazy.length + shown
  lines.forEach(({ isGood, text }, index) => (index < long || !isGood) && console.log(text))
  const failures = lines.filter(({ isGood }) => !isGood).map(({ text }) => text.replace(/^FAILED */, 'size '))
  return { passed: lines.length - failures.length, failed: failures.length, skipped: 0, failures, flaky: [] }
}

const main = async () => {
  await ensure()
  process.exitCode = checkSizes(Infinity).failed > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(fail)
