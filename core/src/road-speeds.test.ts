import { expect, test } from 'vitest'
import { LEAST_KMH, MOST_KMH, pickOwnSpeeds, roadClasses, roadSpeeds } from './road-speeds.ts'

test('every class is driven between the bounds that an operator is held to', () => {
  expect(roadClasses.filter((name) => roadSpeeds[name] < LEAST_KMH || roadSpeeds[name] > MOST_KMH)).toEqual([])
})

test('own speeds are those that differ, of classes that there are', () => {
  expect(pickOwnSpeeds({ ...roadSpeeds, residential: 20, motorway: roadSpeeds.motorway, canal: 6 })).toEqual({ residential: 20 })
  expect(pickOwnSpeeds(roadSpeeds)).toEqual({})
})
