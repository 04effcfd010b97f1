// Whoever has to wait is told how long, wherever that is met: the answer carries the seconds, and the pages put them into words.
import { signIn, changePassword, forgotPassword, requestCode, requestVerification, verifyCode } from '@wayfare/contract/sign-in'
import { invitePerson, makeResetLink } from '@wayfare/contract/people-help'
import { createPerson } from '@wayfare/contract/people-edit'
import { signUp, validateReferrer } from '@wayfare/contract/sign-in-sign-up'
import { signInSecondFactor } from '@wayfare/contract/sign-in-second-factor'
import { createBooking, quoteBooking } from '@wayfare/contract/bookings'
import type { Endpoint } from '@wayfare/contract/endpoint'
import { payBooking, topUpWallet } from '@wayfare/contract/payments'
import { startTrip } from '@wayfare/contract/trips'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { beforeEach, describe, expect, it } from 'vitest'
import arabic from '../src/db/texts/ar.json' with { type: 'json' }
import english from '../src/db/texts/en.json' with { type: 'json' }
import spanish from '../src/db/texts/es.json' with { type: 'json' }
import swedish from '../src/db/texts/sv.json' with { type: 'json' }
import { hashPassword } from '../src/features/sign-in/auth.ts'
import type { Refused } from './calls.ts'
import { startApp } from './harness.ts'
import type { TestUser } from './make.ts'

const capped = await startApp({ settings: { mobileLoginEnabled: true } })
const bounded = await startApp({ limitFactor: 1 })
const passwordHash = await hashPassword('wayfare1')
let networks = 0
const newNetwork = () => `10.77.${++networks}.1`

/** Again and again, until it is too often. */
const untilLimited = async (send: (time: number) => Promise<Refused | null>): Promise<Refused> => {
  for (let time = 0; time < 200; time++) {
    const refused = await send(time)
    if (refused?.key === 'rate_limited') return refused
  }
  throw new Error('nobody was ever asked to wait')
}

const checkWait = ({ status, details, headers }: Refused, least: number, most: number) => {
  const seconds = Number(details?.['retryAfterS'])
  expect([status, headers['retry-after'], Number.isInteger(seconds)]).toEqual([429, String(seconds), true])
  expect(seconds).toBeGreaterThanOrEqual(least)
  expect(seconds).toBeLessThanOrEqual(most)
}

/** The refusal, if it was refused. */
const tryCall = (app: typeof capped, ...given: Parameters<typeof capped.call>): Promise<Refused | null> =>
  app.call(...given).then(
    () => null,
    (error: Refused) => error,
  )

const minute = 60
const hour = 60 * minute
const day = 24 * hour

type Case = [name: string, most: number, begin: () => Promise<(time: number) => Promise<Refused | null>>]
const { make } = capped

const cases: Case[] = [
  [
    'a wrong password',
    15 * minute,
    async () => {
      const [{ email }, ip] = [await make.rider({ passwordHash }), newNetwork()]
      return (time) => tryCall(capped, signIn, { email, password: `wrong${time}` }, { ip })
    },
  ],
  [
    'a wrong password of one who is signed in',
    15 * minute,
    async () => {
      const as = await make.rider({ passwordHash })
      return (time) => tryCall(capped, changePassword, { current: `wrong${time}`, password: 'fresh123' }, { as })
    },
  ],
  [
    'a guessed code',
    day,
    async () => {
      const ip = newNetwork()
      return (time) => tryCall(capped, verifyCode, { verificationId: `unknown-${time}`, otp: '123456' }, { ip })
    },
  ],
  [
    'a forgotten password',
    hour,
    async () => {
      const ip = newNetwork()
      return (time) => tryCall(capped, forgotPassword, { email: `nobody${time}@x.example` }, { ip })
    },
  ],
  [
    'the mail that verifies an address',
    hour,
    async () => {
      const as = await make.rider()
      await capped.db.updateTable('appUser').set({ emailVerified: false }).where('id', '=', as.id).execute()
      return () => tryCall(capped, requestVerification, {}, { as })
    },
  ],
  [
    'a guessed referral id',
    day,
    async () => {
      const ip = newNetwork()
      return (time) => tryCall(capped, validateReferrer, { referralId: `nobody${1000 + time}` }, { ip })
    },
  ],
  [
    'a link for a new password',
    day,
    async () => {
      const [as, { id }] = [await make.admin(), await make.rider()]
      return () => tryCall(capped, makeResetLink, { id }, { as })
    },
  ],
  [
    'an invitation',
    day,
    async () => {
      const as = await make.admin()
      const person = { userType: 'fleetadmin', firstName: 'Zoë', lastName: 'Ny', email: `zoe${networks}@x.example` } as const
      const { id } = await capped.call(createPerson, person, { as })
      return () => tryCall(capped, invitePerson, { id }, { as })
    },
  ],
]

beforeEach(capped.nextDay)

describe('a cap that outlasts a restart', () => {
  it.each(cases)('names its end: %s', async (_name, most, begin) => {
    checkWait(await untilLimited(await begin()), 1, most)
  })
})

type Place = [name: string, endpoint: Endpoint, who: 'stranger' | 'rider' | 'driver']
const places: Place[] = [
  ['sign-in', signIn, 'stranger'],
  ['sign-up', signUp, 'stranger'],
  ['a code by phone', requestCode, 'stranger'],
  ['the code', verifyCode, 'stranger'],
  ['the second factor', signInSecondFactor, 'stranger'],
  ['a forgotten password', forgotPassword, 'stranger'],
  ['a referral id', validateReferrer, 'stranger'],
  ['a promo on a quote', quoteBooking, 'rider'],
  ['a booking', createBooking, 'rider'],
  ['paying', payBooking, 'rider'],
  ['a top-up', topUpWallet, 'rider'],
  ['a withdrawal', requestWithdraw, 'rider'],
  ['the code of a trip', startTrip, 'driver'],
]

describe('a limit a minute', () => {
  it.each(places)('names its seconds: %s', async (_name, endpoint, who) => {
    const as: TestUser | null = who === 'stranger' ? null : await bounded.make[who]()
    const options = { ip: newNetwork(), ...(as ? { as } : {}) }
    const input = endpoint.path.includes(':id') ? { id: 'nobody' } : {}
    checkWait(await untilLimited(() => tryCall(bounded, endpoint, input, options)), 1, minute)
  })
})

it.each([
  ['English', english],
  ['Swedish', swedish],
  ['Arabic', arabic],
  ['Spanish', spanish],
])('in %s the words for a wait name it', (_name, texts) => {
  for (const unit of ['seconds', 'minutes', 'hours']) {
    const forms = Object.entries(texts).filter(([key]) => key.startsWith(`rate_limited_${unit}_`))
    expect(forms.length).toBeGreaterThanOrEqual(2)
    for (const [key, text] of forms)
      if (/_(other|many|few)$/.test(key)) expect([key, text]).toEqual([key, expect.stringContaining('{{count}}')])
  }
})
