import { getAllSettings, getSettings, saveSettings } from '@wayfare/contract/settings'
import { system, visitor } from '@wayfare/core/accounts'
import { defaultSettings } from '@wayfare/core/settings'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { makeTrips, reason } from '../../../test/trips.ts'
import { inTx } from '../../db/tx.ts'
import { writePosting } from '../wallet/post.ts'
import { changeSettings, openEdits } from './commands.ts'

const app = await startApp()
const admin = await app.make.admin()
const rider = await app.make.rider()
const others = [rider, await app.make.driver(), await app.make.fleetAdmin()]
const address = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => address)

const save = (part: Parameters<typeof app.call<typeof saveSettings>>[1]) => app.call(saveSettings, part, { as: admin })
const refused = (part: Parameters<typeof app.call<typeof saveSettings>>[1]) => app.refusal(saveSettings, part, { as: admin })
const stored = async () => (await app.call(getAllSettings, {}, { as: admin })).settings
const row = async () => (await app.db.selectFrom('setting').select('data').executeTakeFirstOrThrow()).data

const give = (amount: bigint, once: string): Promise<void> =>
  inTx(app.deps, (tx) =>
    writePosting(tx, 'SEK', {
      kind: 'Credit',
      reference: 'AdminCredit',
      once,
      legs: [
        { account: { kind: 'wallet', owner: rider.id }, amount },
        { account: { kind: 'promotions' }, amount: -amount },
      ],
    }),
  )

describe('reading', () => {
  it('shows everyone the public part, with the server’s clock', async () => {
    const before = Date.now()
    const { settings, demo, serverTime } = await app.call(getSettings, {})
    expect(settings).toMatchObject({ appName: 'Wayfare', code: 'SEK', timeZone: 'Europe/Stockholm' })
    for (const hidden of ['license', 'driverApproval', 'emailVerify', 'negativeBalance'])
      expect(settings).not.toHaveProperty(hidden)
    expect([demo, serverTime >= before, serverTime <= Date.now()]).toEqual([false, true, true])
  })

  it('shows an admin every setting, the license excepted', async () => {
    const { settings, license, licenseChecked, currencyInUse } = await app.call(getAllSettings, {}, { as: admin })
    const { license: _license, ...rest } = defaultSettings
    expect(settings).toEqual(rest)
    expect([license, licenseChecked, currencyInUse]).toEqual([{ isSet: false, lastFour: '' }, false, false])
  })

  it('shows them to nobody else', async () => {
    expect(await app.refusal(getAllSettings, {})).toMatchObject({ status: 401, key: 'unauthorized' })
    for (const as of others)
      expect(await app.refusal(getAllSettings, {}, { as })).toMatchObject({ status: 403, key: 'forbidden' })
  })
})

describe('saving', () => {
  it('changes what is given, leaves the rest, and is in force for the next question', async () => {
    const before = await stored()
    const answer = await save({ appName: '  Majorna Taxi ', driverRadius: 7.5 })
    expect(answer.settings).toEqual({ ...before, appName: 'Majorna Taxi', driverRadius: 7.5 })
    expect((await app.call(getSettings, {})).settings).toMatchObject({ appName: 'Majorna Taxi', driverRadius: 7.5 })
    await app.readAll()
    expect(app.deps.settings()).toMatchObject({ appName: 'Majorna Taxi', driverRadius: 7.5 })
  })

  it('tells every open page the new ones, never the ones before', async () => {
    const visitorPage = await connect(null)
    const riderPage = await connect(rider)
    await visitorPage.subscribe('settings')
    await riderPage.subscribe('settings')
    for (const appName of ['One', 'Two', 'Three', 'Majorna Taxi']) {
      await save({ appName, emailVerify: true })
      for (const page of [visitorPage, riderPage]) {
        await expect.poll(() => page.ofType('event').at(-1)?.event).toMatchObject({ name: 'settings', settings: { appName } })
      }
    }
    const told = riderPage.ofType('event').map(({ event }) => event.name === 'settings' && event.settings)
    expect(told).toHaveLength(4)
    expect(JSON.stringify(told)).not.toContain('emailVerify')
  })

  it('is for admins alone', async () => {
    expect(await app.refusal(saveSettings, { appName: 'Mine' })).toMatchObject({ status: 401, key: 'unauthorized' })
    for (const as of others) {
      expect(await app.refusal(saveSettings, { appName: 'Mine' }, { as })).toMatchObject({ status: 403, key: 'forbidden' })
      await expect(changeSettings(app.deps, as.actor, { appName: 'Mine' })).rejects.toMatchObject({ key: 'forbidden' })
    }
    await expect(changeSettings(app.deps, visitor, { appName: 'Mine' })).rejects.toMatchObject({ key: 'forbidden' })
    expect((await stored()).appName).toBe('Majorna Taxi')
  })

  it('keeps both of two changes made at the same time', async () => {
    await Promise.all([save({ panic: false }), save({ driverRadius: 7 }), save({ bonus: 25 })])
    expect(await stored()).toMatchObject({ panic: false, driverRadius: 7, bonus: 25 })
  })

  it('of two admins who saw the same settings saves one and tells the other', async () => {
    const { version } = await app.call(getAllSettings, {}, { as: admin })
    const other = await app.make.admin()
    const saving = (part: object, as: typeof admin) =>
      app.call(saveSettings, { ...part, version }, { as }).then(
        (answer) => answer.version,
        (error) => error.key,
      )
    const outcomes = await Promise.all([saving({ bonus: 26 }, admin), saving({ driverRadius: 8 }, other)])
    expect(outcomes.toSorted()).toEqual([version + 1, 'row_changed'].toSorted())
    const after = await app.call(getAllSettings, {}, { as: admin })
    expect(after.version).toBe(version + 1)
    expect([after.settings.bonus === 26, after.settings.driverRadius === 8].filter(Boolean)).toHaveLength(1)
  })

  it('answers the same key the same way and changes nothing the second time', async () => {
    const first = await app.call(saveSettings, { bonus: 30 }, { as: admin, once: 'save-1' })
    await save({ bonus: 40 })
    expect(await app.call(saveSettings, { bonus: 30 }, { as: admin, once: 'save-1' })).toEqual(first)
    expect((await stored()).bonus).toBe(40)
  })

  it.each([
    [{ bonus: '' as const }, 'proper_bonus', 'bonus'],
    [{ bonus: -1 }, 'proper_bonus', 'bonus'],
    [{ bonus: 10.005 }, 'proper_bonus', 'bonus'],
    [{ bonus: 1e12 }, 'proper_bonus', 'bonus'],
    [{ topUpMin: 0 }, 'proper_top_up', 'topUpMin'],
    [{ topUpMin: 0.001 }, 'proper_top_up', 'topUpMin'],
    [{ topUpMin: 100, topUpMax: 99 }, 'proper_top_up', 'topUpMax'],
    [{ topUpMax: '' as const }, 'proper_top_up', 'topUpMax'],
    [{ decimal: '' as const }, 'proper_decimal', 'decimal'],
    [{ decimal: -1 }, 'proper_decimal', 'decimal'],
    [{ decimal: 0.5 }, 'proper_decimal', 'decimal'],
    [{ decimal: 3 }, 'proper_decimal', 'decimal'],
    [{ code: 'JPY', decimal: 2 }, 'proper_decimal', 'decimal'],
    [{ code: 'XYZ' }, 'proper_currency', 'code'],
    [{ code: 'sek' }, 'proper_currency', 'code'],
    [{ driverRadius: '' as const }, 'proper_radius', 'driverRadius'],
    [{ driverRadius: 0 }, 'proper_radius', 'driverRadius'],
    [{ driverRadius: -3 }, 'proper_radius', 'driverRadius'],
    [{ driverRadius: 501 }, 'proper_radius', 'driverRadius'],
    [{ offerSeconds: 4 }, 'proper_seconds', 'offerSeconds'],
    [{ offerSeconds: 7.5 }, 'proper_seconds', 'offerSeconds'],
    [{ bookLaterLeadMinutes: 0 }, 'proper_minutes', 'bookLaterLeadMinutes'],
    [{ timeZone: 'Europe/Nowhere' }, 'proper_time_zone', 'timeZone'],
    [{ timeZone: '' }, 'proper_time_zone', 'timeZone'],
    [{ country: '' }, 'proper_country', 'country'],
    [{ country: 'XX' }, 'proper_country', 'country'],
    [{ restrictCountry: 'Sweden' }, 'proper_country', 'restrictCountry'],
    [{ appName: '   ' }, 'proper_text', 'appName'],
    [{ appName: 'Taxi\r\nBcc: all@taxi.example' }, 'proper_text', 'appName'],
    [{ appName: 'x'.repeat(61) }, 'proper_text', 'appName'],
    [{ symbol: '' }, 'proper_text', 'symbol'],
    [{ contactEmail: 'desk' }, 'proper_email', 'contactEmail'],
    [{ companyWebsite: 'javascript:alert(1)' }, 'proper_link', 'companyWebsite'],
    [{ companyTerms: 'taxi.example/terms' }, 'proper_link', 'companyTerms'],
    [{ appleStoreLink: 'https://me:pass@apps.example/1' }, 'proper_link', 'appleStoreLink'],
    [{ playStoreLink: 'data:text/html,hello' }, 'proper_link', 'playStoreLink'],
    [{ facebookHandle: 'our page' }, 'proper_handle', 'facebookHandle'],
    [{ twitterHandle: '"><script>' }, 'proper_handle', 'twitterHandle'],
    [{ instagramHandle: 'javascript:alert(1)' }, 'proper_handle', 'instagramHandle'],
  ])('refuses %j with %s', async (part, key, field) => {
    const before = await row()
    expect(await refused(part)).toMatchObject({ status: 422, key, details: { fields: { [field]: key } } })
    expect(await row()).toEqual(before)
  })

  it('names every field that is wrong at once, and saves none of the others', async () => {
    const refusal = await refused({ appName: 'Better', bonus: '', driverRadius: '', companyWebsite: 'x' })
    const fields = { bonus: 'proper_bonus', driverRadius: 'proper_radius', companyWebsite: 'proper_link' }
    expect(refusal.details).toEqual({ fields })
    expect((await stored()).appName).toBe('Majorna Taxi')
  })

  it.each([
    { walletBalance: 1 },
    { id: 2 },
    { updatedAt: 'now' },
    { appName: 5 },
    { panic: 'yes' },
    { category: 'ferry' },
    { bonus: '5' },
  ])('takes nothing that is no setting: %j', async (part) => {
    expect(await refused(part as object)).toMatchObject({ status: 400, key: 'bad_request' })
  })

  it('takes what operators really type', async () => {
    const part = {
      country: 'DE',
      restrictCountry: '',
      timeZone: 'Europe/Berlin',
      contactEmail: 'desk@taxi.example',
      companyWebsite: 'https://tåxi.example/om?a=1#b',
      companyTerms: '',
      facebookHandle: '@majorna.taxi',
      twitterHandle: 'https://x.example/majorna',
      bonus: 10.5,
      offerSeconds: 20,
      passwordRule: 'modern' as const,
      category: 'both' as const,
    }
    expect((await save(part)).settings).toMatchObject(part)
  })
})

describe('the currency', () => {
  it('may change while nobody holds money in it, its decimals with it', async () => {
    expect((await save({ code: 'JPY', decimal: 0, bonus: 10 })).settings).toMatchObject({ code: 'JPY', decimal: 0 })
    expect((await save({ code: 'SEK', decimal: 2 })).settings).toMatchObject({ code: 'SEK', decimal: 2 })
  })

  it('stays as it is while a wallet holds some, its look may change', async () => {
    await give(5000n, 'given')
    expect((await app.call(getAllSettings, {}, { as: admin })).currencyInUse).toBe(true)
    const details = { fields: { code: 'currency_in_use' } }
    expect(await refused({ code: 'EUR' })).toMatchObject({ status: 409, key: 'currency_in_use', details })
    expect((await save({ code: 'SEK', decimal: 1, symbol: 'SEK' })).settings).toMatchObject({ decimal: 1, symbol: 'SEK' })
    await give(-5000n, 'taken')
    expect((await save({ code: 'EUR' })).currencyInUse).toBe(false)
    await save({ code: 'SEK', country: 'SE', timeZone: 'Europe/Stockholm' })
  })

  it('stays as it is while a trip has yet to be paid in it', async () => {
    await app.db.insertInto('cancelReason').values({ value: 0, label: reason }).execute()
    const trips = makeTrips(app)
    const cast = await trips.cast()
    // the cached settings, which the booking uses, are reloaded a moment after the save
    await expect.poll(() => app.deps.settings().code).toBe('SEK')
    const booking = await trips.book(cast.rider, cast.carType)
    expect(await refused({ code: 'EUR' })).toMatchObject({ key: 'currency_in_use' })
    await trips.cancel(cast.rider, booking.id)
    expect((await save({ code: 'EUR' })).settings.code).toBe('EUR')
  })
})

describe('the demo lock', () => {
  it('refuses every save once an admin locked it, the one that would open it too', async () => {
    await save({ allowCriticalEditsAdmin: false })
    const before = await row()
    for (const part of [{ appName: 'x' }, { allowCriticalEditsAdmin: true }, { license: 'abc' }, { bonus: '' as const }, {}]) {
      expect(await refused(part)).toMatchObject({ status: 403, key: 'demo_mode' })
    }
    expect(await row()).toEqual(before)
    expect((await app.call(getSettings, {})).settings.allowCriticalEditsAdmin).toBe(false)
  })

  it('shows the settings still', async () => {
    expect((await stored()).appName).toBe('Majorna Taxi')
  })

  it('is opened by the environment alone', async () => {
    expect(await openEdits(app.deps)).toBe(true)
    expect(await openEdits(app.deps)).toBe(false)
    expect((await save({ appName: 'Open again' })).settings).toMatchObject({
      appName: 'Open again',
      allowCriticalEditsAdmin: true,
    })
  })

  it('holds when it is locked while a save is on its way', async () => {
    const saves = Array.from({ length: 8 }, (_, at) => save({ appName: `Save ${at}` }).catch((error: unknown) => error))
    await changeSettings(app.deps, system, { allowCriticalEditsAdmin: false })
    await Promise.all(saves)
    const after = await row()
    expect(after['allowCriticalEditsAdmin']).toBe(false)
    expect(await refused({ appName: 'late' })).toMatchObject({ key: 'demo_mode' })
    expect(await row()).toEqual(after)
  })
})
