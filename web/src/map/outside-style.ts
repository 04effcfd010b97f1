// The operator's own style with our route and cars on it. What cannot be used throws, and our own map is drawn.
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import { makeOverlay, routeSource, type Scheme } from './base-style.ts'

type LoadOptions = { scheme: Scheme; attribution: string }

/** Nobody waits longer (ms) for a map. */
const patienceMs = 6000

/** Addresses without an origin are the style's. */
const makeAbsolute = (address: string, origin: string): string => (address.startsWith('/') ? `${origin}${address}` : address)

const placeSource = (source: SourceSpecification, origin: string): SourceSpecification => ({
  ...source,
  ...('url' in source && source.url ? { url: makeAbsolute(source.url, origin) } : {}),
  ...('tiles' in source && source.tiles ? { tiles: source.tiles.map((tile) => makeAbsolute(tile, origin)) } : {}),
})

const placeSprite = (sprite: StyleSpecification['sprite'], origin: string): StyleSpecification['sprite'] =>
  Array.isArray(sprite)
    ? sprite.map((one) => ({ ...one, url: makeAbsolute(one.url, origin) }))
    : sprite && makeAbsolute(sprite, origin)

/** Letters of the style come from its server, which has its own fonts only: what we write is written in one of them. */
const findFont = ({ glyphs, layers }: StyleSpecification): string[] | null => {
  if (!glyphs) return null
  const fonts = layers.map((layer) => (layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined))
  return (
    fonts.find(
      (font): font is string[] => Array.isArray(font) && font.every((name) => typeof name === 'string' && name !== 'literal'),
    ) ?? null
  )
}

const writeIn = (font: string[] | null, layers: readonly LayerSpecification[]): LayerSpecification[] =>
  layers.map((layer) => (layer.type === 'symbol' && font ? { ...layer, layout: { ...layer.layout, 'text-font': font } } : layer))

/** The route lies below the names, which are the last layers of most styles. @internal */
export const addOverlay = (style: StyleSpecification, { scheme, attribution }: LoadOptions): StyleSpecification => {
  const overlay = makeOverlay(scheme)
  const names = style.layers.findLastIndex(({ type }) => type !== 'symbol') + 1
  return {
    ...style,
    sources: {
      ...style.sources,
      ...overlay.sources,
      // whose data streets and addresses are stays said, beside what the style says of its own
      [routeSource]: { ...overlay.sources[routeSource], attribution },
    },
    layers: [
      ...style.layers.slice(0, names),
      ...overlay.route,
      ...style.layers.slice(names),
      ...writeIn(findFont(style), overlay.cars),
    ],
  }
}

const isStyle = (value: unknown): value is StyleSpecification =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 8 &&
  'layers' in value &&
  'sources' in value

export const loadStyle = async (url: string, options: LoadOptions): Promise<StyleSpecification> => {
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'origin',
    signal: AbortSignal.timeout(patienceMs),
  })
  const style: unknown = response.ok ? await response.json() : null
  if (!isStyle(style)) throw new Error('the map style cannot be loaded')
  const { origin } = new URL(url)
  const sources = Object.fromEntries(Object.entries(style.sources).map(([id, source]) => [id, placeSource(source, origin)]))
  const placed = { ...style, sources }
  if (style.glyphs) placed.glyphs = makeAbsolute(style.glyphs, origin)
  if (style.sprite) placed.sprite = placeSprite(style.sprite, origin)
  return addOverlay(placed, options)
}
