// The one place that loads MapLibre: worker, stylesheet and the PMTiles protocol are set up before the first map.
import 'maplibre-gl/dist/maplibre-gl.css'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

maplibre.setWorkerUrl(workerUrl)
maplibre.addProtocol('pmtiles', new Protocol().tile)

export const mapLib = maplibre

/** A tile file's address as the style names it; PMTiles reads it by HTTP Range. */
export const makePmtilesUrl = (tilesUrl: string): string => `pmtiles://${new URL(tilesUrl, window.location.href).href}`
