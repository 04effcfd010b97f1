import { getTexts, listLanguages } from '@wayfare/contract/languages'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { languages } from '../../db/seed-city.ts'
import swedish from '../../db/texts/sv.json' with { type: 'json' }
import { emitEvent } from '../../events.ts'
import { inTx } from '../../db/tx.ts'
import { shippedTexts } from '../../db/shipped-texts.ts'

const app = await startApp()
const address = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => address)

// the test database has no languages
await app.db.deleteFrom('language').execute()
await app.db.insertInto('language').values(languages).execute()

it('offers the languages of the product, the default one first and only one', async () => {
  const { languages: offered } = await app.call(listLanguages, {})
  expect(offered.map(({ langLocale }) => langLocale).toSorted()).toEqual(Object.keys(shippedTexts).toSorted())
  expect(offered.map((language) => language.default)).toEqual(offered.map((_, i) => i === 0))
  expect(offered.map(({ langLocale, direction }) => [langLocale, direction])).toContainEqual(['ar', 'rtl'])
})

it('hands out every text of a language, what the operator wrote over what comes with this version', async () => {
  await app.db
    .updateTable('language')
    .set({ keyValuePairs: JSON.stringify({ nav_home: 'Start', our_own: 'Eget' }) })
    .where('langLocale', '=', 'sv')
    .execute()
  const { langLocale, keyValuePairs } = await app.call(getTexts, { langLocale: 'sv' })
  expect(langLocale).toBe('sv')
  expect(keyValuePairs).toEqual({ ...swedish, nav_home: 'Start', our_own: 'Eget' })
})

it.each(['fi', 'EN'])('knows no language %s', async (langLocale) => {
  expect(await app.refusal(getTexts, { langLocale })).toMatchObject({ status: 404, key: 'not_found' })
})

it.each(['../en', 'e', 'en_GB', "sv' or 1=1"])('takes no %s for a language', async (langLocale) => {
  expect(await app.refusal(getTexts, { langLocale })).toMatchObject({ status: 400, key: 'bad_request' })
})

it('tells every open page when languages change', async () => {
  const page = await connect(null)
  await page.subscribe('languages')
  await inTx(app.deps, async (tx) => {
    await tx.updateTable('language').set({ isDefault: false }).where('langLocale', '<>', 'sv').execute()
    await tx.updateTable('language').set({ isDefault: true }).where('langLocale', '=', 'sv').execute()
    await emitEvent(tx, { type: 'LanguagesChanged' })
  })
  const { event } = await page.next('event')
  const others = languages.slice(1).map(() => ({ default: false }))
  expect(event).toMatchObject({ name: 'languages', languages: [{ langLocale: 'sv', default: true }, ...others] })
})
