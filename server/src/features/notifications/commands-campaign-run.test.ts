import { addCampaign, listCampaigns, sendCampaign, stopCampaign } from '@wayfare/contract/messages-campaigns'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Push } from '../../adapters/ports.ts'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { makePushStub } from '../../../test/stubs/push.ts'
import { restartCampaigns, runCampaign } from './commands-campaign-run.ts'

const stub = makePushStub()
/** runs before a service answers */
const gate: { pass: (() => Promise<void>) | null } = { pass: null }
const gated: Push = {
  ...stub.push.fcm,
  send: async (device, notice) => {
    const answer = stub.push.fcm.send(device, notice)
    // it may reject while the gate is still closed
    answer.catch(() => {})
    await gate.pass?.()
    return answer
  },
}
const app = await startApp({ services: { push: { ...stub.push, fcm: gated } } })
const { call, make, db, deps } = app
const as = await make.admin()
const address = await app.listen()
const { connect } = makeConnect(() => address.replace('http', 'ws'))

/** Test sessions last an hour, but the clock is moved further. */
const stayIn = () =>
  db
    .updateTable('authSession')
    .set({ expiresAt: new Date('2100-01-01') })
    .execute()

let batch = 0
/** Registers this many riders' devices and returns their tokens. Ids are in no order. */
const withDevices = async (many: number, kind: 'fcm' | 'expo' = 'fcm'): Promise<string[]> => {
  batch += 1
  const rider = await make.rider()
  await stayIn()
  const tokens = Array.from({ length: many }, (_, at) => `token-${batch}-${at}-${'x'.repeat(20)}`)
  const rows = tokens.map((token) => ({
    id: deps.newId(16),
    userId: rider.id,
    sessionId: rider.sessionId,
    kind,
    platform: 'ANDROID' as const,
    token,
    p256dh: null,
    auth: null,
    createdAt: deps.now(),
    lastSeen: deps.now(),
  }))
  await db.insertInto('pushDevice').values(rows).execute()
  return tokens
}

const words = { deviceType: 'All', userType: 'rider', title: 'Tonight', body: 'Half price' } as const
const send = async () => {
  const { id } = await call(addCampaign, words, { as })
  return call(sendCampaign, { id }, { as })
}
const find = async (id: string) => {
  const found = (await call(listCampaigns, { limit: 100 }, { as })).campaigns.find((one) => one.id === id)
  if (!found) throw new Error('no such notice')
  return found
}
const handedTokens = (): string[] => stub.handed.map(({ device }) => device.token).toSorted()
const jobs = async (): Promise<{ run_at: Date }[]> =>
  (
    await app.database.directPool.query<{ run_at: Date }>(
      `select run_at from graphile_worker.jobs where task_identifier = 'notifications.campaign'`,
    )
  ).rows

beforeEach(async () => {
  gate.pass = null
  stub.handed.length = 0
  await db.deleteFrom('pushDevice').execute()
  await db.deleteFrom('campaign').execute()
  await app.database.directPool.query('delete from graphile_worker._private_jobs')
})

test('every device is handed it once, page after page, and the figures agree', async () => {
  const tokens = await withDevices(250)
  const { id, state, devices, pending } = await send()
  expect({ state, devices, pending }).toEqual({ state: 'sending', devices: 250, pending: 250 })
  await runCampaign(deps, { campaignId: id })
  expect(await find(id)).toMatchObject({ state: 'sending', delivered: 100, pending: 150 })
  await app.runJobs()
  expect(handedTokens()).toEqual(tokens.toSorted())
  expect(await find(id)).toMatchObject({ state: 'sent', recipients: 1, delivered: 250, failed: 0, pending: 0 })
  expect((await find(id)).endedAt).not.toBeNull()
  expect(stub.handed[0]?.notice).toMatchObject({
    title: 'Tonight',
    msg: 'Half price',
    screen: 'home',
    collapse: `notification:${id}`,
    ttlS: 86_400,
    direction: 'ltr',
  })
})

test('jobs that run twice, and at the same time, hand it over once', async () => {
  const tokens = await withDevices(350)
  const { id } = await send()
  const runs = () => Promise.all(Array.from({ length: 3 }, () => runCampaign(deps, { campaignId: id })))
  await runs()
  await runs()
  await runs()
  await app.runJobs()
  await runs()
  expect(handedTokens()).toEqual(tokens.toSorted())
  expect(await find(id)).toMatchObject({ state: 'sent', delivered: 350, pending: 0 })
})

test('a worker that dies with devices in its hands: the others are reached, those never twice, and they count as failed', async () => {
  const tokens = await withDevices(150)
  const { id } = await send()
  gate.pass = () => new Promise(() => {})
  // it hands over and never gets an answer
  void runCampaign(deps, { campaignId: id })
  await expect.poll(() => stub.handed.length).toBe(100)
  gate.pass = null
  // the run that it would have scheduled next is missing
  await app.runJobs()
  expect(handedTokens()).toEqual(tokens.toSorted())
  expect(await find(id)).toMatchObject({ state: 'sending', delivered: 50, pending: 100 })
  app.advance(121_000)
  await runCampaign(deps, { campaignId: id })
  expect(handedTokens()).toEqual(tokens.toSorted())
  expect(await find(id)).toMatchObject({ state: 'sent', delivered: 50, failed: 100, pending: 0 })
})

test('connections that are cut in the middle cost nobody a notice and nobody gets two', async () => {
  const tokens = await withDevices(120)
  const { id } = await send()
  let isCut = false
  gate.pass = async () => {
    if (isCut) return
    isCut = true
    // waits until they are gone: a connection that is still closing would be handed out again
    await app.database.directPool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
  }
  await runCampaign(deps, { campaignId: id }).catch(() => undefined)
  await app.runJobs()
  app.advance(121_000)
  await runCampaign(deps, { campaignId: id })
  expect(handedTokens()).toEqual(tokens.toSorted())
  const { state, delivered, failed, pending } = await find(id)
  expect({ state, sum: delivered + failed, pending }).toEqual({ state: 'sent', sum: 120, pending: 0 })
})

test('a job without a worker is found again', async () => {
  await withDevices(101)
  const { id } = await send()
  await runCampaign(deps, { campaignId: id })
  await app.database.directPool.query('delete from graphile_worker._private_jobs')
  await restartCampaigns(deps)
  expect(await jobs()).toEqual([])
  app.advance(40 * 60_000)
  await restartCampaigns(deps)
  expect(await jobs()).toHaveLength(1)
})

describe('a device that is not reached', () => {
  test('is forgotten when it is gone, and counts as failed', async () => {
    const [good = '', lost = ''] = await withDevices(2)
    stub.feel(lost, 'gone')
    const { id } = await send()
    await app.runJobs()
    expect(await find(id)).toMatchObject({ state: 'sent', delivered: 1, failed: 1 })
    const left = await db.selectFrom('pushDevice').select('token').execute()
    expect(left).toEqual([{ token: good }])
  })

  test('is tried again later when its service is away, and fails in the end', async () => {
    const [good = '', slow = '', dead = ''] = await withDevices(3)
    stub.feel(slow, 'unavailable', 'quota')
    stub.feel(dead, ...Array.from({ length: 5 }, () => 'unavailable' as const))
    const { id } = await send()
    await runCampaign(deps, { campaignId: id })
    await runCampaign(deps, { campaignId: id })
    expect(await find(id)).toMatchObject({ state: 'sending', delivered: 1, failed: 0, pending: 2 })
    const [next] = await jobs()
    expect(next?.run_at.getTime()).toBeGreaterThan(deps.now().getTime() + 25_000)
    for (const waitMs of [30_000, 120_000, 480_000, 1_800_000]) {
      app.advance(waitMs + 1000)
      await runCampaign(deps, { campaignId: id })
      await runCampaign(deps, { campaignId: id })
    }
    expect(await find(id)).toMatchObject({ state: 'sent', delivered: 2, failed: 1, pending: 0 })
    const times = (token: string) => stub.handed.filter(({ device }) => device.token === token).length
    expect([good, slow, dead].map(times)).toEqual([1, 3, 5])
  })

  test('counts as failed when it is refused for good, or went before its turn', async () => {
    const [, refused = ''] = await withDevices(2)
    stub.feel(refused, 'refused')
    await withDevices(120)
    const { id } = await send()
    await runCampaign(deps, { campaignId: id })
    const { rows } = await app.database.directPool.query<{ id: string }>(
      `delete from push_device where id > (select after_device from campaign where id = $1) returning id`,
      [id],
    )
    expect(rows.length).toBe(22)
    await app.runJobs()
    const { state, delivered, failed } = await find(id)
    expect(state).toBe('sent')
    expect(delivered + failed).toBe(122)
    expect(failed).toBeGreaterThanOrEqual(22)
  })

  test('says so later where its service has receipts', async () => {
    const [token = ''] = await withDevices(1, 'expo')
    const { id } = await send()
    await app.runJobs()
    const kept = await db.selectFrom('pushSent').select('receipt').where('noticeId', '=', `notification:${id}`).execute()
    expect(kept).toEqual([{ receipt: `receipt of ${token}` }])
  })
})

test('whoever registers after it was sent does not get it', async () => {
  await withDevices(1)
  const { id } = await send()
  app.advance(1000)
  const [late = ''] = await withDevices(1)
  await app.runJobs()
  expect(await find(id)).toMatchObject({ state: 'sent', delivered: 1, devices: 1 })
  expect(handedTokens()).not.toContain(late)
})

test('stopped, it reaches nobody else; what is on its way is still counted', async () => {
  const tokens = await withDevices(230)
  stub.feel(tokens[0] ?? '', 'unavailable')
  const { id } = await send()
  await runCampaign(deps, { campaignId: id })
  const held: (() => void)[] = []
  gate.pass = () => new Promise((go) => void held.push(go))
  const running = runCampaign(deps, { campaignId: id })
  await expect.poll(() => held.length).toBe(100)
  expect(await call(stopCampaign, { id }, { as })).toMatchObject({ state: 'stopped' })
  for (const go of held) go()
  await running
  await app.runJobs({ early: true })
  expect(stub.handed).toHaveLength(200)
  const { state, delivered, failed, pending } = await find(id)
  expect({ state, failed, sum: delivered + pending }).toEqual({ state: 'stopped', failed: 0, sum: 230 })
  expect(delivered).toBeGreaterThanOrEqual(199)
  expect(await db.selectFrom('campaignRetry').selectAll().execute()).toEqual([])
})

test('an open page of an admin is told of it', async () => {
  await withDevices(1)
  const client = await connect(as)
  await client.subscribe('notifications')
  await send()
  await app.runJobs()
  const { event, topic } = await client.next('event')
  expect([topic, event]).toEqual(['notifications', { name: 'notifications' }])
  const rider = await connect(await make.rider())
  rider.send({ type: 'subscribe', topic: 'notifications' })
  expect(await rider.next('refused')).toMatchObject({ topic: 'notifications', key: 'forbidden' })
})
