import { forgotPassword } from '@wayfare/contract/sign-in'
import { getTexts } from '@wayfare/contract/languages'
import { getPairs, savePairs } from '@wayfare/contract/languages-admin'
import { beforeEach, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { languages } from '../../db/seed-city.ts'
import arabic from '../../db/texts/ar.json' with { type: 'json' }
import english from '../../db/texts/en.json' with { type: 'json' }
import swedish from '../../db/texts/sv.json' with { type: 'json' }

const app = await startApp()
const { call, refusal, db } = app
const admin = await app.make.admin()
const address = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => address)
const textsOf = async (langLocale: string) => (await call(getTexts, { langLocale })).keyValuePairs
const writtenIn = async (id: string) => (await call(getPairs, { id }, { as: admin })).written

beforeEach(async () => {
  await db.deleteFrom('language').execute()
  await db.insertInto('language').values(languages).execute()
})

it('a text that is written is read at once in the language, and the others stay', async () => {
  const { version, texts } = await call(savePairs, { id: 'sv', version: 1, changes: { nav_home: ' Start ' } }, { as: admin })
  expect([version, texts.written]).toEqual([2, 1])
  expect(await textsOf('sv')).toEqual({ ...swedish, nav_home: 'Start' })
  expect(await textsOf('en')).toEqual(english)
})

it.each([null, '', '  '])('%o takes back what was written', async (nothing) => {
  await call(savePairs, { id: 'sv', changes: { nav_home: 'Start', our_own: 'Eget' } }, { as: admin })
  await call(savePairs, { id: 'sv', changes: { nav_home: nothing } }, { as: admin })
  expect(await textsOf('sv')).toEqual({ ...swedish, our_own: 'Eget' })
})

it('two who write at once lose nothing: the second is told, and both texts stand once it is sent again', async () => {
  const first = await call(getPairs, { id: 'ar' }, { as: admin })
  const { version } = first.language
  await call(savePairs, { id: 'ar', version, changes: { nav_home: 'البداية' } }, { as: admin })
  const late = { id: 'ar', version, changes: { nav_profile: 'حسابي' } }
  expect(await refusal(savePairs, late, { as: admin })).toMatchObject({ status: 409, key: 'row_changed' })
  await call(savePairs, { ...late, version: version + 1 }, { as: admin })
  expect(await textsOf('ar')).toMatchObject({ nav_home: 'البداية', nav_profile: 'حسابي', cancel: arabic.cancel })
})

it('names every text that cannot be kept, and keeps none', async () => {
  const changes = { nav_home: 'Start', mail_greeting: 'Hej {{namn}},', 'no key': 'x', nav_profile: 'x'.repeat(5000) }
  const { status, key, details } = await refusal(savePairs, { id: 'sv', changes }, { as: admin })
  expect([status, key]).toEqual([422, 'text_placeholders'])
  expect(details?.['fields']).toEqual({ mail_greeting: 'text_placeholders', 'no key': 'text_key', nav_profile: 'text_length' })
  expect(await writtenIn('sv')).toEqual({})
})

it('takes all texts of a language in one go, and no more of its own than there is room for', async () => {
  const changes = Object.fromEntries(Object.entries(arabic).map(([key, text]) => [key, `${text} `]))
  const { texts } = await call(savePairs, { id: 'ar', changes }, { as: admin })
  expect(texts.written).toBe(Object.keys(arabic).length)
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`own_${at}`, 'x']))
  expect((await refusal(savePairs, { id: 'en', changes: many }, { as: admin })).key).toBe('quota_reached')
})

it('a key of one’s own that is written in English stands in for it in the other languages', async () => {
  await call(savePairs, { id: 'en', changes: { our_own: 'Ours' } }, { as: admin })
  expect((await textsOf('sv'))['our_own']).toBe('Ours')
})

it('a text whose placeholders are no longer those of the product gives way', async () => {
  const stale = JSON.stringify({ mail_greeting: 'Hej {{förnamn}}', nav_home: 'Start' })
  await db.updateTable('language').set({ keyValuePairs: stale }).where('id', '=', 'sv').execute()
  expect(await textsOf('sv')).toMatchObject({ mail_greeting: swedish.mail_greeting, nav_home: 'Start' })
})

it('markup in a text is text: in the first words of the page and in mails', async () => {
  const evil = '<img src=x onerror=alert(1)>"\'&'
  const named = `${evil} {{appName}}`
  const changes = { hero_slogan: evil, mail_footer: named, mail_reset_password_subject: named }
  await call(savePairs, { id: 'en', changes }, { as: admin })
  const page = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  expect(page.body).not.toContain('<img src=x')
  await app.make.rider({ email: 'reader@people.example' })
  await call(forgotPassword, { email: 'reader@people.example' })
  await app.settle()
  const mail = await db.selectFrom('devMessage').select(['subject', 'html']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(mail.subject).toContain('<img src=x')
  expect(mail.html).toContain('&lt;img src=x')
  expect(mail.html).not.toContain('<img src=x')
})

it('tells every open page that there are new texts', async () => {
  const page = await connect(null)
  await page.subscribe('languages')
  await call(savePairs, { id: 'sv', changes: { nav_home: 'Start' } }, { as: admin })
  expect((await page.next('event')).event).toMatchObject({ name: 'languages' })
})

it('is refused while critical edits are locked, and written into the audit log', async () => {
  await call(savePairs, { id: 'sv', changes: { nav_home: 'Start' } }, { as: admin })
  const entry = await db.selectFrom('auditEntry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ action: 'languages.savePairs', objectId: 'sv', after: { nav_home: 'Start' } })
  await app.settings({ allowCriticalEditsAdmin: false })
  expect((await refusal(savePairs, { id: 'sv', changes: { nav_home: 'X' } }, { as: admin })).key).toBe('demo_mode')
  await app.settings({ allowCriticalEditsAdmin: true })
  expect(await writtenIn('sv')).toEqual({ nav_home: 'Start' })
})
