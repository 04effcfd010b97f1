import { defineEndpoint } from '@wayfare/contract/endpoint'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { startApp } from '../../test/harness.ts'
import { getNetwork, makeLimits } from './limits.ts'
import { serveEndpoint } from './serve.ts'

const ping = defineEndpoint({
  verb: 'test.ping',
  path: 'GET /test/ping',
  summary: 'Pong.',
  access: 'public',
  input: z.strictObject({}),
  output: z.object({ pong: z.boolean() }),
  perMinute: 5,
})
const door = defineEndpoint({
  verb: 'test.door',
  path: 'POST /test/door',
  summary: 'Knocks at the door of one account.',
  access: 'public',
  input: z.strictObject({ email: z.string() }),
  output: z.object({ opened: z.boolean() }),
  perMinute: 7,
  limitedBy: 'email',
})
const routes = [serveEndpoint(ping)(async () => ({ pong: true })), serveEndpoint(door)(async () => ({ opened: false }))]
const app = await startApp({ limitFactor: 1, routes })

const many = async (count: number, options: Parameters<typeof app.raw>[2]) => {
  const answers = await Promise.all(Array.from({ length: count }, () => app.raw(ping, {}, options)))
  return answers.filter(({ statusCode }) => statusCode === 200).length
}

it('lets through as many as allowed, also when they come all at once', async () => {
  expect(await many(40, { ip: '10.0.0.1' })).toBe(5)
  const refused = await app.refusal(ping, {}, { ip: '10.0.0.1' })
  expect(refused).toMatchObject({ status: 429, key: 'rate_limited' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

it('gives turns back with time', async () => {
  await many(10, { ip: '10.0.0.2' })
  app.advance(12_500)
  expect(await many(10, { ip: '10.0.0.2' })).toBe(1)
  app.advance(3_600_000)
  expect(await many(10, { ip: '10.0.0.2' })).toBe(5)
})

it('counts visitors by address and people by who they are', async () => {
  const rider = await app.make.rider()
  const other = await app.make.rider()
  expect(await many(10, { as: rider, ip: '10.0.0.3' })).toBe(5)
  expect(await many(10, { as: rider, ip: '10.0.0.4' })).toBe(0)
  expect(await many(10, { as: other, ip: '10.0.0.3' })).toBe(5)
  expect(await many(10, { ip: '10.0.0.3' })).toBe(5)
})

it('does not believe a forwarded address that no trusted proxy sent', async () => {
  await many(10, { ip: '10.0.0.5' })
  expect(await many(3, { ip: '10.0.0.5', headers: { 'x-forwarded-for': '1.2.3.4' } })).toBe(0)
})

it('counts tries at one account together, from however many addresses and however it is written', async () => {
  const tries = Array.from({ length: 30 }, (_, i) =>
    app.raw(door, { email: i % 2 ? 'ann@x.example' : ' ANN@x.example' }, { ip: `10.0.${i}.1` }),
  )
  const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(door.perMinute)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30 - door.perMinute)
})

it('counts a household of IPv6 as one visitor', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => app.raw(ping, {}, { ip: `2001:db8:1:1:${i.toString(16)}::1` })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  expect(await many(10, { ip: '2001:db8:1:2::1' })).toBe(5)
})

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::10.1.2.3', '64:ff9b:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
])('knows the network of %s as %s', (ip, network) => {
  expect(getNetwork(ip)).toBe(network)
})

it('forgets who has long been quiet', () => {
  let now = 0
  const limits = makeLimits(() => now)
  for (let i = 0; i < 25_000; i++) limits.take('verb', `visitor ${i}`, 1)
  now = 120_000
  expect(limits.take('verb', 'visitor 1', 1)).toBe(0)
  expect(limits.take('verb', 'visitor 1', 1)).toBe(60)
})
