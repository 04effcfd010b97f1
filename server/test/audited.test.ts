// Nothing that the desk can do is forgotten in the audit log: a new endpoint is named in an audit call, or here with a reason.
import { readdirSync, readFileSync } from 'node:fs'
import { auditActions } from '@wayfare/contract/audit-kinds'
import { endpoints } from '@wayfare/contract/table'
import { expect, it } from 'vitest'

const features = new URL('../src/features/', import.meta.url)

const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, features), 'utf8'))

/** The verbs that some audit call names as what was done. */
const named = /(?:\baction: |\bwriteFactor\(tx, actor, )'([a-z]+\.[A-Za-z]+)'/g
const audited = new Set(sources.flatMap((text) => [...text.matchAll(named)].map(([, verb = '']) => verb)))

const isDesk = (access: unknown): boolean => Array.isArray(access) && (access.includes('admin') || access.includes('fleetadmin'))

/** What changes nothing of others, each with its reason. */
const exceptions: Record<string, string> = {
  'accounts.secondFactorBegin': 'lays down a secret of one’s own that asks for nothing until it is confirmed',
  'cities.beginUpload': 'a file on its way goes unless it is imported, which is audited',
  'cities.addPart': 'the same',
  'dispatch.assignNearest': 'asks by dispatch.assign, which is audited with whom it found',
  'files.putCarImage': 'a picture that no car type has goes after a day; the car type’s change is audited',
  'wallet.completeWithdraws': 'writes wallet.completeWithdraw for each of them',
  'messages.testCampaign': 'reaches the devices of whoever writes it, and nobody else',
  'places.ways': 'asks by POST, as the page does for a price',
  'reports.sheet': 'makes a file of rows that the page has already and sends along',
}

/** What the desk reads or takes out that must leave a trace. */
const reads = ['chat.list', 'files.getDriverDocument']

const verbs = new Map(endpoints.map(({ endpoint }) => [endpoint.verb, endpoint]))
const writes = endpoints.filter(({ endpoint }) => isDesk(endpoint.access) && !endpoint.path.startsWith('GET '))
const exports = endpoints.filter(
  ({ endpoint }) => isDesk(endpoint.access) && endpoint.download && endpoint.refusals.includes('demo_mode'),
)

it.each(writes.map(({ endpoint }) => endpoint.verb))('%s is audited, or is an exception with a reason', (verb) => {
  expect([verb, audited.has(verb), verb in exceptions]).toEqual([verb, !(verb in exceptions), verb in exceptions])
})

it.each([...exports.map(({ endpoint }) => endpoint.verb).filter((verb) => !(verb in exceptions)), ...reads])(
  '%s takes data out and leaves a trace',
  (verb) => {
    expect(audited).toContain(verb)
  },
)

it('has no exception for what is not there', () => {
  expect(Object.keys(exceptions).filter((verb) => !verbs.has(verb))).toEqual([])
})

it('names only verbs that exist, and the page has words for each of them', () => {
  expect([...audited].filter((verb) => !verbs.has(verb))).toEqual([])
  expect(auditActions.map((action) => action.replace('_', '.')).toSorted()).toEqual([...audited].toSorted())
  expect(writes.length).toBeGreaterThan(40)
})
