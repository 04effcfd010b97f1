import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { AuditPage } from './audit-page.tsx'

const server = makeServer()

test('a day of the filter is a whole one, also where its clocks are moved', async () => {
  server.settings = { timeZone: 'Europe/Stockholm' }
  server.answers['GET /api/audit'] = { entries: [], nextCursor: null }
  server.answers['GET /api/audit/proofs/last'] = { proof: null, nextAt: 0 }
  const ends = async (day: string) => {
    show(server, <AuditPage />, `/audit?from=${day}&to=${day}`)
    await waitFor(() => expect(server.sentTo('GET /api/audit').length).toBeGreaterThan(0))
    const asked = new URLSearchParams(server.sentTo('GET /api/audit').at(-1)?.query)
    return ['from', 'to'].map((name) => new Date(Number(asked.get(name))).toISOString())
  }
  // it has 25 hours
  expect(await ends('2026-10-25')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
  server.sent.length = 0
  // and this one 23
  expect(await ends('2027-03-28')).toEqual(['2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'])
})

test('what is searched for is looked for among the words of the page, too', async () => {
  server.answers['GET /api/audit'] = { entries: [], nextCursor: null }
  server.answers['GET /api/audit/proofs/last'] = { proof: null, nextAt: 0 }
  show(server, <AuditPage />, '/audit?search=paid')
  await waitFor(() => expect(server.sentTo('GET /api/audit').length).toBeGreaterThan(0))
  const asked = new URLSearchParams(server.sentTo('GET /api/audit').at(-1)?.query)
  expect([asked.get('search'), asked.get('language')]).toEqual(['paid', 'en'])
})
