import { acceptTask } from '@wayfare/contract/dispatch'
import { Refusal } from '@wayfare/core/errors'
import type { BookingId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestDrivers } from './commands-offers.ts'
import * as tasks from './commands-tasks.ts'
import { startApp } from '../../../test/harness.ts'
import { type TestUser, jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { make, raw } = app
await trips.addReason()

const drivers = 50
const carType = await make.carType()
const rider = await make.rider()
const people = await Promise.all(Array.from({ length: drivers }, () => make.driver({ carType, at: jarntorget })))
const admin = await make.admin()

/** Each driver's answer: a status of the booking, or the key of the refusal. */
type Accept = (as: TestUser, id: BookingId) => Promise<string>

const overHttp: Accept = async (as, id) => {
  const answer = (await raw(acceptTask, { id }, { as })).json()
  return answer.error?.key ?? answer.status
}

const inProcess: Accept = (as, id) =>
  tasks.acceptTask({ ...app.deps, once: { actor: as.id, verb: acceptTask.verb, key: id, requestHash: id } }, as.actor, id).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Refusal ? error.key : String(error)),
  )

const countWhere = async (table: 'app_user' | 'booking_offer', condition: string): Promise<bigint | undefined> =>
  (await sql<{ count: bigint }>`select count(*) as count from ${sql.table(table)} where ${sql.raw(condition)}`.execute(app.db))
    .rows[0]?.count

const race = async (accept: Accept): Promise<void> => {
  // fresh positions in each round: many rounds take longer than a driver may be silent
  for (const driver of people) await make.position(driver, jarntorget)
  const { id } = await trips.book(rider, carType)
  await requestDrivers(
    app.deps,
    id,
    people.map((driver) => driver.id),
  )
  const answers = await Promise.all(people.map((as) => accept(as, id)))
  const winners = people.filter((_driver, i) => answers[i] === 'ACCEPTED')
  expect(winners).toHaveLength(1)
  expect(answers.filter((answer) => !['ACCEPTED', 'already_taken'].includes(answer))).toEqual([])
  expect(await trips.get(admin, id)).toMatchObject({ status: 'ACCEPTED', driver: winners[0]?.id, requestedDrivers: [] })
  await trips.cancel(rider, id)
  expect(await countWhere('app_user', 'queue')).toBe(0n)
  expect(await countWhere('booking_offer', `state = 'asked'`)).toBe(0n)
}

test.each([
  ['over HTTP', overHttp, 15],
  ['in process', inProcess, 60],
] as const)(
  `of ${drivers} drivers who accept one task at once exactly one wins (%s)`,
  { timeout: 300_000 },
  async (_how, accept, rounds) => {
    for (let round = 0; round < rounds; round++) await race(accept)
  },
)
