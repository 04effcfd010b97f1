import { expect, it } from 'vitest'
import { checkLaw, checkLinks, checkMap, checkPaths, checkSnippets, withLaw } from './house-page.mjs'

const tree = (lines) => `## 2. The tree\n\n\`\`\`\n${lines}\n\`\`\`\n`
const mapFaults = (lines, files) =>
  checkMap(tree(lines), files, { isListed: (path) => path.endsWith('.ts'), always: ['queries-*'] })

it('reads names, groups and remarks of a tree that is so', () => {
  const lines = 'core/src/  (pure: no clock) money (minor units) · sums: fare fare-*\n           texts/\ncore/vectors/ *'
  const files = ['core/src/money.ts', 'core/src/fare-words.ts', 'core/src/fare.ts', 'core/src/texts/a.ts', 'core/vectors/a.json']
  expect(mapFaults(lines, files)).toEqual([])
})

it.each([
  ['a file that has no name', 'core/src/ fare', ['core/src/fare.ts', 'core/src/money.ts'], 'does not name core/src/money.ts'],
  ['a name that has no file', 'core/src/ fare money', ['core/src/fare.ts'], 'core/src/money, which is not there'],
  ['a folder without a line', 'core/src/ fare', ['core/src/fare.ts', 'web/src/app.ts'], 'does not name web/src/app.ts'],
  ['a folder within one', 'core/src/ fare', ['core/src/fare.ts', 'core/src/x/fare.ts'], 'does not name core/src/x/fare.ts'],
  ['a pattern that fits nothing', 'core/src/ fare pay-*', ['core/src/fare.ts'], 'core/src/pay-*, which is not there'],
])('finds %s', (_kind, lines, files, says) => {
  expect(mapFaults(lines, files)).toEqual([expect.stringContaining(says)])
})

it('asks for no mention of what every feature may have, and only there', () => {
  expect(mapFaults('server/src/features/chat/', ['server/src/features/chat/queries-all.ts'])).toEqual([])
  expect(mapFaults('server/src/http/', ['server/src/http/queries-all.ts'])).toHaveLength(1)
})

it('finds that the law changed, and writes it', () => {
  const law = { uses: { chat: ['bookings'] }, openFiles: ['queries'], vendorHomes: [], mayImport: () => false }
  const page = '<!-- from scripts/house-law.mjs -->\n\nold\n\n<!-- end -->'
  expect(checkLaw(page, law)).toHaveLength(1)
  expect(checkLaw(withLaw(page, law), law)).toEqual([])
  expect(checkLaw(withLaw(page, law), { ...law, uses: { chat: ['bookings', 'files'] } })).toHaveLength(1)
})

const file = 'const a = 1\nconst b = 2\nconst c = 3\n'
const snippetFaults = (lines) =>
  checkSnippets(`\`\`\`ts\n// core/src/x.ts: why\n${lines}\n\`\`\``, (path) => (path === 'core/src/x.ts' ? file : null))

it('takes code that stands in its file, with gaps that are shown', () => {
  expect(snippetFaults('  const a = 1\n  const b = 2')).toEqual([])
  expect(snippetFaults('const a = 1\n// …\nconst c = 3')).toEqual([])
})

it.each(['const a = 2', 'const a = 1\nconst c = 3', '// core/src/gone.ts: moved\n'])('finds code that does not: %j', (lines) => {
  expect(snippetFaults(lines)).toHaveLength(1)
})

const there = ['core/src/fare.ts', 'web/src/map/car-feed.ts', 'docs/images/a.png']
const isThere = (path) => there.includes(path)
const read = () => 'export const computeFare'

it('finds a path in backticks that leads nowhere, and a word that its file does not have', () => {
  expect(checkPaths('`core/fare` `map/car-feed` `core/fare.computeFare`', read, isThere)).toEqual([])
  expect(checkPaths('`map/markers` `core/fare.gone`', read, isThere)).toHaveLength(2)
})

it('finds a link that leads nowhere, from the page it stands on', () => {
  expect(checkLinks('[a](images/a.png) [b](https://example.org) [c](#below)', 'docs/', isThere)).toEqual([])
  expect(checkLinks('[a](images/a.png)', './', isThere)).toHaveLength(1)
})
