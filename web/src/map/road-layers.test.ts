import type { LayerSpecification } from 'maplibre-gl'
import { describe, expect, test } from 'vitest'
import { computePaint } from './fake-style.ts'
import { makeCasings, makeFills, roads } from './road-layers.ts'
import { lightColors } from './style-colors.ts'

const kinds = ['plain', 'bridge'] as const
const opacityOf = (layer: LayerSpecification, road: string, zoom: number) =>
  computePaint(layer, 'line-opacity', { class: road }, zoom)

/** The first zoom of a class, and those that a layer draws. */
const firsts = roads.flatMap(({ classes, minzoom }) => classes.map((road) => ({ road, minzoom })))

/** As the map library writes it. */
const writeColor = (color: string) => String(computePaint({ paint: { 'line-color': color } } as never, 'line-color', {}, 13))

describe('roads', () => {
  test('every kind fades in within one zoom step from where it begins', () => {
    for (const kind of kinds) {
      for (const { road, minzoom } of firsts) {
        const at = (zoom: number) => opacityOf(makeFills(lightColors, kind), road, zoom)
        expect([road, at(minzoom), at(minzoom + 1), at(19)]).toEqual([road, 0, 1, 1])
      }
    }
  })

  test('their edges begin at zoom 12 at the earliest, and no later than they are drawn in full', () => {
    for (const kind of kinds) {
      for (const { road, minzoom } of firsts) {
        const from = Math.max(minzoom, 12)
        const at = (zoom: number) => opacityOf(makeCasings(lightColors, kind), road, zoom)
        expect([road, at(from), at(from + 1)]).toEqual([road, 0, 1])
      }
    }
  })

  test('each is as wide at its own zooms as the table says, and its edge wider', () => {
    for (const { classes, widths } of roads) {
      for (const [zoom, width] of widths) {
        const at = (layer: LayerSpecification) => computePaint(layer, 'line-width', { class: classes[0] }, zoom)
        expect(at(makeFills(lightColors, 'plain'))).toBeCloseTo(width, 2)
        expect(at(makeCasings(lightColors, 'plain'))).toBeCloseTo(width + 1.6, 2)
        expect(at(makeCasings(lightColors, 'bridge'))).toBeCloseTo(width + 2.6, 2)
      }
    }
  })

  test('each has its pale colour from zoom 13 on, and edges the one of their kind at every zoom', () => {
    for (const { classes, color, id } of roads) {
      const at = (layer: LayerSpecification, zoom: number) =>
        String(computePaint(layer, 'line-color', { class: classes[0] }, zoom))
      expect(at(makeFills(lightColors, 'plain'), 13)).toBe(writeColor(lightColors[color]))
      const edge = ['motorway', 'primary', 'link'].includes(id) ? lightColors.majorCasing : lightColors.casing
      for (const zoom of [12, 12.5, 13, 16]) expect(at(makeCasings(lightColors, 'bridge'), zoom)).toBe(writeColor(edge))
    }
  })

  test('the more important lies above the less important', () => {
    const fills = makeFills(lightColors, 'plain')
    const places = roads.map(({ classes }) => computePaint(fills, 'line-sort-key', { class: classes[0] }, 14))
    expect(places).toEqual(places.toSorted((a, b) => Number(a) - Number(b)))
    expect(new Set(places).size).toBe(roads.length)
  })
})

test('what a place without larger roads has is drawn in full from zoom 9 until its streets are', () => {
  const [local, minor] = ['local', 'minor'].map((kind) => roads.find(({ id }) => id === kind))
  expect(local?.classes).toEqual(['local'])
  expect((local?.minzoom ?? 99) + 1).toBeLessThanOrEqual(9)
  // the tiles have it up to zoom 11
  expect((minor?.minzoom ?? 99) + 1).toBeLessThanOrEqual(12)
})
