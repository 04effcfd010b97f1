import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkTexts } from './text-rules.mjs'

const law = {
  families: [
    { shape: 'status_*', from: ['core/src/booking.ts', 'statuses', /'(\w+)'/g], lower: true },
    { shape: 'mail_*_text', values: ['reset_password'] },
  ],
  keyLists: [['core/src/errors.ts', 'ownKeys']],
  notKeys: ['point_count'],
  inKeys: /^web\/|-words\.ts$/,
  certainPrefixes: ['notice_', 'mail_'],
  fewest: { files: 3, texts: 3 },
}

/** A small tree with valid texts. Each test plants a single fault in it. */
const goodTree = {
  'core/src/booking.ts': `export const statuses = [\n  'NEW',\n  'PAID',\n] as const\nexport type Other = 'GONE'\n`,
  'core/src/errors.ts': `export const ownKeys = [\n  'too_late',\n] as const\n`,
  'server/src/features/notifications/present.ts': 'export const a = (words, one) => words(`mail_${one}_text`)\n',
  'server/src/features/bookings/jobs.ts': `export const key = 'notice_paid'\nexport const table = 'app_user'\n`,
  'web/src/a-page.tsx': [
    `// t('commented_out') and t(\`gone_\${x}\`) are words in a comment`,
    'const links = [{ to: "/", label: "nav_home" }]',
    'export const A = ({ t, booking, count, kind }) => (',
    '  <p title={t("title")}>',
    '    {t(`status_${booking.status.toLowerCase()}`)} {t("cars", { count, who: "nobody here" })}',
    '    {t(kind === "mail" ? "hello" : "bye", { name: t(`status_${booking.last ?? "old"}`) })} {set("point_count")} {links}',
    '  </p>',
    ')',
    '',
  ].join('\n'),
}
const goodTexts = {
  title: 'T',
  hello: 'H',
  bye: 'B',
  nav_home: 'N',
  cars_one: 'one car',
  cars_other: '{{count}} cars',
  too_late: 'Too late',
  notice_paid: 'Paid',
  status_new: 'New',
  status_paid: 'Paid',
  mail_reset_password_text: 'Reset',
}

const check = (files = {}, texts = {}, changes = {}) =>
  checkTexts(
    new Map(Object.entries({ ...goodTree, ...files })),
    Object.fromEntries(Object.entries({ ...goodTexts, ...texts }).filter(([, text]) => text !== null)),
    { ...law, ...changes },
  )
const told = (findings) => findings.map(({ path, rule, says }) => `${path} [${rule}] ${says}`)

const page = (inside) => ({ 'web/src/b-page.tsx': `export const B = ({ t, x }) => <p>{${inside}}</p>\n` })
const missing = (word) => `web/src/b-page.tsx [text] '${word}' has no English text.`

test('a tree in order has no findings', () => {
  expect(check()).toEqual([])
})

describe('it tells of', () => {
  test.each([
    ['a key in single quotes', `t('absent')`, 'absent'],
    ['a key in double quotes', 't("absent")', 'absent'],
    ['a key in backticks', 't(`absent`)', 'absent'],
    ['a key with parameters', `t('absent', { name: 'hello' })`, 'absent'],
    ['the second of two keys', `t(x ? 'hello' : 'absent')`, 'absent'],
    ['a key after a comparison', `t(x === 'mail' ? 'absent' : 'hello')`, 'absent'],
    ['a key that stands in a table', `{ label: 'nav_absent' }`, 'nav_absent'],
    ['a plural that has no text', `t('trucks', { count: 2 })`, 'trucks'],
  ])('%s that has no text', (_what, inside, word) => {
    expect(told(check(page(inside)))).toEqual([missing(word)])
  })

  test('a word for a line that has no text, where the contract says what lines are called', () => {
    const words = { 'contract/src/fare-words.ts': `export const words = { airport: { label: 'fare_airport' } }\n` }
    expect(told(check(words))).toEqual([`contract/src/fare-words.ts [text] 'fare_airport' has no English text.`])
    expect(check(words, { fare_airport: 'Airport' })).toEqual([])
  })

  test('a text that nothing asks for', () => {
    expect(told(check({}, { leftover: 'Left over' }))).toEqual([
      'server/src/db/texts/en.json [unused] nothing asks for leftover: take it out of all languages.',
    ])
  })

  test('both plural forms that nothing asks for, once', () => {
    expect(told(check({}, { trucks_one: 'a truck', trucks_other: 'trucks' }))).toHaveLength(1)
  })

  test('a text that only a comment or a test names', () => {
    const files = { 'web/src/c.ts': '// leftover\n/* t("leftover") */\n', 'web/src/c.test.ts': `t('leftover')\n` }
    expect(told(check(files, { leftover: 'Left over' }))).toHaveLength(1)
  })

  test('a word of a family that has no text, also when the list has grown', () => {
    expect(told(check({}, { status_paid: null }))).toEqual([
      'scripts/text-law.mjs [family] status_paid (of status_*) has no English text.',
    ])
    const grown = { 'core/src/booking.ts': `export const statuses = ['NEW', 'PAID', 'LOST'] as const\n` }
    expect(told(check(grown))).toEqual(['scripts/text-law.mjs [family] status_lost (of status_*) has no English text.'])
  })

  test('a text of a family whose word is gone', () => {
    expect(told(check({}, { status_gone: 'Gone' }))).toEqual([
      'server/src/db/texts/en.json [unused] nothing asks for status_gone: take it out of all languages.',
    ])
  })

  test('a key that is put together and belongs to no family', () => {
    expect(told(check(page('t(`role_${x}`)')))).toEqual([
      'web/src/b-page.tsx [shape] role_* is no family: name its words in scripts/text-law.mjs.',
    ])
  })

  test('a family that nothing asks for any more', () => {
    const changes = { families: [...law.families, { shape: 'role_*', values: ['rider'] }] }
    expect(told(check({}, { role_rider: 'Rider' }, changes))).toContain(
      'scripts/text-law.mjs [family] nothing asks for role_*: take the family off.',
    )
  })

  test('a family whose list has moved', () => {
    expect(told(check({ 'core/src/booking.ts': 'export const other = 1\n' })).join()).toContain('status_* has no words')
  })

  test('a refusal that cannot be read', () => {
    expect(told(check({}, { too_late: null }))[0]).toContain('too_late, which a refusal may carry, is missing')
  })

  test('a notice of the server without a text', () => {
    const files = {
      'server/src/features/bookings/jobs.ts': `export const key = 'notice_absent'\nexport const k = 'notice_paid'\n`,
    }
    expect(told(check(files))).toEqual(["server/src/features/bookings/jobs.ts [text] 'notice_absent' has no English text."])
  })

  test('the place', () => {
    const files = { 'web/src/b-page.tsx': `const a = 1\n\nexport const B = ({ t }) => t(\n  'absent',\n)\n` }
    expect(check(files)[0]).toMatchObject({ path: 'web/src/b-page.tsx', line: 4 })
  })

  test('looking at the wrong place', () => {
    expect(checkTexts(new Map(), goodTexts, law)[0]).toMatchObject({ rule: 'files' })
    expect(checkTexts(new Map(Object.entries(goodTree)), {}, law)[0]).toMatchObject({ rule: 'files' })
  })
})

describe('over the real tree', () => {
  const root = join(import.meta.dirname, '..')
  const collect = (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')])
  const files = new Map(['core/src', 'contract/src', 'server/src', 'web/src'].flatMap(collect))
  const english = JSON.parse(readFileSync(join(root, 'server/src/db/texts/en.json'), 'utf8'))
  const before = told(checkTexts(files, english))
  const added = (more, texts = english) =>
    told(checkTexts(new Map([...files, ...Object.entries(more)]), texts)).filter((one) => !before.includes(one))

  test('a planted key and a planted text are found', () => {
    expect(added({ 'web/src/planted.tsx': `export const P = ({ t }) => t('planted_key')\n` })).toEqual([
      "web/src/planted.tsx [text] 'planted_key' has no English text.",
    ])
    expect(added({}, { ...english, planted_text: 'Planted' })).toEqual([
      'server/src/db/texts/en.json [unused] nothing asks for planted_text: take it out of all languages.',
    ])
  })

  test('each text of a refusal, a mail and a status that is taken out is missed', () => {
    for (const key of [
      'login_error',
      'base_settings_error_1',
      'mail_reset_password_subject',
      'status_new',
      'nav_settings',
      'alert_title',
    ]) {
      const { [key]: _gone, ...rest } = english
      expect(added({}, rest).join('\n')).toContain(key)
    }
  })
})
