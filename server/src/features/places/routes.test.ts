import { resolvePlace } from '@wayfare/contract/places'
import { listWays } from '@wayfare/contract/places-ways'
import { asId } from '@wayfare/core/ids'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const { call, refusal, make, deps } = await startApp()
const [start, dest] = [
  { lat: 57.6998, lng: 11.9528 },
  { lat: 57.6966, lng: 11.9872 },
]

it('tells the desk of other ways, where the map engine knows of them', async () => {
  const admin = await make.admin()
  expect(await call(listWays, { start, dest }, { as: admin })).toEqual({ ways: [] })
  const ways = [
    { distanceM: 2100, durationS: 300, polyline: 'quick', via: 'Vasagatan' },
    { distanceM: 2000, durationS: 340, polyline: 'calm', via: '' },
  ]
  const asked: unknown[] = []
  Object.assign(deps.maps, {
    router: { ...deps.maps.router, listWays: async (...question: unknown[]) => (asked.push(question), ways) },
  })
  const at = Date.now() + 3_600_000
  expect(await call(listWays, { start, dest, at }, { as: admin })).toEqual({ ways })
  expect(asked).toEqual([[start, dest, at]])
  expect(await refusal(listWays, { start, dest }, { as: await make.rider() })).toMatchObject({ status: 403 })
})

it('takes a place’s id in the address as long as the contract lets it be', async () => {
  const asked: string[] = []
  const resolve = async (placeId: string) => (asked.push(placeId), { ...start, address: 'Skeppsbron' })
  Object.assign(deps.maps, { geocoder: { ...deps.maps.geocoder, resolve } })
  for (const placeId of [`g:${'a'.repeat(498)}`, `e:cairo:x:${'شارع-'.repeat(60)}`]) {
    expect(await call(resolvePlace, { placeId: asId(placeId) })).toEqual({ coords: start, address: 'Skeppsbron' })
    expect(asked.pop()).toBe(placeId)
  }
  expect(await refusal(resolvePlace, { placeId: asId('g'.repeat(501)) })).toMatchObject({ status: 400, key: 'bad_request' })
})
