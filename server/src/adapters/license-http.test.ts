import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { makeHttpLicense } from './license-http.ts'

type Answer = (response: ServerResponse) => void

let answer: Answer = () => {}
let questions: Record<string, unknown>[] = []
let contentType: string | undefined

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}

const stub = createServer((request, response) => {
  // whoever lost patience takes the question back
  const take = (body: string) => {
    contentType = request.headers['content-type']
    questions.push({ method: request.method, ...(JSON.parse(body || '{}') as object) })
    answer(response)
  }
  readBody(request).then(take, () => undefined)
})
await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  stub.closeAllConnections()
  stub.close()
})
const address = stub.address()
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/check`

const says =
  (body: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

let nowMs = Date.UTC(2026, 10, 21, 12)
const make = (part: Partial<Parameters<typeof makeHttpLicense>[0]> = {}) =>
  makeHttpLicense({ url, projectId: 'gothenburg', createTime: null, now: () => new Date(nowMs), ...part })

beforeEach(() => {
  answer = says('{"success":true}')
  questions = []
})

it('asks with the fields of the specification, the license among them only when settings are saved', async () => {
  const license = make()
  expect(await license.check({ reqType: 'settings', license: 'ABCD-1234' })).toBe(true)
  expect(await license.check({ reqType: 'auth' })).toBe(true)
  const asked = { method: 'POST', projectId: 'gothenburg', createTime: '2026-11-21T12:00:00.000Z' }
  expect(questions).toEqual([
    { ...asked, reqType: 'settings', license: 'ABCD-1234' },
    { ...asked, reqType: 'auth' },
  ])
  expect(contentType).toBe('application/json')
})

it('tells the time that the operator was given, when there is one', async () => {
  await make({ createTime: '2026-01-02T00:00:00Z' }).check({ reqType: 'auth' })
  expect(questions[0]).toMatchObject({ createTime: '2026-01-02T00:00:00Z' })
})

it('answers no when the service says no', async () => {
  answer = says('{"success":false}')
  expect(await make().check({ reqType: 'settings', license: 'x' })).toBe(false)
  expect(await make().check({ reqType: 'auth' })).toBe(false)
})

it.each<[string, Answer]>([
  ['a fault of the service', says('{"success":true}', 500)],
  ['a refusal', says('{"success":true}', 403)],
  ['a page instead of JSON', says('<html>success</html>')],
  ['JSON without success', says('{"ok":true}')],
  ['a success that is a word', says('{"success":"true"}')],
  ['nothing', says('')],
  ['null', says('null')],
  ['a redirect, which could lead anywhere', says('', 302, { location: '/check' })],
  ['more than an answer can be', says(`{"success":true,"more":"${'x'.repeat(70_000)}"}`)],
  ['a connection that breaks', (response) => response.destroy()],
])('takes %s for an outage, never for a yes', async (_what, given) => {
  answer = given
  const license = make({ timeoutMs: 60_000 })
  await expect(license.check({ reqType: 'settings', license: 'x' })).rejects.toMatchObject({ outage: 'unavailable' })
  await expect(license.check({ reqType: 'auth' })).rejects.toMatchObject({ outage: 'unavailable' })
  expect(questions).toHaveLength(2)
})

it.each<[string, Answer]>([
  ['an answer that never ends', (response) => response.writeHead(200).write('{"success"')],
  ['silence', () => {}],
])('waits only so long for %s', async (_what, given) => {
  answer = given
  const license = make({ timeoutMs: 300 })
  await expect(license.check({ reqType: 'settings', license: 'x' })).rejects.toMatchObject({ outage: 'unavailable' })
  await expect(license.check({ reqType: 'auth' })).rejects.toMatchObject({ outage: 'unavailable' })
})

it('waits only so long for the rest of an answer, whatever the garbage collector takes meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  answer = (response) => response.writeHead(200).write('{"success"')
  const collecting = setInterval(collect, 10)
  const license = make({ timeoutMs: 300 })
  await expect(
    license.check({ reqType: 'settings', license: 'x' }).finally(() => clearInterval(collecting)),
  ).rejects.toMatchObject({
    outage: 'unavailable',
  })
})

it('takes a service that is not there for an outage', async () => {
  const license = make({ url: 'http://127.0.0.1:1/check' })
  await expect(license.check({ reqType: 'auth' })).rejects.toMatchObject({ outage: 'unavailable' })
})

it('shares one question about base settings among all who sign in at that time', async () => {
  const license = make()
  const answers = await Promise.all(Array.from({ length: 20 }, () => license.check({ reqType: 'auth' })))
  expect([answers.every(Boolean), questions.length]).toEqual([true, 1])
})

it('believes a yes for five minutes, through an outage, and a no or silence for seconds only', async () => {
  const license = make()
  await license.check({ reqType: 'auth' })
  answer = says('', 500)
  nowMs += 4 * 60_000
  expect(await license.check({ reqType: 'auth' })).toBe(true)
  nowMs += 61_000
  await expect(license.check({ reqType: 'auth' })).rejects.toMatchObject({ outage: 'unavailable' })
  answer = says('{"success":false}')
  await expect(license.check({ reqType: 'auth' })).rejects.toMatchObject({ outage: 'unavailable' })
  nowMs += 16_000
  expect(await license.check({ reqType: 'auth' })).toBe(false)
  answer = says('{"success":true}')
  nowMs += 16_000
  expect(await license.check({ reqType: 'auth' })).toBe(true)
  expect(questions).toHaveLength(4)
})

it('asks about every license anew', async () => {
  const license = make()
  await license.check({ reqType: 'settings', license: 'a' })
  answer = says('{"success":false}')
  expect(await license.check({ reqType: 'settings', license: 'a' })).toBe(false)
})
