import type { StyleSpecification } from 'maplibre-gl'
import { afterEach, expect, test, vi } from 'vitest'
import { carLayer, routeSource } from './base-style.ts'
import { addOverlay, loadStyle } from './outside-style.ts'

const url = 'https://tiles.example/styles/town.json?key=public'
const options = { scheme: 'light', attribution: '© OpenStreetMap contributors' } as const
const style: StyleSpecification = {
  version: 8,
  glyphs: '/fonts/{fontstack}/{range}.pbf',
  sprite: '/sprites/town',
  sources: {
    town: { type: 'vector', url: '/planet' },
    photo: { type: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}.png'] },
  },
  layers: [
    { id: 'shields', type: 'symbol', source: 'town', 'source-layer': 'road', layout: { 'text-font': ['Noto Sans Bold'] } },
    { id: 'roads', type: 'line', source: 'town', 'source-layer': 'road' },
    { id: 'names', type: 'symbol', source: 'town', 'source-layer': 'road', layout: { 'text-font': ['Noto Sans Regular'] } },
  ],
}
const answer = (body: unknown, status = 200) =>
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  )

afterEach(() => vi.unstubAllGlobals())

test('the route lies below the names of the style, the cars above all, and whose data the streets are is still said', () => {
  const { layers, sources } = addOverlay(style, options)
  const at = (id: string) => layers.findIndex((layer) => layer.id === id)
  expect(at('roads')).toBeLessThan(at('route-line'))
  expect(at('route-line')).toBeLessThan(at('names'))
  expect(at('names')).toBeLessThan(at(carLayer))
  expect(sources[routeSource]).toMatchObject({ attribution: '© OpenStreetMap contributors' })
  expect(sources['town']).toBe(style.sources['town'])
})

const fontOf = (given: StyleSpecification) =>
  addOverlay(given, options).layers.flatMap((layer) =>
    layer.id === carLayer && layer.type === 'symbol' ? [layer.layout?.['text-font']] : [],
  )

test('cars are written in a font that the server of the letters has, or in the device’s own where there is none', () => {
  expect(fontOf(style)).toEqual([['Noto Sans Bold']])
  const { glyphs: _glyphs, ...plain } = style
  expect(fontOf(plain)).toEqual([['sans-serif']])
})

test('addresses without an origin are the style’s', async () => {
  answer(style)
  const { glyphs, sprite, sources } = await loadStyle(url, options)
  expect(glyphs).toBe('https://tiles.example/fonts/{fontstack}/{range}.pbf')
  expect(sprite).toBe('https://tiles.example/sprites/town')
  expect(sources['town']).toMatchObject({ url: 'https://tiles.example/planet' })
  expect(sources['photo']).toMatchObject({ tiles: ['https://tiles.example/{z}/{x}/{y}.png'] })
})

test.each([
  ['an error', style, 500],
  ['no style', { version: 7, sources: {}, layers: [] }, 200],
  ['nothing', null, 200],
])('%s is refused, so that our own map is drawn', async (_name, body, status) => {
  answer(body, status)
  await expect(loadStyle(url, options)).rejects.toThrow('the map style cannot be loaded')
})
