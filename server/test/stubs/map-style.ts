// A tile server with MapLibre styles as the style specification (version 8) and TileJSON 3 describe them: background, streets as vector
// tiles that are empty, letters and pictures at the same origin; and styles that load from elsewhere.
import { startStub, type Answer, type Asked } from './stub.ts'

const planet = (tiles: string) => ({
  tilejson: '3.0.0',
  tiles: [tiles],
  minzoom: 0,
  maxzoom: 14,
  vector_layers: [{ id: 'road', fields: {} }],
  attribution: '<a href="https://tiles.example/copyright">© Tiles of the town</a>',
})

const styleOf = (origin: string, ground: string, part: object = {}) => ({
  version: 8,
  name: 'stub',
  sources: { planet: { type: 'vector', url: `${origin}/planet` } },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': ground } },
    { id: 'road', type: 'line', source: 'planet', 'source-layer': 'road', paint: { 'line-color': '#999999' } },
  ],
  ...part,
})

const vector = (part: object) => ({ sources: { planet: { type: 'vector', ...part } } })

const styles = (origin: string): Readonly<Record<string, object>> => ({
  '/light.json': styleOf(origin, '#F4E9D8'),
  '/dark.json': styleOf(origin, '#1B2233'),
  '/elsewhere.json': styleOf(origin, '#000000', vector({ tiles: ['https://tiles.elsewhere.example/{z}/{x}/{y}.pbf'] })),
  '/far-tiles.json': styleOf(origin, '#000000', vector({ url: `${origin}/far` })),
  '/far-letters.json': styleOf(origin, '#000000', { glyphs: 'https://fonts.elsewhere.example/{fontstack}/{range}.pbf' }),
  '/lost-tiles.json': styleOf(origin, '#000000', vector({ url: `${origin}/lost` })),
  '/old.json': { ...styleOf(origin, '#000000'), version: 7 },
  '/planet': planet(`${origin}/tiles/{z}/{x}/{y}.pbf`),
  '/far': planet('https://tiles.elsewhere.example/{z}/{x}/{y}.pbf'),
})

const open = { 'access-control-allow-origin': '*' }

const answer = ({ path, headers }: Asked): Answer => {
  // an empty tile is an empty message
  if (path.startsWith('/tiles/')) return { text: '', type: 'application/x-protobuf', headers: open }
  const found = styles(`http://${headers.host ?? ''}`)[path]
  return found ? { json: found, headers: open } : { status: 404, json: {}, headers: open }
}

export const startMapStyle = async () => {
  const stub = await startStub(answer)
  return { ...stub, origin: `http://127.0.0.1:${stub.port}` }
}
