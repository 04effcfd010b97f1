import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findStatusUses } from './house-statuses.mjs'

const core = readFileSync(new URL('../core/src/booking.ts', import.meta.url), 'utf8')
const header = `import { isBusy, statuses } from '../../core/src/booking.ts'
import type { Status } from '../../core/src/booking.ts'
type Row = { status: Status; version: number }
interface Query<Tables, Names extends keyof Tables> { where<Value>(column: string, sign: string, value: Value): Query<Tables, Names> }
declare const query: Query<{ booking: Row; payment: { status: string } }, 'booking'>
declare const ofPayments: Query<{ booking: Row; payment: { status: string } }, 'payment'>
`
const config = JSON.stringify({
  compilerOptions: {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['ES2023'],
    types: [],
  },
  include: ['src'],
})

const faults = [
  ['a comparison', `export const isDue = (row: Row) => row.status === 'PENDING'`],
  ['a comparison the other way round', `export const isDue = (row: Row) => 'PENDING' == row.status`],
  ['a negated comparison of what may be missing', `export const isLost = (row: Row | undefined) => row?.status !== 'NEW'`],
  [
    'a comparison after another condition',
    `export const f = ({ status }: Row) => isBusy(status) && (status === 'REACHED' ? 1 : 2)`,
  ],
  [
    'a case',
    `export const f = ({ status }: Row) => {\n  switch (status) {\n    case 'PAID':\n      return 1\n    default:\n      return 0\n  }\n}`,
  ],
  ['a list that is searched', `export const f = (row: Row) => ['PAID', 'COMPLETE'].includes(row.status)`],
  ['a set', `const over = new Set<string>(['PAID', 'COMPLETE'])\nexport const f = (row: Row) => over.has(row.status)`],
  ['a list of its own', `export const over: readonly Status[] = ['PAID', 'COMPLETE']`],
  [
    'a list that a function takes',
    `const list = (some: readonly Status[]) => some.length\nexport const f = () => list(['PAID'])`,
  ],
  ['a list of texts', `const over = ['PAID', 'COMPLETE']\nexport const f = (row: Row) => over.includes(row.status)`],
  ['a list that is searched by hand', `export const f = (row: Row) => ['PAID', 'COMPLETE'].some((one) => one === row.status)`],
  ['a constant', `const done = 'COMPLETE'\nexport const f = (row: Row) => row.status === done`],
  [
    'a constant under another name',
    `const done = 'COMPLETE'\nconst end = done\nexport const f = (row: Row) => end === row.status`,
  ],
  [
    'a constant of a record',
    `const ends = { good: 'COMPLETE', bad: 'CANCELLED' } as const\nexport const f = (row: Row) => row.status === ends.good`,
  ],
  ['a constant that is cast', `const done = 'COMPLETE' as Status\nexport const f = (): Status => done`],
  ['a list cut out of the core’s', `export const some = statuses.filter((status) => status !== 'PAID')`],
  ['a value that is written', `export const f = (row: Row): Row => ({ ...row, status: 'CANCELLED' })`],
  ['a map with gaps', `export const names: Partial<Record<Status, string>> = { PAID: 'paid' }`],
  [
    'a map without a type',
    `const names = { PAID: 'paid', COMPLETE: 'complete' }\nexport const f = ({ status }: Row) => (status in names ? 1 : 0)`,
  ],
  [
    'a map of texts',
    `const names: Record<string, string> = { PAID: 'paid' }\nexport const f = ({ status }: Row) => names[status]`,
  ],
  ['a type picked by name', `export type Rest = Exclude<Status, 'PAID' | 'COMPLETE'>`],
  ['a column in a query', `export const f = () => query.where('booking.status', '=', 'NEW')`],
  ['a list for a column', `export const f = () => query.where('status', 'in', ['NEW'])`],
  ['SQL', "export const f = (id: string) => `select from booking where status in ('PAID') and id = ${id}`"],
]

const shared = { 'web/src/ends.ts': `export const done = 'COMPLETE'\nexport const over = ['PAID', 'COMPLETE']\n` }
const imported = [
  ['a constant of another file', `import { done } from './ends.ts'\nexport const f = (row: Row) => row.status === done`],
  [
    'a list of another file, renamed',
    `import { over as ended } from './ends.ts'\nexport const f = (row: Row) => ended.includes(row.status)`,
  ],
]

const record = statusesOf(core)
  .map((status) => `${status}: 1`)
  .join(', ')
const fine = [
  [
    'a map of all statuses',
    `export const ranks: Record<Status, number> = { ${record} }\nexport const f = (row: Row) => ranks[row.status]`,
  ],
  ['a provider’s word', `export const f = (answer: { status: string }) => answer.status === 'PENDING'`],
  ['a provider’s words', `type State = 'PENDING' | 'SETTLED'\nexport const f = (state: State) => state === 'PENDING'`],
  ['a provider’s list', `const open = ['PENDING', 'NEW']\nexport const f = (state: string) => open.includes(state)`],
  [
    'a provider’s map',
    `const states: Record<string, string> = { COMPLETE: 'paid', PENDING: 'open' }\nexport const f = (state: string) => states[state]`,
  ],
  ['a column with a provider’s word', `export const f = () => ofPayments.where('status', '=', 'PENDING')`],
  ['a question to the core', `export const f = (row: Row) => isBusy(row.status)`],
  [
    'a provider’s list that is searched by hand',
    `export const f = (state: string) => ['PAID', 'NEW'].some((one) => one === state)`,
  ],
  ['two statuses held against each other', `export const f = (a: Row, b: Row) => a.status === b.status`],
  ['what somebody asked for', `export const f = (asked: string) => statuses.filter((one) => asked.split(',').includes(one))`],
  ['words for people', `/** NEW or 'PAID' */\nexport const summary = 'A NEW booking becomes PAID.'`],
]

function statusesOf(text) {
  return /\bstatuses = \[([^\]]*)\]/.exec(text)[1].match(/[A-Z_]{2,}/g)
}

const pathOf = (list, i) => `web/src/${{ faults, imported, fine }[list] ? list : ''}-${i}.ts`
let root
let found

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'statuses-'))
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('core/src/booking.ts', core)
  for (const name of ['ids', 'geo'])
    write(`core/src/${name}.ts`, readFileSync(new URL(`../core/src/${name}.ts`, import.meta.url), 'utf8'))
  for (const name of ['core', 'web', 'server']) write(`${name}/tsconfig.json`, config)
  for (const [path, text] of Object.entries(shared)) write(path, text)
  for (const [list, cases] of Object.entries({ faults, imported, fine }))
    for (const [i, [, text]] of cases.entries()) write(pathOf(list, i), header + text)
  write('web/src/trip.test.ts', header + faults[0][1])
  write('web/src/fake-trip.ts', header + faults[0][1])
  write('server/src/db/migrations/0001-init.ts', header.replaceAll('../../', '../../../../') + faults[0][1])
  found = findStatusUses(root)
}, 120_000)

afterAll(() => rmSync(root, { recursive: true }))

const linesOf = (path) => found.filter((one) => one.path === path)

it.each(faults.map(([says], i) => [says, pathOf('faults', i)]))('finds %s', (_says, path) => {
  expect(linesOf(path)).not.toEqual([])
})

it.each(imported.map(([says], i) => [says, pathOf('imported', i)]))('finds %s', (_says, path) => {
  expect(linesOf(path)).not.toEqual([])
})

it.each(fine.map(([says], i) => [says, pathOf('fine', i)]))('leaves %s alone', (_says, path) => {
  expect(linesOf(path)).toEqual([])
})

it('leaves the core’s table, tests and migrations alone', () => {
  const judged = new Set(found.map(({ path }) => path))
  expect([...judged].filter((path) => !path.startsWith('web/src/faults-') && !path.startsWith('web/src/imported-'))).toEqual([])
})

it('says where, and refuses to look at nothing', () => {
  expect(linesOf(pathOf('faults', 0))).toEqual([{ path: pathOf('faults', 0), line: 7, says: 'compares with a status' }])
  writeFileSync(join(root, 'core/src/booking.ts'), 'export const other = []')
  expect(() => findStatusUses(root)).toThrow('lists no statuses')
})
