// What one process keeps of drivers who report to another: their positions, and nothing else.
import { goOnline } from '@wayfare/contract/trips'
import type { DomainEvent } from '@wayfare/core/events'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget, type TestUser } from '../../../test/make.ts'
import { makePositions } from '../../realtime/positions.ts'
import type { Db, Deps } from '../../deps.ts'
import { makeIngest } from './ingest.ts'

const app = await startApp()
const { make, call } = app
const device = 'shared-device'
const place = { lat: jarntorget.lat, lng: jarntorget.lng }

/** Another process on the same database, and its queries. */
const startOther = () => {
  const questions: string[] = []
  const db: Db = app.db.withPlugin({
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node)
      questions.push(text.includes('tripEndAt') ? 'trips' : text.includes('driverActiveStatus') ? 'drivers' : 'else')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const positions = { ...makePositions(), isOwn: () => false }
  const deps: Deps = { ...app.deps, db, positions }
  return { positions, questions, ingest: makeIngest(deps) }
}

const changed = ({ id }: TestUser): DomainEvent => ({ type: 'UserChanged', userId: id })
const placeOf = ({ id }: TestUser, seq = 1) => ({ driverId: id, ...place, heading: null, at: Date.now(), device, seq })

it('forgets those who went away by one look for all of them, and keeps those who are there', async () => {
  const { positions, questions, ingest } = startOther()
  const drivers = [await make.driver(), await make.driver(), await make.driver()]
  for (const driver of drivers) {
    await call(goOnline, { online: true, device, location: place }, { as: driver })
    positions.put(placeOf(driver))
  }
  const [first, second, third] = drivers as [TestUser, TestUser, TestUser]
  await call(goOnline, { online: false, device }, { as: first })
  await call(goOnline, { online: false, device }, { as: second })
  for (const driver of drivers) await ingest.handle(changed(driver))
  await expect.poll(() => [...positions.all()].map(({ driverId }) => driverId)).toEqual([third.id])
  expect(questions).toEqual(['drivers'])
})

it('keeps a place that comes while it looks: the driver may be back', async () => {
  const { positions, ingest, questions } = startOther()
  const driver = await make.driver()
  positions.put(placeOf(driver, 1))
  await ingest.handle(changed(driver))
  // the query is sent at the end of this turn, and has no answer by then
  await new Promise((resolve) => setImmediate(resolve))
  positions.put(placeOf(driver, 2))
  await expect.poll(() => questions).toEqual(['drivers'])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(positions.last(driver.id)?.seq).toBe(2)
})

it('asks nothing about a driver whose place it does not know', async () => {
  const { ingest, questions } = startOther()
  await ingest.handle(changed(await make.driver()))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(questions).toEqual([])
})

it('knows all about one who reports to it', async () => {
  const { ingest, questions } = startOther()
  const driver = await make.driver()
  await call(goOnline, { online: true, device, location: place }, { as: driver })
  await ingest.take(driver.id, { device, sentAt: Date.now(), fixes: [{ seq: 1, at: Date.now(), ...place, accuracy: 5 }] })
  const before = questions.length
  await ingest.handle(changed(driver))
  expect(questions.slice(before)).toEqual(['trips'])
})
