// The one place that loads MapLibre: worker, stylesheet and the PMTiles protocol are set up before the first map.
import 'maplibre-gl/dist/maplibre-gl.css'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

maplibre.setWorkerUrl(workerUrl)
const protocol = new Protocol()

/** Tiles that the file does not hold count as not found: the map then enlarges what it has of a zoom further off (`sparse`). */
const loadTile: maplibre.AddProtocolAction = async (request, controller) => {
  const { data, ...about } = await protocol.tilev4(request, controller)
  if (request.type === 'json') return { data: { ...(data as object), sparse: true } }
  if (data instanceof Uint8Array && data.byteLength > 0) return { ...about, data }
  throw new maplibre.AJAXError(404, 'no such tile', request.url, new Blob())
}

maplibre.addProtocol('pmtiles', loadTile)

export const mapLib = maplibre

/** A tile file's address as the style names it; PMTiles reads it by HTTP Range. */
export const makePmtilesUrl = (tilesUrl: string): string => `pmtiles://${new URL(tilesUrl, window.location.href).href}`
