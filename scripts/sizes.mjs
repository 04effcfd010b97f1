// Promise: what the pages load, counted from the built files: the first load of each public page, and what every other page adds to it.
// A line for each that says how it stands to its limit; non-zero when one is above. `npm run sizes` builds first what is stale.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { ensure, fail, plainError, root } from './ensure.mjs'

const web = join(root, 'web')
const dist = join(web, 'dist')

/** Limits in bytes, gzipped: what a first visit may load, and what another page may add to it. @internal */
export const limits = { js: 198_000, css: 15_000, lazy: 60_000 }

/** Chunks that may be large: the map and its worker, charts, the JSON editor. They are fetched when something is to be drawn or edited. */
const mayBeLarge = /^(map-lib|map-view|map-content|route-map|charts|json-editor)/

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** All chunks that come with one by themselves, and the one. */
const closureOf = (manifest, key, seen = new Set()) => {
  if (seen.has(key)) return seen
  const chunk = manifest[key]
  if (!chunk) throw plainError(`The build has no ${key}: web/first-pages.json names pages as they are in web/src.`)
  seen.add(key)
  for (const other of chunk.imports ?? []) closureOf(manifest, other, seen)
  return seen
}

const filesOf = (manifest, keys) => {
  const chunks = [...keys].map((key) => manifest[key])
  return { js: new Set(chunks.map(({ file }) => file)), css: new Set(chunks.flatMap(({ css = [] }) => css)) }
}

const sum = (files, sizeOf) => [...files].reduce((total, file) => total + sizeOf(file), 0)

const layouts = { public: 'src/public-layout.tsx', signedIn: 'src/app-layout.tsx' }
const isPublic = (key) => /^src\/features\/(public|auth)\//.test(key)

/** What is there already when a lazy chunk is fetched: the entry, and the frame that the chunk's page stands in. */
const loadedBefore = (manifest, key) => {
  const base = closureOf(manifest, 'index.html')
  if (Object.values(layouts).includes(key)) return base
  return closureOf(manifest, isPublic(key) ? layouts.public : layouts.signedIn, base)
}

/** Whoever fetches a chunk is there already: the entry for a page, a page for its dialogs. */
const importersOf = (manifest, key) => Object.keys(manifest).filter((one) => manifest[one].dynamicImports?.includes(key))

/** The first load of each public page, and what each lazy chunk adds to the page that asks for it, largest first. @internal */
export const measure = (manifest, pages, sizeOf) => {
  const first = Object.entries(pages).map(([path, page]) => {
    const { js, css } = filesOf(manifest, closureOf(manifest, page, loadedBefore(manifest, page)))
    return { path, js: sum(js, sizeOf), css: sum(css, sizeOf) }
  })
  const isLarge = (key) => mayBeLarge.test(manifest[key].name ?? '')
  const lazy = Object.keys(manifest)
    .filter((key) => manifest[key].isDynamicEntry && !isLarge(key))
    .map((key) => {
      const sizes = importersOf(manifest, key).map((importer) => {
        const before = closureOf(manifest, importer, loadedBefore(manifest, key))
        const added = [...closureOf(manifest, key)].filter((one) => !before.has(one) && !isLarge(one))
        return sum(filesOf(manifest, added).js, sizeOf)
      })
      return { path: key.replace(/^.*src\//, ''), js: Math.max(...sizes) }
    })
  return { first, lazy: lazy.toSorted((a, b) => b.js - a.js) }
}

const line = (name, size, limit) => ({
  isGood: size <= limit,
  text: `${size <= limit ? 'good  ' : 'FAILED'} ${name.padEnd(46)} ${(size / 1000).toFixed(1).padStart(6)} of ${limit / 1000} kB`,
})

/** @internal */
export const linesOf = ({ first, lazy }) => [
  ...first.flatMap(({ path, js, css }) => [line(`${path} script`, js, limits.js), line(`${path} style`, css, limits.css)]),
  ...lazy.map(({ path, js }) => line(`+ ${path}`, js, limits.lazy)),
]

const gzipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length

export const readSizes = () => {
  const path = join(dist, '.vite', 'manifest.json')
  if (!existsSync(path)) throw plainError('The page is not built: run npm run build.')
  return measure(readJson(path), readJson(join(web, 'first-pages.json')), gzipped)
}

/** Prints each size; gives how many are within their limits, and which are not. */
export const checkSizes = (shown = 6) => {
  const sizes = readSizes()
  const lines = linesOf(sizes)
  const long = sizes.first.length * 2 + shown
  lines.forEach(({ isGood, text }, index) => (index < long || !isGood) && console.log(text))
  const failures = lines.filter(({ isGood }) => !isGood).map(({ text }) => text.replace(/^FAILED */, 'size '))
  return { passed: lines.length - failures.length, failed: failures.length, skipped: 0, failures, flaky: [] }
}

const main = async () => {
  await ensure()
  process.exitCode = checkSizes(Infinity).failed > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main().catch(fail)
