// The error catalogue, key by key: what the server refuses is caused here over the API, and each has a test of the page that shows it.
import { readFileSync } from 'node:fs'
import { signIn, requestCode, verifyCode } from '@wayfare/contract/sign-in'
import { checkUserExists, signUp } from '@wayfare/contract/sign-in-sign-up'
import { createBooking } from '@wayfare/contract/bookings'
import { sendChat } from '@wayfare/contract/chat'
import type { Endpoint, InputOf } from '@wayfare/contract/endpoint'
import { addLanguage, makeDefaultLanguage, removeLanguage } from '@wayfare/contract/languages-admin'
import { addCampaign, sendCampaign } from '@wayfare/contract/messages-campaigns'
import { topUpWallet } from '@wayfare/contract/payments'
import { resolvePlace } from '@wayfare/contract/places'
import { saveSettings } from '@wayfare/contract/settings'
import { getTracking } from '@wayfare/contract/trips'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { specificationKeys } from '@wayfare/core/specification-keys'
import { asId, type CarTypeId, type UserId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import english from '../src/db/texts/en.json' with { type: 'json' }
import { hashPassword } from '../src/features/sign-in/auth.ts'
import { literals, neverShown, officeKeys, platformKeys, shownBy } from './catalogue.ts'
import { makeSolved } from './challenge.ts'
import { fakeKeys, makeFakeProvider } from './fake-provider.ts'
import { startApp, type CallOptions } from './harness.ts'
import { makeSignUps } from './sign-up.ts'
import { makeTrips } from './trips.ts'

const fake = makeFakeProvider()
const app = await startApp({
  services: { payments: [fake.provider] },
  config: { payments: { stripe: { ...fakeKeys, mode: 'sandbox' as const } } },
  settings: { mobileLoginEnabled: true, category: 'both' },
})
const { make } = app
const trips = makeTrips(app)
const { form, solved, freshIp } = makeSignUps(app)
const admin = await make.admin()
const rider = await make.rider()
const password = 'wayfare1'

/** The key of the refusal, which must be refused. */
const refused = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<string> =>
  (await app.refusal(endpoint, input, options)).key

const enter = async (
  fields: Parameters<typeof make.rider>[0] = {},
  change: (id: UserId) => Promise<unknown> = async () => null,
) => {
  const person = await make.rider({ ...fields, passwordHash: await hashPassword(password) })
  await change(person.id)
  return refused(signIn, { email: person.email, password }, { ip: freshIp() })
}
const query = (text: string) => app.database.directPool.query(text)
const setUser = (set: { removedAt?: Date; emailVerified?: boolean; userType?: 'driver' }) => (id: UserId) =>
  app.db.updateTable('appUser').set(set).where('id', '=', id).execute()

const sendCode = async (mobile: string) => {
  const challenge = await makeSolved(app.deps, 'signInCode')
  return refused(requestCode, { mobile, challenge }, { ip: freshIp() })
}

const order = async (carType: CarTypeId) => {
  const { quote, estimateFare } = await trips.quote(carType)
  return { quote, estimateFare }
}
const cityCar = async () => (await trips.cast()).carType
const known = async () => {
  const rest = form()
  await app.call(signUp, rest)
  return rest
}

const license = (isGood: boolean | null) => {
  const check = async () => isGood ?? Promise.reject(Object.assign(new Error('away'), { outage: 'unavailable' }))
  app.deps.services.license = { check }
}
const withLicense = async (isGood: boolean | null, deed: () => Promise<string>): Promise<string> => {
  license(isGood)
  return deed().finally(() => void (app.deps.services.license = null))
}
const withSetting = async (part: Parameters<typeof app.settings>[0], deed: () => Promise<string>): Promise<string> => {
  const before = app.deps.settings()
  await app.settings(part)
  const undone = Object.fromEntries(Object.keys(part).map((name) => [name, before[name as keyof typeof before]]))
  return deed().finally(() => app.settings(undone))
}

/** What makes the server say each key. */
const causes: Record<string, () => Promise<string>> = {
  must_login: async () => refused(createBooking, await order(await cityCar())),
  user_issue_contact_admin: async () => refused(createBooking, await order(await cityCar()), { as: admin }),
  select_proper: () => trips.quote(asId('nowhere')).then(String, ({ key }) => key),
  place_to_coords_error: async () => {
    const carType = await cityCar()
    app.maps.isDown = true
    return trips
      .quote(carType)
      .then(String, ({ key }) => key)
      .finally(() => void (app.maps.isDown = false))
  },
  no_route_found: async () => {
    const [carType, { route }] = [await cityCar(), app.maps.router]
    app.maps.router.route = () => Promise.reject(Object.assign(new Error('water'), { outage: 'no_route' }))
    return trips
      .quote(carType)
      .then(String, ({ key }) => key)
      .finally(() => void (app.maps.router.route = route))
  },
  past_booking_error: async () =>
    trips.quote(await cityCar(), { tripDate: app.deps.now().getTime() + 14 * 60_000 }).then(String, ({ key }) => key),
  no_driver_found_alert_messege: async () => refused(createBooking, await order(await make.carType()), { as: rider }),
  deliveryDetailMissing: async () => {
    const { carType } = await trips.cast({ category: 'delivery' })
    return refused(createBooking, { ...(await order(carType)), deliveryPersonPhone: '12345' }, { as: rider })
  },
  login_validate_error: () => refused(signIn, { email: 'astrid', password }),
  otp_validate_error: () => refused(verifyCode, { verificationId: 'none', otp: '100000' }),
  user_does_not_exists: () => sendCode('+46709998877'),
  login_error: async () => refused(signIn, { email: rider.email, password: 'wrong-one' }, { ip: freshIp() }),
  require_approval: () => enter({ approved: false }, setUser({ userType: 'driver' })),
  email_verify_message: () => withSetting({ emailVerify: true }, () => enter({}, setUser({ emailVerified: false }))),
  not_valid_user_type: async () => {
    await query('alter table app_user drop constraint app_user_user_type_check')
    return enter({}, (id) => query(`update app_user set user_type = 'pirate' where id = '${id}'`))
  },
  proper_email: () => refused(signUp, { ...form(), email: 'astrid@' }, { ip: freshIp() }),
  proper_input_name: () => refused(signUp, { ...form(), firstName: '  ' }, { ip: freshIp() }),
  password_blank_messege: () => refused(signUp, { ...form(), password: '' }, { ip: freshIp() }),
  password_alphaNumeric_check: () => refused(signUp, { ...form(), password: 'has space 1' }, { ip: freshIp() }),
  mobile_no_blank_error: () => refused(signUp, { ...form(), mobile: '+46 70' }, { ip: freshIp() }),
  user_exists: async () => refused(signUp, { ...form(), email: (await known()).email }, { ip: freshIp() }),
  email_or_mobile_issue: async () => {
    const challenge = await solved('userExists')
    const answer = await app.call(checkUserExists, { email: 'nobody', mobile: '+46700000000', challenge }, { ip: freshIp() })
    return 'error' in answer ? answer.error : 'none'
  },
  referer_not_found: () => refused(signUp, { ...form(), referralId: 'nobody0000' }, { ip: freshIp() }),
  reg_error: async () => {
    const { random } = app.deps
    Object.assign(app.deps, { random: () => 0 })
    const join = () => app.call(signUp, { ...form(), firstName: 'Zoe' }, { ip: freshIp() })
    // the dice give the first number of four digits, of five, and so on up to eight; then there is no other
    const five = Array.from({ length: 5 }, () => join)
    return five
      .reduce((before, one) => before.then(one), join())
      .then(String, ({ key }) => key)
      .finally(() => Object.assign(app.deps, { random }))
  },
  account_create_successfully: async () => (await app.call(signUp, form(), { ip: freshIp() })).outcome,
  demo_mode: () =>
    withSetting({ allowCriticalEditsAdmin: false }, () => refused(saveSettings, { appName: 'Locked' }, { as: admin })),
  wrong_code: () => withLicense(false, () => refused(saveSettings, { license: 'BAD' }, { as: admin })),
  base_settings_error_1: () => withLicense(false, () => enter()),
  base_settings_error_2: () => withLicense(null, () => enter()),
  proper_bonus: () => refused(saveSettings, { bonus: '' }, { as: admin }),
  default_language: async () => {
    const { id } = await app.call(addLanguage, { langName: 'Suomi', langLocale: 'fi', dateLocale: 'fi' }, { as: admin })
    await app.call(makeDefaultLanguage, { id }, { as: admin })
    return refused(removeLanguage, { id }, { as: admin })
  },
  no_details_error: () => refused(addToWallet, {}, { as: admin }),
  no_user_match: async () => {
    const words = { title: 'Hello', body: 'Town', deviceType: 'IOS', userType: 'driver' } as const
    const { id } = await app.call(addCampaign, words, { as: admin })
    return refused(sendCampaign, { id }, { as: admin })
  },
  chat_not_found: async () => {
    const { id, rider: own } = await trips.trip('NEW')
    return refused(sendChat, { id, message: 'Hello', clientKey: app.deps.newId() }, { as: own })
  },
  no_provider_found: () => refused(topUpWallet, { amount: '50', provider: 'paypal' }, { as: rider }),
  provider_fetch_error: () => {
    fake.control.outages.set('createCheckout', 'unavailable')
    return refused(topUpWallet, { amount: '50', provider: 'stripe' }, { as: rider })
  },
  google_places_error: () => refused(resolvePlace, { placeId: asId<'place'>('e:gothenburg:nowhere') }),
  location_fetch_error: async () => {
    const { id, rider: own } = await trips.trip('NEW')
    return refused(getTracking, { id }, { as: own })
  },
}

/** Said by the page alone, when something was done or there is nothing. */
const ofThePage = [
  'reset_pass_msg',
  'login_success',
  'profile_updated',
  'auth_error',
  'no_bookings',
  'no_cancel_reason',
  'no_cars',
  'settings_error',
  'updated',
  'success',
  'no_tasks',
  'wallet_updated',
  'booking_success',
  'update_failed',
  ...Object.keys(literals).filter((key) => !(key in causes)),
]

const all = [...new Set([...platformKeys, ...officeKeys, ...Object.keys(literals)])]
const texts: Record<string, string> = english

it.each(Object.keys(causes))('the server says %s to what the catalogue names', async (key) => {
  expect(await causes[key]?.()).toBe(key)
})

describe('the catalogue', () => {
  it('has for every key and literal a cause here, or a place in the page alone, or the reason why it is never shown', () => {
    const caused = [...Object.keys(causes), ...ofThePage, ...Object.keys(neverShown)]
    expect(all.toSorted()).toEqual(caused.toSorted())
  })

  it('has for every key that is shown the test that finds it', () => {
    expect(all.toSorted()).toEqual([...Object.keys(shownBy), ...Object.keys(neverShown)].toSorted())
  })

  it('is what the code knows as the specification’s keys', () => {
    const named = [...platformKeys, ...officeKeys]
    expect([...specificationKeys].filter((key) => !named.includes(key))).toEqual(['proper_top_up'])
    expect(named.filter((key) => !(specificationKeys as readonly string[]).includes(key))).toEqual([])
  })
})

describe('the words', () => {
  it.each(all)('%s has an English text that is not its key', (key) => {
    expect(texts[key]).toBeTruthy()
    expect(texts[key]).not.toBe(key)
  })

  it.each(Object.entries(literals))('%s reads word by word "%s"', (key, words) => {
    expect(texts[key]).toBe(words)
  })
})

const sources = new Map<string, string>()
const sourceOf = (file: string): string => {
  const text = sources.get(file) ?? readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  sources.set(file, text)
  return text
}

it.each(Object.entries({ ...shownBy, ...neverShown }))(
  '%s is shown, or kept back, in a test that is there',
  (key, { file, test }) => {
    const source = sourceOf(file)
    expect(source).toContain(test)
    expect(source.includes(key) || source.includes(literals[key] ?? key)).toBe(true)
  },
)
