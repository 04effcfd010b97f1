// The operator's own picture of the map: a MapLibre style (version 8) by its address, and a second one for the dark. Browsers load it; the
// server only asks whether it is there, and whether it stays at its origin, the only one that pages may load from.
import { readField, readList, readText } from './fields.ts'
import type { MapEngine } from './maps-engine.ts'
import { makeRemote } from './maps-remote.ts'
import { makeOutage, type MapStyle } from './ports.ts'

const service = 'the map style'

const textsIn = (values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string')

/** Where tiles come from: a source names them itself, or in a file of its own (TileJSON). */
const tilesOf = (source: unknown): string[] => textsIn([readField(source, 'url'), ...readList(source, 'tiles')])

const sourcesOf = (style: unknown): unknown[] => Object.values((readField(style, 'sources') ?? {}) as object)

/** Every address that the style names: tiles, letters and pictures, which may be several. */
const addressesOf = (style: unknown): string[] => [
  ...sourcesOf(style).flatMap(tilesOf),
  ...textsIn([readField(style, 'glyphs'), readField(style, 'sprite')]),
  ...readList(style, 'sprite').flatMap((one) => readText(one, 'url') ?? []),
]

/** What lies elsewhere; PMTiles stand behind a scheme of their own, and what is relative lies beside the style. */
const findElsewhere = (addresses: readonly string[], origin: string): string | null => {
  const origins = addresses
    .map((address) => address.replace(/^pmtiles:\/\//, ''))
    .filter((address) => /^https?:/.test(address) && URL.canParse(address))
    .map((address) => new URL(address).origin)
  return origins.find((one) => one !== origin) ?? null
}

const checkAddresses = (addresses: readonly string[], origin: string): void => {
  const elsewhere = findElsewhere(addresses, origin)
  if (elsewhere !== null) throw makeOutage('forbidden', `${service} loads from ${elsewhere}, which pages may not`)
}

const checkStyle = async (url: string, timeoutMs?: number): Promise<void> => {
  const { origin } = new URL(url)
  const ask = (address: string): Promise<unknown> =>
    makeRemote(service, { url: address, ...(timeoutMs === undefined ? {} : { timeoutMs }) })({ path: '' })
  const style = await ask(url)
  if (readField(style, 'version') !== 8) throw makeOutage('unavailable', `${service} is no MapLibre style of version 8`)
  checkAddresses(addressesOf(style), origin)
  const described = sourcesOf(style).flatMap((source) => textsIn([readField(source, 'url')]))
  const files = described.filter((address) => /^https?:/.test(address))
  for (const tiles of await Promise.all(files.map(ask))) checkAddresses(tilesOf(tiles), origin)
}

export const makeStyle = (style: MapStyle, timeoutMs?: number): MapEngine<MapStyle> => ({
  name: 'style',
  // it brings its own
  attribution: '',
  port: style,
  check: async () => {
    await Promise.all([style.light, ...(style.dark === null ? [] : [style.dark])].map((url) => checkStyle(url, timeoutMs)))
  },
})
