import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { scan } from './house-scan.mjs'
import { added, check, goodTree } from './house-small-tree.mjs'

const faults = [
  [
    'the core importing the server',
    'core/src/fare.ts',
    `import { open } from '../../server/src/db/open.ts'\nexport const x = open\n`,
    'import',
  ],
  ['the core importing a package', 'core/src/fare.ts', `import { z } from 'zod'\nexport const x = z\n`, 'package'],
  [
    'the core importing Node',
    'core/src/fare.ts',
    `import { readFileSync } from 'node:fs'\nexport const x = readFileSync\n`,
    'package',
  ],
  ['the core reading the clock', 'core/src/fare.ts', `export const now = () => Date.now()\n`, 'core-time'],
  ['the core taking the present time', 'core/src/fare.ts', `export const now = () => new Date()\n`, 'core-time'],
  ['the core throwing dice', 'core/src/fare.ts', `export const dice = () => Math.random()\n`, 'core-time'],
  ['the contract importing the server', 'contract/src/trips.ts', `export type { A } from '@wayfare/server/app'\n`, 'import'],
  [
    'the frame importing a feature',
    'server/src/http/serve.ts',
    `import { routes } from '../features/accounts/routes.ts'\nexport const x = routes\n`,
    'import',
  ],
  [
    'the frame importing an adapter',
    'server/src/jobs/runner.ts',
    `import { makeSms } from '../adapters/sms-http.ts'\nexport const x = makeSms\n`,
    'import',
  ],
  [
    'a feature importing an adapter',
    'server/src/features/accounts/commands.ts',
    `import { makeSms } from '../../adapters/sms-http.ts'\nexport const x = makeSms\n`,
    'import',
  ],
  [
    'a feature it does not use',
    'server/src/features/promos/queries.ts',
    `import { findUser } from '../accounts/queries.ts'\nexport const x = findUser\n`,
    'import',
  ],
  [
    "another feature's routes",
    'server/src/features/bookings/queries.ts',
    `import { routes } from '../accounts/routes.ts'\nexport const x = routes\n`,
    'import',
  ],
  [
    'an import inside a function',
    'server/src/features/promos/queries.ts',
    `export const x = () => import('../accounts/queries.ts')\n`,
    'import',
  ],
  [
    'one adapter importing another',
    'server/src/adapters/email-smtp.ts',
    `import { makeSms } from './sms-http.ts'\nexport const x = makeSms\n`,
    'import',
  ],
  [
    'a page importing another role',
    'web/src/features/rider/trip-page.tsx',
    `import { TasksPage } from '../driver/tasks-page'\nexport const TripPage = () => <TasksPage />\n`,
    'import',
  ],
  ['a layer importing upward', 'web/src/ui/shell.ts', `import { call } from '../api/call'\nexport const x = call\n`, 'import'],
  [
    'the page importing the server',
    'web/src/api/session.ts',
    `import { open } from '@wayfare/server/db/open'\nexport const x = open\n`,
    'import',
  ],
  [
    'the simulator importing the server',
    'sim/src/main.ts',
    `import { open } from '@wayfare/server/db/open'\nexport const x = open\n`,
    'import',
  ],
  [
    'a circle of files',
    'core/src/money.ts',
    `import { fareOf } from './fare.ts'\nexport const round = () => fareOf(1)\n`,
    'cycle',
  ],
  [
    'a file in shared that one role uses',
    'web/src/features/driver/tasks-page.tsx',
    `export const TasksPage = () => <p />\n`,
    'shared',
  ],
  ['an unknown feature', 'server/src/features/payroll/queries.ts', `export const x = 1\n`, 'feature'],
  ['a feature file outside the list', 'server/src/features/accounts/service.ts', `export const x = 1\n`, 'feature'],
  ['a name in camelCase', 'core/src/fareRules.ts', `export const x = 1\n`, 'name'],
  ['a name that says nothing', 'server/src/http/utils.ts', `export const x = 1\n`, 'name'],
  ['an index', 'web/src/ui/index.ts', `export const x = 1\n`, 'name'],
  ['a long file', 'core/src/fare.ts', 'export const x = 1\n'.repeat(301), 'size'],
  [
    'a long function',
    'core/src/fare.ts',
    `export const f = (a: number): number => {\n${'  a += 1\n'.repeat(60)}  return a\n}\n`,
    'function',
  ],
  [
    'a long declared function',
    'core/src/fare.ts',
    `export function f(a: number): number {\n${'  a += 1\n'.repeat(60)}  return a\n}\n`,
    'function',
  ],
  [
    'a long component',
    'web/src/ui/list.tsx',
    `export const List = () => (\n  <ul>\n${'    <li>a</li>\n'.repeat(120)}  </ul>\n)\n`,
    'function',
  ],
  [
    "another's table in the query builder",
    'server/src/features/bookings/commands.ts',
    `export const x = (tx) => tx.updateTable('appUser').set({})\n`,
    'table',
  ],
  [
    "another's table in raw SQL",
    'server/src/features/dispatch/commands.ts',
    'export const x = sql`update booking b\n  set status = 1`\n',
    'table',
  ],
  [
    'a table without an owner',
    'server/src/features/bookings/commands.ts',
    `export const x = (tx) => tx.insertInto('surprise')\n`,
    'table',
  ],
  [
    'a vendor outside its home',
    'server/src/http/serve.ts',
    `import { run } from 'graphile-worker'\nexport const x = run\n`,
    'vendor',
  ],
  [
    'the package of phone numbers outside its home',
    'web/src/ui/shell.tsx',
    `import { parse } from 'libphonenumber-js/min'\nexport const x = parse\n`,
    'vendor',
  ],
  ['another package where one is allowed', 'core/src/phones.ts', `import { z } from 'zod'\nexport const x = z\n`, 'package'],
  [
    'a second opening of the database',
    'server/src/http/serve.ts',
    `import { Kysely } from 'kysely'\nexport const x = new Kysely()\n`,
    'vendor',
  ],
  ['a default export', 'server/src/http/serve.ts', `export default 1\n`, 'default'],
  ['a class', 'server/src/http/serve.ts', `export class Server {}\n`, 'class'],
]

describe('the house check', () => {
  test('finds nothing in a tree that follows the house', () => {
    expect(check().filter(({ rule }) => rule !== 'right')).toEqual([])
  })

  test.each(faults)('finds %s', (_, path, text, rule) => {
    const findings = added({ [path]: text }).filter((one) => one.rule === rule)
    expect(findings).toHaveLength(1)
    expect(findings[0].says.length).toBeGreaterThan(20)
  })

  test('is not misled by comments, strings, templates and the words of a page', () => {
    const tricky = [
      `// import { x } from '../../server/src/db/open.ts' and Date.now()`,
      `export const text = 'Math.random() { any: any' + "import '../../server/src/db/open.ts'"`,
      'export const sql = `delete from ${`app_user ${1}`} { {`',
      `export const pattern = /['"\`{]+/g`,
      `/* class Foo { constructor(a, b, c, d, e) {} } */`,
    ].join('\n')
    expect(added({ 'core/src/fare.ts': tricky }).filter(({ rule }) => rule !== 'unused')).toEqual([])
  })

  test('takes a file that is named by its address for imported', () => {
    const file = { 'core/src/worker.ts': `console.log(1)\n` }
    const user = { 'core/src/fare.ts': `console.log(new URL('./worker.ts', import.meta.url))\n` }
    expect(added(file)).toContainEqual(expect.objectContaining({ rule: 'unused', path: 'core/src/worker.ts' }))
    expect(added({ ...file, ...user })).not.toContainEqual(expect.objectContaining({ path: 'core/src/worker.ts' }))
  })

  test('counts only the own lines of a maker', () => {
    const part = `  const step = (a: number) => {\n${'    a += 1\n'.repeat(40)}    return a\n  }\n`
    const maker = `export const makeThing = () => {\n${part}${part.replace('step', 'next')}  return { step, next }\n}\n`
    expect(added({ 'core/src/fare.ts': maker }).filter(({ rule }) => rule === 'function')).toEqual([])
  })

  test('fails when it sees too few files, and when an exception is not needed', () => {
    expect(check({}, { minFiles: 60 })[0].rule).toBe('files')
    const exceptions = [{ path: 'core/src/money.ts', rule: 'size', reason: 'a test' }]
    expect(added({}, { exceptions }).map(({ rule }) => rule)).toEqual(['exception'])
    const long = goodTree['core/src/money.ts'] + '\n'.repeat(301)
    expect(added({ 'core/src/money.ts': long }, { exceptions })).toEqual([])
  })

  test('tells the lines of a function and its parameters', () => {
    const { functions } = scan(
      'x.ts',
      `const f = async ({ a, b }: { a: 1; b: 2 }, c?: string): Promise<{ d: 1 }> => {\n  if (a) {\n    b()\n  }\n}\n`,
    )
    expect(functions).toMatchObject([{ name: 'f', line: 1, parameters: 2, lines: 5 }])
  })

  test('looks at this repository', () => {
    const { stdout } = spawnSync(process.execPath, ['scripts/check-house.mjs'], { encoding: 'utf8' })
    expect(stdout).toMatch(/\d+ files/)
  })
})
