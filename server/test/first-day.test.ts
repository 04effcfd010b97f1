// An operator's first day, from an empty installation in production without any outside service to the first ride that is paid.
import { signIn, resetPassword } from '@wayfare/contract/sign-in'
import { invitePerson, makeInvitationLink } from '@wayfare/contract/people-help'
import { listPeople } from '@wayfare/contract/people'
import { createPerson } from '@wayfare/contract/people-edit'
import { signUp } from '@wayfare/contract/sign-in-sign-up'
import { listAudit } from '@wayfare/contract/audit'
import { addCarType, listCarTypes } from '@wayfare/contract/catalog'
import { getDashboard } from '@wayfare/contract/reports'
import { saveSettings } from '@wayfare/contract/settings'
import { goOnline, sendPositions } from '@wayfare/contract/trips'
import { expect, it } from 'vitest'
import { hashPassword } from '../src/features/sign-in/auth.ts'
import { readAnswers } from './answers.ts'
import { startApp } from './harness.ts'
import { jarntorget, type TestUser } from './make.ts'
import { makeSignUps } from './sign-up.ts'
import { makeTrips } from './trips.ts'

const production = { isProduction: true, isHttps: true }
const app = await startApp({ config: production })
const { call, refusal, make } = app
const trips = makeTrips(app)
const { form } = makeSignUps(app)
const password = 'wayfare1'

/** Signs in as people do, with what they know. */
const enter = async (email: string): Promise<TestUser> => {
  const { me, token } = await call(signIn, { email, password })
  const actor = { kind: 'user', id: me.id, role: me.userType } as const
  return { ...me, mobile: me.mobile ?? '', email, token, sessionId: '', carType: me.carType, actor }
}

/** As `npm run create-admin` lays the first admin into the database. */
const firstAdmin = async () => enter((await make.admin({ passwordHash: await hashPassword(password) })).email)

const tariff = { baseFare: '3', ratePerUnitDistance: '1.2', ratePerHour: '20', minFare: '5' }
const fees = { convenienceFees: '10', convenienceFeeType: 'percentage', category: 'taxi' } as const
const salma = { firstName: 'Salma', lastName: 'Berg', email: 'salma@town.example', mobile: '+46701740799' }
const vehicle = { vehicleMake: 'Kia', vehicleModel: 'Niro', vehicleNumber: 'SAL 069' }

it('leads from an empty installation to the first paid ride', async () => {
  const as = await firstAdmin()
  expect((await call(listCarTypes, {})).carTypes).toEqual([])
  await call(saveSettings, { appName: 'Majorna Taxi', code: 'EUR', symbol: '€', decimal: 2, swipeSymbol: false }, { as })
  await app.readAll()
  await call(addCarType, { name: 'City', image: '/images/cars/city.svg', ...tariff, ...fees }, { as })
  const [car] = (await call(listCarTypes, {})).carTypes
  if (!car) throw new Error('the car type is not there')

  const added = await call(createPerson, { userType: 'driver', ...salma, ...vehicle, carType: car.id }, { as })
  expect(added.invitation).toBe('unsent')
  const { link } = await call(makeInvitationLink, { id: added.id }, { as })
  const token = new URL(link, 'https://taxi.example').searchParams.get('token') ?? ''
  await call(resetPassword, { token, password })
  const driver = await enter(salma.email)
  await call(goOnline, { online: true, device: 'phone-1' }, { as: driver })
  const sentAt = app.deps.now().getTime()
  const fix = { lat: jarntorget.lat, lng: jarntorget.lng, at: sentAt, seq: 1, accuracy: 5 }
  await call(sendPositions, { device: 'phone-1', sentAt, fixes: [fix] }, { as: driver })

  const newcomer = form()
  await call(signUp, newcomer)
  const rider = await enter(newcomer.email)
  const booking = await trips.book(rider, car.id)
  await app.settle()
  await trips.accept(driver, booking.id)
  await trips.arrive(driver, booking.id)
  await trips.start(driver, booking.id, (await trips.get(rider, booking.id)).otp)
  await make.position(driver, booking.drop, 'phone-1')
  await trips.reach(driver, booking.id)
  await trips.collect(driver, booking.id)
  await trips.rate(rider, booking.id)
  expect(await trips.get(rider, booking.id)).toMatchObject({ status: 'COMPLETE' })
  const { revenue } = await call(getDashboard, {}, { as })
  expect(Number(revenue.today)).toBeGreaterThan(0)
})

it('gives a link that works once, to who has no way in, and says so in the audit log without the secret', async () => {
  const as = await firstAdmin()
  const person = { ...salma, email: 'lova@town.example', mobile: '+46701740798' }
  const { id } = await call(createPerson, { userType: 'driver', ...person, invite: true }, { as })
  expect((await refusal(invitePerson, { id }, { as })).key).toBe('not_configured')
  const first = await call(makeInvitationLink, { id }, { as, once: 'one' })
  const second = await call(makeInvitationLink, { id }, { as, once: 'one' })
  expect(second.link).not.toBe(first.link)
  const [, secret = ''] = first.link.split('.')
  const kept = await readAnswers(app.db)
  const { entries } = await call(listAudit, {}, { as })
  expect(
    JSON.stringify([kept, entries], (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ).not.toContain(secret)
  expect(entries.map(({ action }) => action)).toContain('accounts.invitationLink')
  const token = first.link.split('token=')[1] ?? ''
  await call(resetPassword, { token, password })
  expect((await refusal(resetPassword, { token, password: 'other12' })).key).toBe('link_expired')
  expect((await refusal(makeInvitationLink, { id }, { as })).key).toBe('conflict')
  expect((await call(listPeople, { userType: 'driver', search: 'lova' }, { as })).people).toMatchObject([{ invitation: 'none' }])
})

it('gives none where mail goes out, to strangers, or of another’s drivers', async () => {
  const boss = await make.fleetAdmin()
  const driver = await make.driver()
  expect((await refusal(makeInvitationLink, { id: driver.id }, { as: boss })).key).toBe('not_found')
  expect((await refusal(makeInvitationLink, { id: driver.id }, { as: driver })).key).toBe('forbidden')
  const development = await startApp()
  const as = await development.make.admin()
  const there = await development.make.driver()
  expect((await development.refusal(makeInvitationLink, { id: there.id }, { as })).key).toBe('conflict')
})
