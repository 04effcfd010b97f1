import { topic, topicsText } from '@wayfare/contract/live'
import type { OpenApi } from '@wayfare/contract/openapi-types'
import { signUp } from '@wayfare/contract/sign-in-sign-up'
import { endpoints } from '@wayfare/contract/table'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { makeSignUps } from '../../test/sign-up.ts'

const app = await startApp()
const document = (await app.inject('/api/openapi.json')).json<OpenApi>()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

it('describes every endpoint of the contract, under its verb', () => {
  const described = operations.map(({ method, path, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`)
  const wanted = endpoints.map(({ endpoint }) => `${endpoint.verb} ${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(described.toSorted()).toEqual(
    [...wanted, 'health GET /health', 'health.live GET /health/live', 'health.ready GET /health/ready'].toSorted(),
  )
})

it('serves every endpoint of the contract', () => {
  const missing = endpoints.filter(({ endpoint }) => {
    const [method = 'GET', url = '/'] = endpoint.path.split(' ')
    return !app.fastify.hasRoute({ method, url: `/api${url}` })
  })
  expect(missing.map(({ endpoint }) => endpoint.verb)).toEqual([])
})

it('refers only to what it defines', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = '']) => reference)
  const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
  expect([...new Set(references)].filter((reference) => !known.includes(reference))).toEqual([])
  expect(references.length).toBeGreaterThan(50)
})

/** Where each large shape is written out. */
const largeShapes = (value: unknown, found = new Map<string, number>()): Map<string, number> => {
  if (typeof value !== 'object' || value === null) return found
  const text = JSON.stringify(value)
  if ('properties' in value && text.length > 600) found.set(text, (found.get(text) ?? 0) + 1)
  for (const part of Object.values(value)) largeShapes(part, found)
  return found
}

it('writes no large shape twice: it has a name', () => {
  const twice = [...largeShapes(document)].filter(([, times]) => times > 1)
  expect(twice.map(([text]) => text.slice(0, 200))).toEqual([])
})

it('leads from every name of an endpoint or a shape to a place that is there, within what opens', async () => {
  const { body } = await app.inject('/api/docs')
  const wanted = new Set([...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id))
  expect([...wanted].filter((id) => !body.includes(` id="${id}"`))).toEqual([])
  expect(wanted.size).toBeGreaterThan(endpoints.length)
  expect(body).not.toMatch(/<details [^>]*id=/)
})

it('says who may follow each topic of the live socket', () => {
  const names = [...topic.options[0].options, 'booking:ID', 'chat:ID']
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(topicsText))).toEqual([])
  expect(document.info.description).toContain(topicsText)
})

it('names every path parameter, and the idempotency key of every write', () => {
  for (const { path, method, operation } of operations) {
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect([path, inPath]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)])
    const hasKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false
    expect([operation.operationId, hasKey]).toEqual([operation.operationId, method !== 'get'])
  }
})

const keyWordsOf = (verb: string) =>
  operations
    .find(({ operation }) => operation.operationId === verb)
    ?.operation.parameters?.find(({ name }) => name === 'Idempotency-Key')?.description

it('promises a visitor no answer under an idempotency key, as there is none', async () => {
  expect(keyWordsOf('accounts.signUp')).toContain('a visitor has none')
  expect(keyWordsOf('wallet.withdraw')).not.toContain('visitor')
  const newcomer = makeSignUps(app).form()
  await app.call(signUp, newcomer, { once: 'again' })
  expect((await app.refusal(signUp, newcomer, { once: 'again' })).key).toBe('user_exists')
})

it('lists what may be refused, by status', () => {
  const accept = operations.find(({ operation }) => operation.operationId === 'dispatch.accept')?.operation
  expect(accept?.responses['409']?.['x-keys']).toEqual(
    expect.arrayContaining(['already_taken', 'driver_busy', 'request_in_flight']),
  )
  expect(accept?.responses['401']?.['x-keys']).toEqual(['unauthorized'])
  expect(accept?.security).toEqual([{ cookie: [] }, { bearer: [] }])
})

const keysOf = (id: string, status: string) =>
  operations.find(({ operation }) => operation.operationId === id)?.operation.responses[status]?.['x-keys'] ?? []

it('names what every body may be refused for, and what only some callers of an endpoint meet', () => {
  for (const { operation, method } of operations)
    if (method !== 'get')
      expect([operation.operationId, keysOf(operation.operationId, '408')]).toEqual([operation.operationId, ['too_slow']])
  expect(keysOf('accounts.updatePerson', '409')).toContain('conflict')
  expect(keysOf('catalog.addCarType', '422')).toContain('taxi_has_no_parcels')
})

it('describes the frames of the live socket', () => {
  const text = JSON.stringify([document.components.schemas['ClientFrame'], document.components.schemas['ServerFrame']])
  for (const frame of ['subscribe', 'positions', 'event', 'resync', 'positionsTaken'])
    expect(text).toContain(`"const":"${frame}"`)
})

it('is readable as a page that runs no script', async () => {
  const page = await app.inject('/api/docs')
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'nonce-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(page.body).not.toMatch(/<script|https?:\/\/(?!www\.openstreetmap)/)
  for (const { endpoint } of endpoints) expect(page.body).toContain(`<code>${endpoint.verb}</code>`)
})
