// Every setting does what it says as soon as it is saved, each by a test of its name.
import { readFileSync } from 'node:fs'
import { getSession, signIn, requestCode } from '@wayfare/contract/sign-in'
import { signUp, signUpDriver } from '@wayfare/contract/sign-in-sign-up'
import { acceptTask, listTasks } from '@wayfare/contract/dispatch'
import { assignDriver } from '@wayfare/contract/dispatch-assign'
import { topUpWallet } from '@wayfare/contract/payments'
import { getSettings, saveSettings } from '@wayfare/contract/settings'
import type { InputOf } from '@wayfare/contract/endpoint'
import { raisePanic, reachDrop, startTrip } from '@wayfare/contract/trips'
import { getWallet, requestWithdraw } from '@wayfare/contract/wallet'
import { formatMoney } from '@wayfare/core/money'
import { defaultSettings, type Settings } from '@wayfare/core/settings'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '../src/features/sign-in/auth.ts'
import { makeSolved } from './challenge.ts'
import { startApp } from './harness.ts'
import { jarntorget, placeAway, type TestUser } from './make.ts'
import { elsewhere, onPages } from './settings-pages.ts'
import { makeSignUps } from './sign-up.ts'
import { makeTrips } from './trips.ts'

const app = await startApp()
const { call, make } = app
const trips = makeTrips(app)
const { form, driverForm, freshIp } = makeSignUps(app)
const admin = await make.admin()

/** As soon as the news of it has been read, which is a matter of milliseconds. */
const save = async (part: InputOf<typeof saveSettings>) => {
  const answer = await call(saveSettings, part, { as: admin })
  await app.readAll()
  return answer
}
const open = async () => (await call(getSettings, {})).settings
/** A call's refusal, or done. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ key }) => key,
  )

const { license: _license, ...asShipped } = defaultSettings
beforeEach(() => app.settings(asShipped))

/** What comes of it with one value and with the other, each right after it was saved. */
const both = async <Name extends keyof Settings>(name: Name, values: readonly Settings[Name][], look: () => Promise<unknown>) => {
  const seen: unknown[] = []
  for (const value of values) {
    await save({ [name]: value })
    seen.push(await look())
  }
  return seen
}

const shown = async (amount = '1234.5') => formatMoney(amount as never, await open())
const bookNow = async (driverAt = jarntorget) => {
  const carType = await make.carType()
  const [rider] = [await make.rider(), await make.driver({ carType, at: driverAt })]
  return outcome(trips.book(rider, carType))
}
const parcelAt = async (to: 'ARRIVED' | 'STARTED') => {
  const carType = await make.carType({ category: 'delivery' })
  const [rider, driver] = [await make.rider(), await make.driver({ carType, at: jarntorget })]
  await make.money(rider, 100_000n)
  const order = { paymentMode: 'wallet' as const, deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
  const booking = await trips.bookWith(rider, carType, {}, order)
  await trips.run(booking, { rider, driver }, to)
  return { booking, driver }
}
const askedOf = async () => {
  const { rider, driver, carType } = await trips.cast()
  const { id } = await trips.book(rider, carType)
  await app.settle()
  const { tasks } = await call(listTasks, {}, { as: driver })
  return { id, driver, tasks }
}
const withdraw = async (as: TestUser) => {
  await make.money(as, 10_000n)
  return outcome(call(requestWithdraw, { amount: '10' }, { as }))
}
const bank = { bankName: 'Handelsbanken', bankCode: '6112', bankAccount: '123 456 789' }

const proofs = {
  appName: () =>
    both('appName', ['Majorna Taxi', 'Wayfare'], async () => (await app.inject('/app.webmanifest')).json().name).then((seen) =>
      expect(seen).toEqual(['Majorna Taxi', 'Wayfare']),
    ),
  category: async () => {
    const types = [await make.carType(), await make.carType({ category: 'delivery' })]
    const seen = await both('category', ['taxi', 'delivery', 'both'], () =>
      Promise.all(types.map(async (type) => (await trips.quote(type)).category)),
    )
    expect(seen).toEqual([
      ['taxi', 'taxi'],
      ['delivery', 'delivery'],
      ['taxi', 'delivery'],
    ])
  },
  symbol: async () => expect(await both('symbol', ['kr', '€'], shown)).toEqual(['1,235 kr', '1,235 €']),
  swipeSymbol: async () => expect(await both('swipeSymbol', [true, false], shown)).toEqual(['1,235 kr', 'kr 1,235']),
  decimal: async () => {
    const { carType } = await trips.cast()
    const [whole, exact] = await both('decimal', [0, 2], async () => [
      await shown(),
      Number((await trips.quote(carType)).estimateFare) % 1 === 0,
    ])
    expect([whole, exact]).toEqual([
      ['1,235 kr', true],
      ['1,234.50 kr', expect.any(Boolean)],
    ])
  },
  code: async () => {
    const rider = await make.rider()
    const seen = await both('code', ['JPY', 'SEK'], async () => (await call(getWallet, {}, { as: rider })).balance)
    expect(seen).toEqual(['0', '0.00'])
  },
  otpSecure: async () => {
    const { rider, carType } = await trips.cast()
    const [on, off] = await both('otpSecure', [true, false], async () => (await trips.book(rider, carType)).otp)
    expect([on, off]).toEqual([expect.stringMatching(/^[1-9]\d{4}$/), null])
  },
  driverApproval: async () => {
    const carType = await make.carType()
    const join = async () => (await call(signUpDriver, await driverForm(carType), { ip: freshIp() })).approved
    expect(await both('driverApproval', [true, false], join)).toEqual([false, true])
  },
  emailVerify: async () => {
    const seen = await both('emailVerify', [true, false], async () => {
      const { id, email } = await make.rider({ passwordHash: await hashPassword('wayfare1') })
      await app.db.updateTable('appUser').set({ emailVerified: false }).where('id', '=', id).execute()
      return outcome(call(signIn, { email, password: 'wayfare1' }, { ip: freshIp() }))
    })
    expect(seen).toEqual(['email_verify_message', 'done'])
  },
  bonus: async () => {
    await app.settings({ bonusMoment: 'approval' })
    const seen = await both('bonus', [50, 0], async () => {
      const friend = await make.rider({ referralId: `bonus${freshIp().replaceAll('.', '')}` })
      const { referralId } = (await call(getSession, {}, { as: friend })).me ?? {}
      await call(signUp, { ...form(), referralId: referralId ?? '' }, { ip: freshIp() })
      await app.settle()
      return (await call(getWallet, {}, { as: friend })).balance
    })
    expect(seen).toEqual(['50.00', '0.00'])
  },
  license: async () => {
    app.deps.services.license = { check: async () => false }
    const before = await open()
    expect(await outcome(save({ license: 'BAD', appName: 'Unlicensed' }))).toBe('wrong_code')
    expect(await open()).toEqual(before)
    app.deps.services.license = null
    expect((await save({ license: 'GOOD-GOOD-0001' })).license).toEqual({ isSet: true, lastFour: '0001' })
  },
  autoDispatch: async () => {
    const seen = await both('autoDispatch', [true, false], async () => {
      const { id, driver, tasks } = await askedOf()
      return [tasks.length, await outcome(call(assignDriver, { id, driver: driver.id }, { as: admin }))]
    })
    expect(seen).toEqual([
      [1, 'wrong_step'],
      [0, 'done'],
    ])
  },
  convertToMile: async () => {
    const { carType } = await trips.cast()
    const [km, miles] = await both('convertToMile', [false, true], async () =>
      Number((await trips.quote(carType)).lines.distance),
    )
    expect(Number(km) / Number(miles)).toBeCloseTo(1.609344, 1)
  },
  allowDeliveryPickupImageCapture: async () => {
    await save({ category: 'both' })
    const seen = await both('allowDeliveryPickupImageCapture', [true, false], async () => {
      const { booking, driver } = await parcelAt('ARRIVED')
      return outcome(call(startTrip, { id: booking.id, otp: booking.otp }, { as: driver }))
    })
    expect(seen).toEqual(['photo_missing', 'done'])
  },
  allowFinalDeliveryImageCapture: async () => {
    await save({ category: 'both' })
    const seen = await both('allowFinalDeliveryImageCapture', [true, false], async () => {
      const { booking, driver } = await parcelAt('STARTED')
      await make.position(driver, booking.drop)
      return outcome(call(reachDrop, { id: booking.id }, { as: driver }))
    })
    expect(seen).toEqual(['photo_missing', 'done'])
  },
  riderWithDraw: async () => {
    const seen = await both('riderWithDraw', [false, true], async () => withdraw(await make.rider(bank)))
    expect(seen).toEqual(['forbidden', 'done'])
  },
  driverRadius: async () => {
    const seen = await both('driverRadius', [1, 3], () => bookNow({ ...jarntorget, ...placeAway(jarntorget, 2000) }))
    expect(seen).toEqual(['no_driver_found_alert_messege', 'done'])
  },
  negativeBalance: async () => {
    const seen = await both('negativeBalance', [true, false], async () => {
      const { id, driver } = await askedOf()
      await make.money(driver, -1n)
      return outcome(call(acceptTask, { id }, { as: driver }))
    })
    expect(seen).toEqual(['done', 'wallet_negative'])
  },
  bankFields: async () =>
    expect(await both('bankFields', [true, false], async () => withdraw(await make.driver()))).toEqual(['bank_missing', 'done']),
  panic: async () => {
    const { id, driver } = await trips.trip('ACCEPTED')
    const seen = await both('panic', [false, true], () => outcome(call(raisePanic, { id }, { as: driver })))
    expect(seen).toEqual(['forbidden', 'done'])
  },
  mobileLoginEnabled: async () => {
    const { mobile } = await make.rider()
    const seen = await both('mobileLoginEnabled', [false, true], async () => {
      const challenge = await makeSolved(app.deps, 'signInCode')
      return outcome(call(requestCode, { mobile, challenge }, { ip: freshIp() }))
    })
    expect(seen).toEqual(['not_found', 'done'])
  },
  allowCriticalEditsAdmin: async () =>
    expect(await both('allowCriticalEditsAdmin', [false], () => outcome(save({ appName: 'Other' })))).toEqual(['demo_mode']),
  offerSeconds: async () => {
    const seen = await both('offerSeconds', [30, 90], async () => {
      const [task] = (await askedOf()).tasks
      return task && task.offerEndsAt - task.askedAt
    })
    expect(seen).toEqual([30_000, 90_000])
  },
  passwordRule: async () => {
    const seen = await both('passwordRule', ['spec', 'modern'], () =>
      outcome(call(signUp, { ...form(), password: 'two words and more' }, { ip: freshIp() })),
    )
    expect(seen).toEqual(['password_alphaNumeric_check', 'done'])
  },
  bookLaterLeadMinutes: async () => {
    const { rider, carType } = await trips.cast()
    const tripDate = app.deps.now().getTime() + 300 * 60_000
    const seen = await both('bookLaterLeadMinutes', [20, 60], async () => {
      const { releaseAt } = await trips.bookWith(rider, carType, { tripDate })
      return (tripDate - (releaseAt ?? 0)) / 60_000
    })
    expect(seen).toEqual([20, 60])
  },
  topUpMin: async () => {
    const rider = await make.rider()
    const seen = await both('topUpMin', [50, 5], () =>
      outcome(call(topUpWallet, { amount: '10', provider: 'test' }, { as: rider })),
    )
    expect(seen).toEqual(['proper_amount', 'done'])
  },
  topUpMax: async () => {
    const rider = await make.rider()
    const seen = await both('topUpMax', [50, 500], () =>
      outcome(call(topUpWallet, { amount: '100', provider: 'test' }, { as: rider })),
    )
    expect(seen).toEqual(['proper_amount', 'done'])
  },
} satisfies Partial<Record<keyof Settings, () => Promise<unknown>>>

describe('as soon as it is saved', () => {
  it.each(Object.entries(proofs))('%s does what it says', async (_name, proof) => void (await proof()))
})

describe('every setting', () => {
  it('has its proof here, on a page or in a test of its own', () => {
    const proven = [proofs, onPages, elsewhere].flatMap((part) => Object.keys(part))
    expect(proven.toSorted()).toEqual(Object.keys(defaultSettings).toSorted())
  })

  it.each(Object.entries({ ...onPages, ...elsewhere }))('%s is proven in a test that is there', (name, { file, test }) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect([source.includes(test), source.includes(name) || name === 'panicNumber']).toEqual([true, true])
  })
})
