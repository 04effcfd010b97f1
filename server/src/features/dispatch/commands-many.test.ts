// Asking many drivers takes as many statements as asking a few.
import type { DomainEvent } from '@wayfare/core/events'
import type { BookingId, UserId } from '@wayfare/core/ids'
import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { listDeliveries } from '../../realtime/fanout.ts'
import { makeViews } from '../../views.ts'
import { jobs } from '../notifications/jobs.ts'
import { reactions } from '../notifications/reactions.ts'
import { offerBooking } from './commands.ts'
import { findTasks, listTasks } from './queries.ts'

const app = await startApp()
const { make } = app
const trips = makeTrips(app)

/** The same deps, counting every statement. */
const countStatements = () => {
  const counted = { statements: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      counted.statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { counted, deps: { ...app.deps, db: app.deps.db.withPlugin(plugin) } }
}

const bookNear = async (count: number) => {
  const carType = await make.carType()
  const drivers: UserId[] = []
  for (let i = 0; i < count; i++) {
    const driver = await make.driver({ carType, at: { lat: jarntorget.lat + i * 1e-4, lng: jarntorget.lng } })
    drivers.push(driver.id)
  }
  const { id } = await trips.book(await make.rider(), carType)
  return { id, drivers }
}

const findRequested = async (id: BookingId): Promise<Extract<DomainEvent, { type: 'DriversRequested' }>> => {
  const row = await app.db
    .selectFrom('event')
    .select('payload')
    .where('type', '=', 'DriversRequested')
    .where((e) => e.eb(e.ref('payload', '->>').key('bookingId' as never), '=', id))
    .executeTakeFirstOrThrow()
  return { type: 'DriversRequested', ...(row.payload as object) } as Extract<DomainEvent, { type: 'DriversRequested' }>
}

/** The statements for asking this many nearby drivers, publishing to listeners, and queueing notices for devices. */
const countFor = async (count: number) => {
  const { id, drivers } = await bookNear(count)
  const { counted, deps } = countStatements()
  const since = (work: () => Promise<unknown>) => async () => {
    const before = counted.statements
    await work()
    return counted.statements - before
  }
  const asking = await since(() => offerBooking(deps, id))()
  const event = await findRequested(id)
  expect(new Set(event.drivers)).toEqual(new Set(drivers))
  const tasks = listDeliveries(event, makeViews(deps)).filter(({ topic }) => topic === 'tasks')
  const telling = await since(async () => {
    const told = await Promise.all(
      drivers.flatMap((driver) => tasks.map(({ view }) => view({ kind: 'user', id: driver, role: 'driver' }))),
    )
    expect(told.map((one) => one?.name)).toEqual(drivers.map(() => 'task'))
  })()
  const reacting = await since(() => reactions.DriversRequested(deps, event, '1:1'))()
  const push = {
    id: '1:1:notice_new_task',
    at: 0,
    screen: 'BookingCab',
    params: {},
    collapse: id,
    words: { key: 'notice_new_task' },
  }
  const pushing = await since(async () => jobs['notifications.sendToMany']?.(deps, { userIds: drivers, push } as never))()
  return { asking, telling, reacting, pushing }
}

it('asks, tells and notifies fifty drivers with the statements of ten', async () => {
  const ten = await countFor(10)
  expect(ten).toMatchObject({ telling: 1, reacting: 1, pushing: 1 })
  expect(await countFor(50)).toEqual(ten)
})

it('shows each asked driver the task that their own list shows, and nobody else any', async () => {
  const { id, drivers } = await bookNear(3)
  await trips.offer(id)
  const stranger = await make.driver()
  const tasks = await findTasks(app.deps, id, [...drivers, stranger.id])
  expect([...tasks.keys()]).toEqual(drivers)
  for (const driver of drivers) {
    const { tasks: own } = await listTasks(app.deps, { kind: 'user', id: driver, role: 'driver' })
    expect(tasks.get(driver)).toEqual(own[0])
  }
  await app.db.updateTable('booking').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
  expect((await findTasks(app.deps, id, drivers)).size).toBe(0)
})
