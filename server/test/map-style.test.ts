// The whole server with a picture of the map that is the operator's own: a tile server on this machine has the styles.
import { getBasemap } from '@wayfare/contract/places'
import { listMapEngines } from '@wayfare/contract/places-engines'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { startApp } from './harness.ts'
import { startMapStyle } from './stubs/map-style.ts'

const stub = await startMapStyle()
afterAll(stub.close)

const styles = { MAPS_BASEMAP: `${stub.origin}/light.json`, MAPS_BASEMAP_DARK: `${stub.origin}/dark.json` }
const own = await startApp()
const app = await startApp({ config: { maps: readConfig(styles).maps } })

const policyOf = async ({ inject }: typeof app, url: string) =>
  String((await inject({ method: 'GET', url })).headers['content-security-policy'])
const styleNow = async () => (await app.call(getBasemap, {})).style

test('pages are told of the styles and may load from their origin, and from no other', async () => {
  await app.deps.maps.engines?.check()
  expect(await styleNow()).toEqual({ light: styles.MAPS_BASEMAP, dark: styles.MAPS_BASEMAP_DARK })
  const [with_, without] = [await policyOf(app, '/'), await policyOf(own, '/')]
  expect(with_).toContain(`connect-src 'self' ws://localhost:80 ${stub.origin};`)
  expect(with_.replace(` ${stub.origin}`, '').replace(/nonce-[^']+/g, '')).toBe(without.replace(/nonce-[^']+/g, ''))
  expect(await own.call(getBasemap, {})).not.toHaveProperty('style')
})

test('while the styles cannot be loaded our own map is drawn, and they come back by themselves', async () => {
  const admin = await app.make.admin()
  stub.feel('broken')
  const { engines } = await app.call(listMapEngines, { check: 'true' }, { as: admin })
  expect(engines[2]).toMatchObject({
    part: 'basemap',
    engine: 'style',
    isReachable: false,
    fallsBack: true,
    lastError: { text: 'the map style answered 500' },
  })
  expect(await styleNow()).toBeUndefined()
  expect(await app.call(getBasemap, {})).toMatchObject({ state: 'ready' })
  stub.feel('ok')
  await expect.poll(styleNow).toBeDefined()
})
