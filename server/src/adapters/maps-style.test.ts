import { afterAll, beforeEach, expect, it } from 'vitest'
import { startMapStyle } from '../../test/stubs/map-style.ts'
import { makeStyle } from './maps-style.ts'

const stub = await startMapStyle()
afterAll(stub.close)

const near = { lat: 57.7, lng: 11.97 }
const urlOf = (file: string) => `${stub.origin}/${file}.json?key=public`
const check = (name: string, dark: string | null = null) =>
  makeStyle({ light: urlOf(name), dark: dark === null ? null : urlOf(dark) }, 300).check(near)

beforeEach(() => {
  stub.feel('ok')
  stub.log.length = 0
})

it('takes styles that stay at their origin, by day and in the dark', async () => {
  await check('light', 'dark')
  expect(stub.log.map((line) => line.split(' ')[1])).toEqual(expect.arrayContaining(['/light.json', '/dark.json', '/planet']))
})

it.each([
  ['elsewhere', 'tiles.elsewhere.example'],
  ['far-tiles', 'tiles.elsewhere.example'],
  ['far-letters', 'fonts.elsewhere.example'],
])('names where the style %s loads from, which pages may not', async (name, host) => {
  await expect(check('light', name)).rejects.toMatchObject({
    outage: 'forbidden',
    message: `the map style loads from https://${host}, which pages may not`,
  })
})

it('takes whatever is no style for an outage', async () => {
  await expect(check('old')).rejects.toMatchObject({ outage: 'unavailable' })
  await expect(check('nowhere')).rejects.toMatchObject({ outage: 'unavailable' })
  for (const mood of ['broken', 'hanging', 'nonsense'] as const) {
    stub.feel(mood)
    await expect(check('light')).rejects.toMatchObject({ outage: 'unavailable' })
  }
})
