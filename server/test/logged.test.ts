// Nothing of a person is in the log: a journey through the product and its failures, of people whose names, addresses and numbers
// occur nowhere else, is looked for in every line as it would be written.
import { getSession, signIn, forgotPassword, requestCode } from '@wayfare/contract/sign-in'
import { exportPeople, listPeople } from '@wayfare/contract/people'
import { exportBookings } from '@wayfare/contract/bookings-desk'
import { sendChat } from '@wayfare/contract/chat'
import { search } from '@wayfare/contract/desk'
import { defineEndpoint } from '@wayfare/contract/endpoint'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { makeOutage } from '../src/adapters/ports.ts'
import { hashPassword } from '../src/features/sign-in/auth.ts'
import { serveEndpoint } from '../src/http/serve.ts'
import { makeLog } from '../src/log.ts'
import { makeSolved } from './challenge.ts'
import { startApp } from './harness.ts'
import { jarntorget } from './make.ts'
import { makeTrips } from './trips.ts'

const person = {
  firstName: 'Zebulonia',
  lastName: 'Quartermain',
  email: 'zebulonia.q@loggedtest.example',
  mobile: '+46701239876',
}
const password = 'Xylofon77'
const said = 'Bring the marimba, please'
/** Where the rider is picked up: given as a query and in bodies, also by digits that others would round to. */
const place = { lat: 57.69871, lng: 11.95234 }
const linkToken = 'LinkToken4711'
const secrets = [...Object.values(person), '70123', password, 'marimba', 'loggedtest', '57.698', '11.952', linkToken]

const failing = defineEndpoint({
  verb: 'test.failing',
  path: 'GET /test/failing',
  summary: 'Fails in the database with what was sent.',
  access: 'public',
  input: z.strictObject({ name: z.string() }),
  output: z.object({}),
})
const app = await startApp({
  config: { accessLog: true },
  settings: { mobileLoginEnabled: true },
  services: {
    mail: { send: () => Promise.reject(makeOutage('unavailable', 'the mail server failed')) },
    sms: { send: () => Promise.reject(makeOutage('refused', 'the SMS service will not take the message')) },
  },
  routes: [
    serveEndpoint(failing)(async ({ db }, _actor, { name }) => {
      await sql`select ${name}::int`.execute(db)
      return {}
    }),
  ],
})
const { make, call, raw } = app
const trips = makeTrips(app)

/** Every line as it is written, in both forms. */
const written = (): string => {
  const lines: string[] = []
  for (const isProduction of [true, false]) {
    const log = makeLog({ logLevel: 'debug', isProduction }, (line) => void lines.push(line))
    for (const { fields, message } of app.lines) log.error(fields, message)
  }
  return lines.join('\n')
}

it('says who by ids alone, through a journey and its failures', async () => {
  const carType = await make.carType()
  const rider = await make.rider({ ...person, passwordHash: await hashPassword(password) })
  const driver = await make.driver({ carType, at: jarntorget })
  const admin = await make.admin()
  const { token } = await call(signIn, { email: person.email, password })
  await raw(signIn, { email: person.email, password: `${password}x` })
  await call(forgotPassword, { email: person.email })
  await call(requestCode, { mobile: person.mobile, challenge: await makeSolved(app.deps, 'signInCode') })
  await call(getSession, {}, { as: rider })
  const { id } = await trips.book(rider, carType, { pickup: { ...jarntorget, ...place } })
  for (const url of [
    `/api/places/reverse?lat=${place.lat}&lng=${place.lng}`,
    `/follow/${linkToken}`,
    `/reset-password?token=${linkToken}`,
  ])
    await app.inject({ url })
  await trips.run(await trips.get(rider, id), { rider, driver }, 'ACCEPTED')
  await call(sendChat, { id, message: said, clientKey: 'logged-key-1' }, { as: rider })
  for (const text of [person.lastName, person.mobile, person.email]) {
    expect((await raw(exportBookings, { search: text }, { as: admin })).statusCode).toBe(200)
    await call(listPeople, { userType: 'rider', search: text }, { as: admin })
    expect((await raw(exportPeople, { userType: 'rider', search: text }, { as: admin })).statusCode).toBe(200)
    await call(search, { text }, { as: admin })
    expect((await raw(failing, { name: text })).statusCode).toBe(500)
  }
  await app.inject({
    method: 'POST',
    url: '/api/accounts/sign-in',
    headers: { 'content-type': 'application/json' },
    payload: `{"email": ${person.email}`,
  })
  await app.settle()
  const failed = app.takeErrors().map(({ message }) => message)
  expect(failed.filter((message) => message === 'a request failed')).toHaveLength(3)
  const log = written()
  expect(log).toContain('a list was exported')
  expect(log).toContain('invalid input syntax')
  expect(log).toContain(rider.id)
  expect(token.length).toBeGreaterThan(20)
  for (const secret of [...secrets, token, rider.token]) expect(log).not.toContain(secret)
  const requests = app.lines.filter(({ message }) => message === 'request')
  expect(requests.map(({ fields }) => fields)).toContainEqual({
    requestId: expect.any(String),
    method: 'GET',
    route: '/api/places/reverse',
    status: 200,
    ms: expect.any(Number),
  })
})
