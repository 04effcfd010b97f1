import { updatePreferences } from '@wayfare/contract/people-profile'
import { getTexts, listLanguages } from '@wayfare/contract/languages'
import {
  addLanguage,
  changeLanguage,
  getPairs,
  listLanguageRows,
  makeDefaultLanguage,
  removeLanguage,
} from '@wayfare/contract/languages-admin'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp, type CallError } from '../../../test/harness.ts'
import { languages } from '../../db/seed-city.ts'
import english from '../../db/texts/en.json' with { type: 'json' }
import swedish from '../../db/texts/sv.json' with { type: 'json' }
import { findWords } from './queries-words.ts'

const app = await startApp()
const { call, refusal, db, make } = app
const admin = await make.admin()

const finnish = { langName: 'Suomi', langLocale: 'fi', dateLocale: 'fi-FI' }
const defaults = async () => (await call(listLanguages, {})).languages.flatMap((one) => (one.default ? [one.id] : []))

beforeEach(async () => {
  await db.deleteFrom('language').execute()
  await db.insertInto('language').values(languages).execute()
})

describe('a language that is added', () => {
  it('begins with the texts of the default one, is not the default, and counts as not translated', async () => {
    await call(makeDefaultLanguage, { id: 'sv' }, { as: admin })
    const row = await call(addLanguage, finnish, { as: admin })
    const { all } = row.texts
    expect(row).toMatchObject({ ...finnish, default: false, direction: 'ltr', version: 1, texts: { translated: 0, written: 0 } })
    expect(all).toBe(Object.keys(english).length)
    expect(Math.abs(row.createdAt - Date.now())).toBeLessThan(60_000)
    expect((await call(getTexts, { langLocale: 'fi' })).keyValuePairs).toEqual(swedish)
    // later changes of the default do not change this one
    await db
      .updateTable('language')
      .set({ keyValuePairs: JSON.stringify({ nav_home: 'Start' }) })
      .where('id', '=', 'sv')
      .execute()
    expect((await call(getTexts, { langLocale: 'fi' })).keyValuePairs['nav_home']).toBe(swedish.nav_home)
    const { lent, own } = await call(getPairs, { id: row.id }, { as: admin })
    expect([lent['nav_home'], own]).toEqual([swedish.nav_home, {}])
  })

  it('has each plural form of its own grammar, and its own direction', async () => {
    const row = await call(addLanguage, { langName: 'עברית', langLocale: 'he', dateLocale: 'he-IL' }, { as: admin })
    expect(row.direction).toBe('rtl')
    const { keyValuePairs } = await call(getTexts, { langLocale: 'he' })
    expect(keyValuePairs['settings_changed_two']).toBe(english.settings_changed_other)
  })

  it('has the texts that come with this version when there are some', async () => {
    await call(removeLanguage, { id: 'sv' }, { as: admin })
    const row = await call(addLanguage, { langName: 'Svenska', langLocale: 'sv-fi', dateLocale: 'sv-FI' }, { as: admin })
    expect(row.langLocale).toBe('sv-FI')
    expect(row.texts.translated).toBe(row.texts.all)
    expect((await call(getTexts, { langLocale: 'sv-FI' })).keyValuePairs).toEqual(swedish)
  })

  it.each([
    ['langLocale', 'locale_taken', { ...finnish, langLocale: 'SV' }],
    ['langLocale', 'proper_locale', { ...finnish, langLocale: 'xx' }],
    ['langLocale', 'proper_locale', { ...finnish, langLocale: 'fi-u-nu-latn' }],
    ['dateLocale', 'proper_locale', { ...finnish, dateLocale: 'fi_FI' }],
    ['langName', 'name_taken', { ...finnish, langName: 'SVENSKA' }],
    ['langName', 'proper_text', { ...finnish, langName: 'Su\u0007omi' }],
  ])('is refused by the field %s with %s', async (field, key, input) => {
    expect(await refusal(addLanguage, input, { as: admin })).toMatchObject({ key, details: { fields: [{ field }] } })
    expect((await call(listLanguages, {})).languages).toHaveLength(languages.length)
  })

  it('is there once when two admins add it at the same moment', async () => {
    const tries = await Promise.allSettled([1, 2, 3].map(() => call(addLanguage, finnish, { as: admin })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const others = tries.filter((each) => each.status === 'rejected')
    expect(others.map(({ reason }) => (reason as CallError).key)).toEqual(['locale_taken', 'locale_taken'])
  })
})

describe('a change', () => {
  it('of the locale takes the readers along, and is refused to whoever saw an older row', async () => {
    const rider = await make.rider()
    await call(updatePreferences, { language: 'sv' }, { as: rider })
    const changed = { langName: 'Svenska (Finland)', langLocale: 'sv-FI', dateLocale: 'sv-FI' }
    expect(await call(changeLanguage, { id: 'sv', version: 1, ...changed }, { as: admin })).toMatchObject({
      ...changed,
      version: 2,
    })
    const { language } = await db.selectFrom('appUser').select('language').where('id', '=', rider.id).executeTakeFirstOrThrow()
    expect(language).toBe('sv-FI')
    const late = { id: 'sv', version: 1, ...changed, langName: 'Mine' }
    expect(await refusal(changeLanguage, late, { as: admin })).toMatchObject({ status: 409, key: 'row_changed' })
    expect(await refusal(changeLanguage, { ...late, id: 'none' }, { as: admin })).toMatchObject({ key: 'not_found' })
  })

  it('is written into the audit log with what was and what is', async () => {
    await call(changeLanguage, { id: 'es', langName: 'Castellano', langLocale: 'es', dateLocale: 'es-MX' }, { as: admin })
    const entry = await db.selectFrom('auditEntry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      actorId: admin.id,
      action: 'languages.change',
      objectId: 'es',
      before: { langName: 'Español', dateLocale: 'es' },
      after: { langName: 'Castellano', dateLocale: 'es-MX' },
    })
  })
})

describe('the default language', () => {
  it('is one, however many admins choose at once', async () => {
    const ids = ['sv', 'ar', 'es', 'en', 'sv', 'ar', 'es']
    await Promise.all(ids.map((id) => call(makeDefaultLanguage, { id }, { as: admin })))
    expect(await defaults()).toHaveLength(1)
    await call(makeDefaultLanguage, { id: 'ar' }, { as: admin })
    expect(await defaults()).toEqual(['ar'])
  })

  it('cannot be deleted, nor by a race with the one who chooses it', async () => {
    expect((await refusal(removeLanguage, { id: 'en' }, { as: admin })).key).toBe('default_language')
    expect(english.default_language).toBe('Cannot delete default language')
    await Promise.allSettled([
      call(removeLanguage, { id: 'es' }, { as: admin }),
      call(makeDefaultLanguage, { id: 'es' }, { as: admin }),
    ])
    expect(await defaults()).toHaveLength(1)
  })

  it('is what people read whose language was deleted, until it is offered again', async () => {
    const rider = await make.rider()
    await call(updatePreferences, { language: 'es' }, { as: rider })
    await call(makeDefaultLanguage, { id: 'sv' }, { as: admin })
    await call(removeLanguage, { id: 'es' }, { as: admin })
    expect((await findWords(app.deps, { reader: rider.id })).locale).toBe('sv')
    expect(await refusal(getTexts, { langLocale: 'es' })).toMatchObject({ status: 404 })
    await call(addLanguage, { langName: 'Español', langLocale: 'es', dateLocale: 'es' }, { as: admin })
    expect((await findWords(app.deps, { reader: rider.id })).locale).toBe('es')
  })
})

it('every change is refused while critical edits are locked, and to everybody but admins', async () => {
  const changes = [
    () => [addLanguage, finnish] as const,
    () => [changeLanguage, { id: 'sv', ...finnish }] as const,
    () => [makeDefaultLanguage, { id: 'sv' }] as const,
    () => [removeLanguage, { id: 'sv' }] as const,
  ]
  const fleet = await make.fleetAdmin()
  await app.settings({ allowCriticalEditsAdmin: false })
  for (const change of changes) {
    const [endpoint, input] = change()
    expect((await refusal(endpoint as typeof addLanguage, input as typeof finnish, { as: admin })).key).toBe('demo_mode')
    expect((await refusal(endpoint as typeof addLanguage, input as typeof finnish, { as: fleet })).key).toBe('forbidden')
  }
  await app.settings({ allowCriticalEditsAdmin: true })
  const { languages: rows } = await call(listLanguageRows, {}, { as: admin })
  expect(rows.map(({ id }) => id).toSorted()).toEqual(languages.map(({ id }) => id).toSorted())
  expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([1]))
  expect(await refusal(listLanguageRows, {}, { as: fleet })).toMatchObject({ key: 'forbidden' })
})
