import { ownKeys, specificationKeys } from '@wayfare/core/errors'
import { readFileSync, readdirSync } from 'node:fs'
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

const pluralSuffix = /_(zero|one|two|few|many|other)$/
/** Keys that i18next chooses by number; every such base has a text for "other". */
const pluralised = Object.keys(en).flatMap((key) => (key.endsWith('_other') ? [key.replace(pluralSuffix, '')] : []))
const isPlural = (key: string) => pluralSuffix.test(key) && pluralised.includes(key.replace(pluralSuffix, ''))

const keysFor = (locale: string) => [
  ...Object.keys(en).filter((key) => !isPlural(key)),
  ...pluralised.flatMap((base) =>
    new Intl.PluralRules(locale).resolvedOptions().pluralCategories.map((form) => `${base}_${form}`),
  ),
]

const placeholders = (text: string) => [...new Set(text.match(/{{\w+}}/g))].toSorted()

/** A plural form may say the number in words ("one car"), but "other" stands for many numbers. */
const required = (key: string) => {
  if (!isPlural(key)) return placeholders(en[key] ?? '')
  const ofOther = placeholders(en[key.replace(pluralSuffix, '_other')] ?? '')
  return key.endsWith('_other') ? ofOther : ofOther.filter((name) => name !== '{{count}}')
}

describe.each(locales)('in %s', (locale, texts) => {
  test('every text of the product is there, in each plural form of the language, and none that nobody asks for', () => {
    expect(Object.keys(texts).toSorted()).toEqual(keysFor(locale).toSorted())
  })

  test('a text has the placeholders of the English one', () => {
    const wrong = Object.entries(texts).filter(([key, text]) => {
      const found = placeholders(text)
      const withoutNumber = isPlural(key) && !key.endsWith('_other') ? found.filter((name) => name !== '{{count}}') : found
      return withoutNumber.join() !== required(key).join()
    })
    expect(wrong).toEqual([])
  })

  test('braces stand only around placeholders', () => {
    expect(Object.entries(texts).filter(([, text]) => /[{}]/.test(text.replace(/{{\w+}}/g, '')))).toEqual([])
  })

  test('no text is empty or has space around it', () => {
    expect(Object.entries(texts).filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })
})

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

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
