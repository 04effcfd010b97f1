import { getSettings } from '@wayfare/contract/settings'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'

const forwarded = { 'x-forwarded-for': '203.0.113.1' }
const said = 'a request came through a proxy that TRUST_PROXY does not list: all behind it count as one visitor'

const ask = async (trustProxy: string | null, requests: readonly { ip: string; headers?: Record<string, string> }[]) => {
  const app = await startApp({ config: { trustProxy } })
  for (const request of requests) await app.raw(getSettings, {}, request)
  const warned = app.lines.filter(({ message }) => message === said).map(({ fields }) => fields)
  await app.close()
  return warned
}

it('warns once of a proxy that is not trusted, and of none that is, or that is not there', async () => {
  const behind = { ip: '10.0.0.5', headers: forwarded }
  expect(await ask(null, [behind, behind, { ip: '10.0.0.6', headers: forwarded }])).toEqual([{ proxy: '10.0.0.5' }])
  expect(await ask('loopback', [behind])).toEqual([{ proxy: '10.0.0.5' }])
  expect(await ask('10.0.0.0/8', [behind])).toEqual([])
  expect(await ask(null, [{ ip: '10.0.0.5' }])).toEqual([])
})

it('does not write down an address that may be a person’s', async () => {
  expect(await ask(null, [{ ip: '198.51.100.7', headers: forwarded }])).toEqual([{ proxy: 'a public address' }])
})
