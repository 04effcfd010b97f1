import { describe, expect, test } from 'vitest'
import { reads } from './house-law-reads.mjs'
import { uses } from './house-law.mjs'
import { added, check, goodTree } from './house-small-tree.mjs'

const routes = 'server/src/features/accounts/routes.ts'
const commands = 'server/src/features/bookings/commands.ts'
const asBefore = goodTree[routes]
const createsToo = goodTree[commands]

/** What text patterns could not see: the kinds of faults that were planted by hand, and one of twelve was found. */
const hiddenFaults = [
  ['a tunnel', 'tunnel', { [commands]: `${createsToo}export { findUser } from '../accounts/queries.ts'\n` }],
  ['a tunnel of two steps', 'tunnel', { [commands]: `${createsToo}export { findUser }\n` }],
  ['a tunnel under another name', 'tunnel', { [commands]: `${createsToo}export const findPerson = findUser\n` }],
  [
    'a circle of types',
    'cycle',
    {
      'core/src/money.ts': `import type { Fare } from './fare.ts'\nexport const round = (n: Fare) => Math.round(n)\n`,
      'core/src/fare.ts': `import { round } from './money.ts'\nexport type Fare = number\nexport const fareOf = (km: Fare) => round(km)\n`,
    },
  ],
  ['a variable of the module', 'state', { [routes]: `let asked = 0\n${asBefore}console.log(asked++)\n` }],
  ['a map of the module', 'state', { [routes]: `const seen = new Map()\n${asBefore}export const see = (a) => seen.set(a, 1)\n` }],
  ['a list of the module', 'state', { [routes]: `const seen = []\n${asBefore}console.log((a) => seen.push(a))\n` }],
  ['a record of the module', 'state', { [routes]: `const seen = {}\n${asBefore}console.log((a) => { seen[a] = 1 })\n` }],
  ['what a maker made', 'state', { [routes]: `const hub = makeHub()\n${asBefore}console.log(hub)\n` }],
  [
    'a table in a constant',
    'table',
    { [routes]: `const table = 'booking'\n${asBefore}console.log((tx) => tx.insertInto(table))\n` },
  ],
  [
    'a table in a constant of another file',
    'table',
    {
      'core/src/money.ts': `${goodTree['core/src/money.ts']}export const table = 'booking'\n`,
      [routes]: `import { table } from '@wayfare/core/money'\n${asBefore}console.log((tx) => tx.updateTable(table))\n`,
    },
  ],
  [
    'one table of a list',
    'table',
    { [routes]: `${asBefore}for (const one of ['appUser', 'booking'] as const) tx.deleteFrom(one)\n` },
  ],
  ['one table of a type', 'table', { [routes]: `${asBefore}console.log((one: 'appUser' | 'booking') => tx.deleteFrom(one))\n` }],
  ['a table that cannot be told', 'table', { [routes]: `${asBefore}console.log((one: string) => tx.deleteFrom(one))\n` }],
  [
    'a table in SQL that is put together',
    'table',
    { [routes]: `const table = 'booking'\n${asBefore}console.log(sql\`delete from \${sql.table(table)}\`)\n` },
  ],
  ['a table in SQL of a string', 'table', { [routes]: `${asBefore}console.log(sql.raw('update booking set x = 1'))\n` }],
  [
    'a read of a table that is not declared',
    'table',
    { [routes]: `${asBefore}console.log((tx) => tx.selectFrom('promo as p'))\n` },
  ],
  [
    'a join of one',
    'table',
    { [routes]: `${asBefore}console.log((tx) => tx.selectFrom('appUser').leftJoin('promo', 'a', 'b'))\n` },
  ],
  ['a read of one in SQL', 'table', { [routes]: `${asBefore}console.log(sql\`select 1 from app_user u, promo p\`)\n` }],
  ['a word of the business in ui', 'business', { 'web/src/ui/theme.ts': `export const theme = { driverColor: 'red' }\n` }],
  ['a text of the business in ui', 'business', { 'web/src/ui/theme.ts': `export const theme = { text: t('your_trip') }\n` }],
  [
    'an export that nobody takes',
    'unused',
    { 'core/src/money.ts': `${goodTree['core/src/money.ts']}export const cents = 100\n` },
  ],
  [
    'an export that a test alone takes',
    'unused',
    {
      'core/src/money.ts': `${goodTree['core/src/money.ts']}export const cents = 100\n`,
      'core/src/money.test.ts': `import { cents } from './money.ts'\nconsole.log(cents)\n`,
    },
  ],
  [
    'a mark that nothing needs',
    'unused',
    { 'core/src/money.ts': `${goodTree['core/src/money.ts']}/** @internal */\nexport const cents = 100\n` },
  ],
  ['a file that nobody imports', 'unused', { 'core/src/promo.ts': `console.log(1)\n` }],
  ['a right that nobody needs', 'right', { [commands]: `export const create = (tx) => tx.insertInto('booking')\n` }],
  [
    'a package that nobody uses',
    'package',
    { 'server/package.json': goodTree['server/package.json'].replace('{ "@', '{ "left-pad": "1", "@') },
  ],
  [
    'a package that is not listed',
    'package',
    {
      'server/package.json': goodTree['server/package.json'].replace('"pg": "1"', '"vite": "1"').replace('"vite"', '"kysely-x"'),
    },
  ],
]

const lookAlikes = [
  [
    'a mark that a test needs',
    {
      'core/src/money.ts': `${goodTree['core/src/money.ts']}/** @internal */\nexport const cents = 100\n`,
      'core/src/money.test.ts': `import { cents } from './money.ts'\nconsole.log(cents)\n`,
    },
  ],
  [
    'a constant that is only read',
    { [routes]: `const names = new Map([['a', 1]])\n${asBefore}console.log((a) => names.get(a))\n` },
  ],
  [
    'a list that a function changes for itself',
    { [routes]: `${asBefore}console.log(() => { const list = []; list.push(1) })\n` },
  ],
  ['what is kept by its owner', { [routes]: `const kept = new WeakMap()\n${asBefore}console.log((a) => kept.set(a, 1))\n` }],
  [
    'English that sounds like SQL',
    { [routes]: `${asBefore}console.log('update booking, or delete from the list of promo codes')\n` },
  ],
  [
    'a namespace whose members are asked',
    { 'server/src/main.ts': goodTree['server/src/main.ts'].replace('{ round }', '* as money').replace('(round', '(money.round') },
  ],
  [
    'a part that is loaded later',
    {
      'web/src/main.tsx': goodTree['web/src/main.tsx']
        .replace(/import \{ TasksPage.*\n/, '')
        .replace('TasksPage,', `import('./features/driver/tasks-page').then((all) => ({ default: all.TasksPage })),`),
    },
  ],
  [
    'words that only begin like those of the business',
    { 'web/src/ui/theme.ts': `export const theme = { card: 1, farewell: 2, strip: t('cardinal') }\n` },
  ],
]

describe('the house check, of what is not written plainly', () => {
  test.each(hiddenFaults)('finds %s', (_, rule, changes) => {
    expect(new Set(added(changes).map((one) => one.rule))).toContain(rule)
  })

  test.each(lookAlikes)('lets %s be', (_, changes) => {
    expect(added(changes).filter(({ rule }) => rule !== 'right')).toEqual([])
  })

  test('lets a declared read be, and calls one that nobody makes idle', () => {
    const [part, [table]] = Object.entries(reads).find(([name]) => uses[name])
    const says = `nobody needs "${part} reads ${table}": take it off. The law allows what is needed.`
    const reading = { [`server/src/features/${part}/queries.ts`]: `console.log(sql\`select 1 from ${table}\`)\n` }
    expect(check().map((one) => one.says)).toContain(says)
    expect(check(reading).map((one) => one.says)).not.toContain(says)
    expect(added(reading).filter(({ rule }) => rule === 'table')).toEqual([])
  })
})
