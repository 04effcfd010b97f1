import { describe, expect, test } from 'vitest'
import { reads } from './house-law-reads.mjs'
import { classNames, corePackages, uses } from './house-law.mjs'
import { added, asBefore, check, goodTree, hiddenFaults, routes } from './house-small-tree.mjs'

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
    'the role of somebody who is shown, and words for the own one',
    {
      'web/src/shared/rows.ts': `export const rows = [person.userType === 'driver' && 1, isDeskRole(me.userType), t(\`role_\${me.userType}\`)]\n`,
    },
  ],
  [
    'words that only begin like those of the business',
    { 'web/src/ui/theme.ts': `export const theme = { card: 1, farewell: 2, strip: t('cardinal') }\n` },
  ],
]

const idle = (changes) => check(changes).map((one) => one.says.replace(/^nobody needs "(.*)": .*/, '$1'))

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

  test('lets a table, a package and a class in the law be that are there, and calls the others idle', () => {
    const there = {
      'server/src/db/tables.ts': 'export type Tables = { appUser: 1; bookingStep: 1 }\n',
      'core/src/phones.ts': `import { parse } from '${corePackages['core/src/phones.ts']}'\nexport const read = parse\n`,
      'core/src/errors.ts': `export class ${classNames[0]} extends Error {}\n`,
    }
    const rights = [
      'app_user among tableOwners',
      'booking_step among tableOwners',
      `${corePackages['core/src/phones.ts']} in core/src/phones.ts`,
      `${classNames[0]} among classNames`,
    ]
    expect(idle({})).toEqual(expect.arrayContaining([...rights, 'booking among tableOwners']))
    expect(idle(there).filter((right) => rights.includes(right))).toEqual([])
    expect(idle(there)).toContain('booking among tableOwners')
  })

  test('finds an export of a script that nothing takes', () => {
    const says = added({ 'scripts/one.mjs': 'export const one = 1\n' }).map((one) => one.says)
    expect(says).toEqual([expect.stringMatching(/^no other file takes one:/)])
  })
})
