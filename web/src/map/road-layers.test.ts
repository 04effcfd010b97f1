import { expect, test } from 'vitest'
import { makeCasings, makeFills, roads } from './road-layers.ts'
import { lightColors } from './style-colors.ts'

/** Zooms and opacities of a layer's ramp, and from where the layer is drawn. */
const readRamps = (kind: 'plain' | 'bridge') =>
  [...makeCasings(lightColors, kind), ...makeFills(lightColors, kind)].map((layer) => {
    const opacity = layer.type === 'line' ? layer.paint?.['line-opacity'] : undefined
    return { id: layer.id, minzoom: layer.minzoom, ramp: Array.isArray(opacity) ? opacity.slice(3) : [] }
  })

test('every kind of road fades in within one zoom step from where it begins', () => {
  for (const { id, minzoom = 0, ramp } of [...readRamps('plain'), ...readRamps('bridge')])
    expect([id, ramp]).toEqual([id, [minzoom, 0, minzoom + 1, 1]])
})

test('what a place without larger roads has is drawn in full from zoom 9 until its streets are', () => {
  const [local, minor] = ['local', 'minor'].map((kind) => roads.find(({ id }) => id === kind))
  expect(local?.classes).toEqual(['local'])
  expect((local?.minzoom ?? 99) + 1).toBeLessThanOrEqual(9)
  // the tiles have it up to zoom 11
  expect((minor?.minzoom ?? 99) + 1).toBeLessThanOrEqual(12)
})
