import { fareWords, tariffWords } from '@wayfare/contract/fare-words'
import { ownKeys } from '@wayfare/core/errors'
import { parseMobile } from '@wayfare/core/phones'
import { specificationKeys } from '@wayfare/core/specification-keys'
import { checkText, listTextKeys } from '@wayfare/core/texts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import arabic from './ar.json' with { type: 'json' }
import english from './en.json' with { type: 'json' }
import spanish from './es.json' with { type: 'json' }
import swedish from './sv.json' with { type: 'json' }

type Texts = Readonly<Record<string, string>>

const en: Texts = english
const locales: [string, Texts][] = [
  ['en', english],
  ['sv', swedish],
  ['ar', arabic],
  ['es', spanish],
]

describe.each(locales)('in %s', (locale, texts) => {
  test('every text of the product is there, in each plural form of the language, and none that nobody asks for', () => {
    expect(Object.keys(texts).toSorted()).toEqual(listTextKeys(en, locale).keys.toSorted())
  })

  test('a text is one that an operator could write: its placeholders are those of the English one', () => {
    expect(Object.entries(texts).filter(([key, text]) => checkText(en, key, text) !== null)).toEqual([])
  })

  test('a phone number that somebody is told to follow is none that is refused in the next country', () => {
    const offered = ['mobile_no_blank_error', 'profile_mobile_wrong', 'profile_mobile_hint'].flatMap(
      (key) => texts[key]?.match(/\+?\d[\d ]+\d/g) ?? [],
    )
    expect(offered).toHaveLength(3)
    for (const number of offered) expect([number, parseMobile('44', number)]).toEqual([number, '+46701740605'])
  })

  test('no text is empty or has space around it', () => {
    expect(Object.entries(texts).filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })
})

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

test('the lines of a fare and the fields of a tariff have names', () => {
  const labels = [...Object.values(fareWords), ...Object.values(tariffWords)].flatMap(
    (words: { label: string; inMiles?: string }) => [words.label, words.inMiles ?? words.label],
  )
  expect(labels.filter((key) => !en[key])).toEqual([])
})

describe('a refusal can be read', () => {
  test('each key of ours has an English sentence', () => {
    expect(ownKeys.filter((key) => !en[key])).toEqual([])
  })

  test('each key of the specification that the server or the core names has one too', () => {
    const root = join(import.meta.dirname, '../../../..')
    const source = ['core/src', 'server/src']
      .flatMap((folder) => sourcesIn(join(root, folder)).map((name) => join(root, folder, name)))
      .filter((file) => !file.endsWith(join('core', 'src', 'errors.ts')))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    // a single word such as 'updated' may mean something else
    const named = specificationKeys.filter((key) => /[_A-Z]/.test(key) && source.includes(`'${key}'`))
    expect(named).toContain('login_error')
    expect(named.filter((key) => !en[key])).toEqual([])
  })
})
