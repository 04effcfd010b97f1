// A small tree that follows the house rules, into which tests plant faults.
import { checkHouse } from './house-rules.mjs'

/** A small tree that follows the house rules; each test plants a single fault in it. @internal */
export const goodTree = {
  'package.json': `{ "name": "town", "dependencies": {}, "devDependencies": {} }`,
  'server/package.json': `{ "name": "@wayfare/server", "dependencies": { "@wayfare/core": "*", "kysely": "1", "pg": "1" } }`,
  'core/src/fare.ts': `import { round } from './money.ts'\nexport const fareOf = (km: number) => round(km)\n`,
  'core/src/money.ts': `export const round = (n: number): number => Math.round(n)\n`,
  'contract/src/bookings.ts': `import { z } from 'zod'\nimport { fareOf } from '@wayfare/core/fare'\nexport const input = z.object({ fare: fareOf(1) })\n`,
  'server/src/db/open.ts': `import { Kysely } from 'kysely'\nimport { Pool } from 'pg'\nexport const open = () => new Kysely(new Pool())\n`,
  'server/src/adapters/ports.ts': `export type Sms = { send: (to: string) => Promise<void> }\n`,
  'server/src/adapters/sms-http.ts': `import type { Sms } from './ports.ts'\nexport const makeSms = (): Sms => ({ send: async () => {} })\n`,
  'server/src/features/accounts/queries.ts': `export const findUser = (tx, id) => tx.selectFrom('appUser').where('id', '=', id)\n`,
  'server/src/features/accounts/routes.ts': `import { findUser } from './queries.ts'\nexport const routes = [findUser]\n`,
  'server/src/features/bookings/commands.ts': `import { findUser } from '../accounts/queries.ts'\nexport const create = (tx) => tx.insertInto('booking').values(findUser)\n`,
  'server/src/main.ts': `import { round } from '@wayfare/core/money'\nimport { makeSms } from './adapters/sms-http.ts'\nimport { open } from './db/open.ts'\nimport { routes } from './features/accounts/routes.ts'\nimport { create } from './features/bookings/commands.ts'\nconsole.log(round, makeSms, open, routes, create)\n`,
  'web/src/ui/theme.ts': `export const theme = {}\n`,
  'web/src/api/call.ts': `import { input } from '@wayfare/contract/bookings'\nexport const call = () => input\n`,
  'web/src/features/rider/bookings-page.tsx': `import { rows } from '../../shared/rows'\nimport { theme } from '../../ui/theme'\nexport const BookingsPage = () => <p title="a">Don't {String(theme)} {rows}</p>\n`,
  'web/src/shared/rows.ts': `export const rows = [1]\n`,
  'web/src/features/driver/tasks-page.tsx': `import { rows } from '../../shared/rows'\nexport const TasksPage = () => <p>{rows}</p>\n`,
  'web/src/main.tsx': `import { call } from './api/call'\nimport { TasksPage } from './features/driver/tasks-page'\nimport { BookingsPage } from './features/rider/bookings-page'\nconsole.log(call, TasksPage, BookingsPage)\n`,
}

/** Returns the findings that changes to the small tree add. The law is the real one; the tree uses only some of its rights. */
export const makeAdded = (checkWith) => {
  const checkTree = (changes, options) =>
    checkWith(new Map(Object.entries({ ...goodTree, ...changes })), { minFiles: 5, exceptions: [], ...options })
  const before = new Set(checkTree({}, {}).map(({ says }) => says))
  return (changes = {}, options = {}) => checkTree(changes, options).filter(({ says }) => !before.has(says))
}

/** @internal */
export const check = (changes = {}, options = {}) =>
  checkHouse(new Map(Object.entries({ ...goodTree, ...changes })), { minFiles: 5, exceptions: [], ...options })
/** @internal */
export const added = makeAdded(checkHouse)

/** @internal */
export const routes = 'server/src/features/accounts/routes.ts'
const commands = 'server/src/features/bookings/commands.ts'
/** @internal */
export const asBefore = goodTree[routes]
const createsToo = goodTree[commands]

/** Faults that text patterns could not detect; of twelve planted by hand, they found one. */
export const hiddenFaults = [
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
  [
    'a right that a page reads off the own role',
    'role',
    { 'web/src/shared/rows.ts': `export const rows = [useSession().me?.userType === 'admin' && remove]\n` },
  ],
  [
    'one by a list of roles',
    'role',
    { 'web/src/shared/rows.ts': `export const rows = [me && ['admin', 'rider'].includes(me.userType) && remove]\n` },
  ],
  [
    'one by a role that was taken out of the own record',
    'role',
    { 'web/src/shared/rows.ts': `export const rows = [({ userType }: Me) => userType !== 'driver' && remove]\n` },
  ],
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
