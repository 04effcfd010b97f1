import * as placesContract from '@wayfare/contract/accounts-places'
import * as contract from '@wayfare/contract/people-profile'
import { getSession } from '@wayfare/contract/sign-in'
import { searchPlaces } from '@wayfare/contract/places'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'

const app = await startApp()
const { call, refusal, make } = app

/** Makes this session's last proof of identity old. */
const forgetProof = (user: TestUser) =>
  app.db
    .updateTable('authSession')
    .set({ provedAt: new Date(Date.now() - 3_600_000) })
    .where('id', '=', user.sessionId)
    .execute()

const social = (fields = {}) => make.rider({ loginType: 'facebook', emailVerified: true, ...fields })
const names = { firstName: 'Astrid', lastName: 'Lind' }
const meOf = async (as: TestUser) => (await call(getSession, {}, { as })).me

const mailsTo = async (recipient: string) => {
  await app.settle()
  return app.db.selectFrom('devMessage').selectAll().where('recipient', '=', recipient).execute()
}

describe('the names', () => {
  it('change, without the space around them, for every role', async () => {
    for (const as of [await make.rider(), await make.driver(), await make.fleetAdmin(), await make.admin()]) {
      const me = await call(contract.updateProfile, { firstName: ' Åsa-Li ', lastName: "d'Or" }, { as })
      expect(me).toMatchObject({
        firstName: 'Åsa-Li',
        lastName: "d'Or",
        userType: as.userType,
        email: as.email,
        mobile: as.mobile,
      })
      expect(await meOf(as)).toEqual(me)
    }
  })

  it('must hold something to see, and no line end', async () => {
    const as = await make.rider()
    for (const wrong of [
      { firstName: ' ' },
      { lastName: '' },
      { firstName: 'A\r\nBcc: x@y.example' },
      { lastName: '\u202ekoob' },
    ]) {
      expect(await refusal(contract.updateProfile, { ...names, ...wrong }, { as })).toMatchObject({
        status: 422,
        key: 'proper_input_name',
      })
    }
    expect((await meOf(as))?.firstName).toBe(as.firstName)
  })

  it('are all that can be changed: role, approval, balance and the like are unknown fields', async () => {
    const as = await make.driver({ approved: true })
    const before = await meOf(as)
    for (const greed of [
      { userType: 'admin' },
      { usertype: 'admin' },
      { approved: true },
      { walletBalance: '100' },
      { referralId: 'me1234' },
      { carType: 'x' },
      { emailVerified: true },
      { loginType: 'facebook' },
      { id: 'x' },
    ]) {
      const refused = await refusal(contract.updateProfile, { ...names, ...greed } as typeof names, { as })
      expect([refused.status, refused.key]).toEqual([400, 'bad_request'])
    }
    expect(await meOf(as)).toEqual(before)
  })

  it('are for who is signed in', async () => {
    expect(await refusal(contract.updateProfile, names)).toMatchObject({ status: 401, key: 'unauthorized' })
  })
})

describe('e-mail and mobile', () => {
  it('are locked for who signs in by e-mail, and told so', async () => {
    const as = await make.rider()
    expect((await meOf(as))?.locked).toEqual(['email', 'mobile'])
    for (const change of [{ email: 'new@test.example' }, { mobile: '+46701740699' }]) {
      expect(await refusal(contract.updateProfile, { ...names, ...change }, { as })).toMatchObject({
        status: 403,
        key: 'profile_locked',
      })
    }
    // sent along unchanged, as a form does
    const me = await call(contract.updateProfile, { ...names, email: as.email.toUpperCase(), mobile: as.mobile }, { as })
    expect([me.email, me.mobile]).toEqual([as.email, as.mobile])
  })

  it('fill the gaps of who came by a provider; the address counts as unverified and gets a mail', async () => {
    const as = await social({ email: 'abc@social.invalid' })
    await app.db.updateTable('appUser').set({ mobile: null }).where('id', '=', as.id).execute()
    expect(await meOf(as)).toMatchObject({ email: ' ', mobile: ' ', locked: [], loginType: 'facebook', emailVerified: true })
    const blank = await call(contract.updateProfile, { ...names, email: ' ', mobile: ' ' }, { as })
    expect([blank.email, blank.mobile, blank.emailVerified]).toEqual([' ', ' ', true])
    const me = await call(
      contract.updateProfile,
      { ...names, email: ' Astrid.L+taxi@Test.example ', mobile: '+460701740655' },
      { as },
    )
    expect(me).toMatchObject({ email: 'astrid.l+taxi@test.example', mobile: '+46701740655', emailVerified: false })
    const mails = await mailsTo('astrid.l+taxi@test.example')
    expect(mails.map(({ body }) => /\/verify-email\?token=/.test(body))).toEqual([true])
  })

  it('want a recent proof of who one is', async () => {
    const as = await social()
    await forgetProof(as)
    for (const change of [{ email: 'proof@test.example' }, { mobile: '+46701740611' }]) {
      expect(await refusal(contract.updateProfile, { ...names, ...change }, { as })).toMatchObject({
        status: 403,
        key: 'prove_first',
      })
    }
    await call(contract.updateProfile, { ...names, email: as.email }, { as })
    expect(await mailsTo('proof@test.example')).toEqual([])
  })

  it('must be right', async () => {
    const as = await social()
    for (const email of [
      'astrid',
      'astrid@',
      "o'brien@test.example",
      'å@test.example',
      'a b@test.example',
      '',
      'x@social.invalid',
    ]) {
      expect([email, (await refusal(contract.updateProfile, { ...names, email }, { as })).key]).toEqual([email, 'proper_email'])
    }
    for (const mobile of ['000000', '+46000000', '+999123456', '+46-701', '+4612345', '0701740605 x1', '']) {
      const { key } = await refusal(contract.updateProfile, { ...names, mobile }, { as })
      expect([mobile, key]).toEqual([mobile, 'mobile_no_blank_error'])
    }
  })

  it('are one person’s, also when two ask at once', async () => {
    const other = await make.rider()
    const as = await social()
    for (const taken of [{ email: other.email.toUpperCase() }, { mobile: other.mobile }]) {
      expect(await refusal(contract.updateProfile, { ...names, ...taken }, { as })).toMatchObject({
        status: 409,
        key: 'user_exists',
      })
    }
    const many = await Promise.all(Array.from({ length: 6 }, () => social()))
    const all = await Promise.allSettled(
      many.map((one) => call(contract.updateProfile, { ...names, email: 'wanted@test.example' }, { as: one })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ key: 'user_exists' })
  })
})

describe('a driver', () => {
  it('keeps vehicle and notes up to date', async () => {
    const as = await make.driver()
    const me = await call(
      contract.updateProfile,
      { ...names, vehicleMake: ' Kia ', vehicleNumber: 'XYZ 98A', otherInfo: 'Child seat\nand a dog' },
      { as },
    )
    expect(me).toMatchObject({
      vehicleMake: 'Kia',
      vehicleModel: 'V60',
      vehicleNumber: 'XYZ 98A',
      otherInfo: 'Child seat\nand a dog',
    })
    expect((await call(contract.updateProfile, { ...names, otherInfo: '' }, { as })).otherInfo).toBeNull()
    expect((await refusal(contract.updateProfile, { ...names, vehicleNumber: ' ' }, { as })).key).toBe('vehicle_incomplete')
  })

  it('tells the bank after a proof, where the operator asks for it', async () => {
    const as = await make.driver()
    const bank = { bankName: 'Handelsbanken', bankCode: '6112', bankAccount: '123 456 789' }
    expect(await call(contract.updateProfile, { ...names, ...bank }, { as })).toMatchObject(bank)
    await forgetProof(as)
    expect((await refusal(contract.updateProfile, { ...names, bankAccount: '9' }, { as })).key).toBe('prove_first')
    await call(contract.updateProfile, { ...names, ...bank }, { as })
    await app.settings({ bankFields: false })
    expect((await refusal(contract.updateProfile, { ...names, bankAccount: '9' }, { as })).key).toBe('bad_request')
    await app.settings({ bankFields: true })
  })

  it('alone has a vehicle and a bank', async () => {
    const as = await make.rider()
    for (const extra of [{ vehicleMake: 'Kia' }, { otherInfo: 'x' }, { bankName: 'x' }]) {
      expect(await refusal(contract.updateProfile, { ...names, ...extra }, { as })).toMatchObject({
        status: 400,
        key: 'bad_request',
      })
    }
  })
})

describe('language and theme', () => {
  it('are remembered with the account, each by itself', async () => {
    const as = await make.rider()
    expect(await meOf(as)).toMatchObject({ language: null, theme: null })
    const languages = await app.db.selectFrom('language').select('langLocale').execute()
    const locale = languages[0]?.langLocale ?? ''
    await call(contract.updatePreferences, { language: locale }, { as })
    expect(await call(contract.updatePreferences, { theme: 'dark' }, { as })).toMatchObject({ language: locale, theme: 'dark' })
    expect(await call(contract.updatePreferences, { language: null }, { as })).toMatchObject({ language: null, theme: 'dark' })
  })

  it('are ones that there are', async () => {
    const as = await make.rider()
    expect((await refusal(contract.updatePreferences, { language: 'tlh' }, { as })).key).toBe('bad_request')
    expect((await refusal(contract.updatePreferences, { theme: 'pink' as 'dark' }, { as })).key).toBe('bad_request')
    expect((await refusal(contract.updatePreferences, { theme: 'dark' })).key).toBe('unauthorized')
  })
})

describe('saved places', () => {
  const home = { name: 'Home, Andra Långgatan', lat: 57.6985, lng: 11.9445 }

  it('are added, renamed, found by the search and forgotten', async () => {
    const as = await make.rider()
    const added = await call(placesContract.addSavedPlace, home, { as })
    expect(added).toMatchObject({ ...home, count: 0 })
    const moved = await call(placesContract.changeSavedPlace, { ...home, id: added.id, name: 'Grandmother' }, { as })
    expect(await call(placesContract.listSavedPlaces, {}, { as })).toEqual({ places: [moved] })
    const { places } = await call(searchPlaces, { text: 'grand' }, { as })
    expect(places.map(({ placeId, kind }) => [placeId, kind])).toContainEqual([`s:${added.id}`, 'saved'])
    await call(placesContract.removeSavedPlace, { id: added.id }, { as })
    expect(await call(placesContract.listSavedPlaces, {}, { as })).toEqual({ places: [] })
    expect((await refusal(placesContract.removeSavedPlace, { id: added.id }, { as })).key).toBe('not_found')
  })

  it('are home and work, one each: a mark that is given again moves', async () => {
    const as = await make.rider()
    const first = await call(placesContract.addSavedPlace, { ...home, name: 'Vasagatan 1', mark: 'home' }, { as })
    const other = await call(placesContract.addSavedPlace, { ...home, name: 'Aschebergsgatan 2' }, { as })
    expect([first.mark, other.mark]).toEqual(['home', null])
    await call(placesContract.changeSavedPlace, { ...home, id: other.id, name: 'Aschebergsgatan 3', mark: 'home' }, { as })
    await call(placesContract.changeSavedPlace, { ...home, id: first.id, name: 'Vasagatan 2', mark: 'work' }, { as })
    // a change without a mark keeps the mark
    await call(placesContract.changeSavedPlace, { ...home, id: first.id, name: 'Vasagatan 1' }, { as })
    const { places } = await call(placesContract.listSavedPlaces, {}, { as })
    expect(places.map(({ name, mark }) => [name, mark])).toEqual([
      ['Aschebergsgatan 3', 'home'],
      ['Vasagatan 1', 'work'],
    ])
    const find = async (text: string) => (await call(searchPlaces, { text }, { as })).places.map(({ kind }) => kind)
    for (const text of ['home', 'hem', 'casa', 'المنزل', 'HOGAR']) expect((await find(text))[0]).toBe('home')
    for (const text of ['work', 'jobb', 'trabajo', 'العمل']) expect((await find(text))[0]).toBe('work')
    expect(await find('')).toEqual(['home', 'work'])
    expect((await call(searchPlaces, { text: '' }, { as: await make.rider() })).places).toEqual([])
    await call(placesContract.changeSavedPlace, { ...home, id: first.id, mark: null }, { as })
    // home first, then the last used
    expect(await find('')).toEqual(['home', 'saved'])
  })

  it('are one’s own', async () => {
    const [owner, other] = [await make.rider(), await make.admin()]
    const { id } = await call(placesContract.addSavedPlace, home, { as: owner })
    expect(await call(placesContract.listSavedPlaces, {}, { as: other })).toEqual({ places: [] })
    expect(await refusal(placesContract.changeSavedPlace, { ...home, id }, { as: other })).toMatchObject({ status: 404 })
    expect(await refusal(placesContract.removeSavedPlace, { id }, { as: other })).toMatchObject({ status: 404 })
    expect(await refusal(placesContract.listSavedPlaces, {})).toMatchObject({ status: 401 })
    expect((await call(placesContract.listSavedPlaces, {}, { as: owner })).places).toHaveLength(1)
  })

  it('are on the globe and have a name', async () => {
    const as = await make.rider()
    for (const wrong of [{ name: ' ' }, { lat: 91 }, { lng: -181 }, { name: 'x'.repeat(301) }]) {
      expect((await refusal(placesContract.addSavedPlace, { ...home, ...wrong }, { as })).key).toBe('bad_request')
    }
  })

  it('are a hundred at most, however parallel they come', async () => {
    const as = await make.rider()
    const rows = Array.from({ length: 95 }, (_, i) => ({
      id: `${as.id}-${i}`,
      userId: as.id,
      description: `P${i}`,
      lat: 57,
      lng: 11,
    }))
    await app.db.insertInto('savedAddress').values(rows).execute()
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => call(placesContract.addSavedPlace, home, { as })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ key: 'quota_reached' })
  })
})
