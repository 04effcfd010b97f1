import { expect, test } from 'vitest'
import { makeBaseStyle } from './base-style.ts'
import { findFaults } from './fake-style.ts'

// the page does not validate our own style: that takes as long as reading it
test.each(['light', 'dark'] as const)('our own map, %s, is a valid style', (scheme) => {
  const style = makeBaseStyle(scheme, {
    url: 'pmtiles://https://maps.example/city.pmtiles',
    attribution: '© OpenStreetMap',
    isDense: true,
  })
  expect(findFaults(style)).toEqual([])
  // a fault would be found
  const [first] = style.layers
  expect(findFaults({ ...style, layers: [{ ...first, type: 'line' } as never] })).not.toEqual([])
})

const edgesOf = (isDense: boolean) => {
  const { layers } = makeBaseStyle('light', { url: 'pmtiles://maps.example', attribution: '', isDense })
  return layers.flatMap((layer) => (layer.type === 'fill' ? [layer.paint?.['fill-antialias'] ?? true] : []))
}

test('edges of areas are smoothed unless pixels are small', () => {
  expect(new Set(edgesOf(true))).toEqual(new Set([false]))
  expect(new Set(edgesOf(false))).toEqual(new Set([true]))
})
