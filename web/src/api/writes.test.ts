import { splitPath, type Endpoint } from '@wayfare/contract/endpoint'
import { expect, test } from 'vitest'

/** Calls that write without `useWrite`, and why. */
const apart: Record<string, readonly string[]> = {
  'asks by POST': [
    'quoteBooking',
    'quoteCars',
    'routePlaces',
    'listWays',
    'makeSheet',
    'checkUserExists',
    'getSharedTrip',
    'validateReferrer',
    'verifyEmail',
  ],
  'outlives the page': ['startTrip', 'putBookingPhoto', 'raisePanic', 'sendChat'],
  'changes whose page it is': ['signIn', 'signInSocial', 'requestCode', 'verifyCode'],
  'nobody asked for it': ['updatePreferences', 'registerDevice', 'removeDevice', 'readChat'],
}

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const contract = import.meta.glob<Record<string, unknown>>('../../../contract/src/*.ts', { eager: true })

const endpoints = new Map(
  Object.values(contract).flatMap((module) =>
    Object.entries(module).filter(
      (entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && entry[1] !== null && 'verb' in entry[1],
    ),
  ),
)

test('pages write by useWrite, but for what is named here', () => {
  const pages = Object.entries(sources).filter(([path]) => !/\.test\.|\/fake-/.test(path))
  // the endpoint is the first argument, of a hook that reads the one after the key
  const called = pages.flatMap(([, text]) => [
    ...[...text.matchAll(/\b(?:callEndpoint|callFile|uploadFile)\(\s*(\w+)/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\buseRead\(([^]{0,200})/g)].map(
      ([, args = '']) => args.match(/\w+/g)?.find((word) => endpoints.has(word)) ?? '',
    ),
  ])
  const writing = called.filter((name) => {
    const endpoint = endpoints.get(name)
    return endpoint && splitPath(endpoint.path).method !== 'GET'
  })
  expect(called.length).toBeGreaterThan(80)
  expect([...new Set(writing)].toSorted()).toEqual(Object.values(apart).flat().toSorted())
})
