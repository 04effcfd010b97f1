// A made-up town as an extract of OpenStreetMap, anywhere on earth: small, and with streets that have names.
import { encodePbf, type OsmData } from './write-pbf.ts'
import { isLine } from '../src/geojson.ts'
import { makeTown } from '../src/town.ts'

type Town = { centre: { lat: number; lng: number }; size?: number; blockM?: number }

/** `size` streets each way, `blockM` metres apart; its streets are named after trees and birds. */
export const makeTownFile = ({ centre, size = 8, blockM = 120 }: Town): Buffer => {
  const ids = new Map<string, number>()
  const nodes: OsmData['nodes'] = []
  const idOf = ([lng, lat]: readonly [number, number]): number => {
    const key = `${lng} ${lat}`
    const id = ids.get(key) ?? ids.size + 1
    if (!ids.has(key)) nodes.push({ id, lat, lng })
    ids.set(key, id)
    return id
  }
  const ways = makeTown({ centre, size, blockM })
    .features.filter(isLine)
    .map(({ properties, geometry }, at) => {
      const tags = Object.fromEntries(Object.entries(properties).flatMap(([key, value]) => (value ? [[key, value]] : [])))
      return { id: at + 1, refs: geometry.coordinates.map(idOf), tags }
    })
  return encodePbf({ nodes, ways })
}
