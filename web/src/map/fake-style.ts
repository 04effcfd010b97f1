// For tests: what the map library itself finds wrong with a style, and what it computes from one.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

type Evaluated = { evaluate: (globals: { zoom: number }, feature: { type: string; properties: object }) => unknown }
type Spec = {
  latest: { paint_line: Record<string, unknown>; layout_line: Record<string, unknown> }
  validateStyleMin: (style: StyleSpecification) => { message: string }[]
  createPropertyExpression: (
    value: unknown,
    name: string,
    property: unknown,
  ) => { result: 'success'; value: Evaluated } | { result: 'error' }
}

// the very version that the map library has
const requireOfMap = createRequire(join(import.meta.dirname, '../../../node_modules/maplibre-gl/package.json'))
const spec = requireOfMap('@maplibre/maplibre-gl-style-spec') as Spec

export const findFaults = (style: StyleSpecification): string[] => spec.validateStyleMin(style).map(({ message }) => message)

/** What a line's property comes to for a feature. */
export const computePaint = (layer: LayerSpecification, name: string, properties: object, zoom: number): unknown => {
  const value: unknown = Reflect.get(name in (layer.paint ?? {}) ? (layer.paint ?? {}) : (layer.layout ?? {}), name)
  const property = spec.latest.paint_line[name] ?? spec.latest.layout_line[name]
  const parsed = spec.createPropertyExpression(value, name, property)
  if (parsed.result === 'error') throw new Error(`${name} of ${layer.id} cannot be read`)
  return parsed.value.evaluate({ zoom }, { type: 'LineString', properties })
}
