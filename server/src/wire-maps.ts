// The only place that chooses the map's engines: outside engines in front, our own for everything else.
import { setTimeout as pause } from 'node:timers/promises'
import { makeWatch, type MapEngine, type Watch } from './adapters/maps-engine.ts'
import { makeGoogleGeocoder } from './adapters/maps-google-geocoder.ts'
import { makeGoogleRouter } from './adapters/maps-google-router.ts'
import { makeNominatim } from './adapters/maps-nominatim.ts'
import { makeOsrm } from './adapters/maps-osrm.ts'
import { makeOutsideMaps, type Outside } from './adapters/maps-outside.ts'
import { makePelias } from './adapters/maps-pelias.ts'
import { makePhoton } from './adapters/maps-photon.ts'
import { makeStyle } from './adapters/maps-style.ts'
import { makeValhalla } from './adapters/maps-valhalla.ts'
import type { Geocoder, Maps, Router } from './adapters/ports.ts'
import { getSite, type Config } from './config.ts'
import type { Log } from './deps.ts'
import { makeBreaker } from './jobs/breaker.ts'

type MapsOptions = { config: Config & { secret: string }; own: Maps; log: Log; now: () => Date }

const makeEngineWatch = (engine: string, { log, now, config }: MapsOptions): Watch =>
  makeWatch({
    guard: makeBreaker(now),
    now,
    tell: ({ isUp, why }) => {
      // an outside style always falls back to our own map
      const fallsBack = engine === 'style' || config.maps.fallsBack
      if (isUp) log.info({ engine }, 'an outside map engine works again')
      else log.warn({ engine, why, fallsBack }, 'an outside map engine does not work')
    },
  })

const watched = <Port>(engine: MapEngine<Port>, options: MapsOptions): Outside<Port> => ({
  engine,
  watch: makeEngineWatch(engine.name, options),
})

const makeRouterEngine = ({ config, now }: MapsOptions): MapEngine<Router> | null => {
  const { router } = config.maps
  if (!router) return null
  if (router.by === 'google') return makeGoogleRouter({ ...router, now })
  return router.by === 'osrm' ? makeOsrm({ ...router, now }) : makeValhalla({ ...router, now })
}

const makeGeocoderEngine = ({ config, now }: MapsOptions): MapEngine<Geocoder> | null => {
  const { geocoder } = config.maps
  if (!geocoder) return null
  if (geocoder.by === 'photon') return makePhoton({ ...geocoder, secret: config.secret, now })
  if (geocoder.by === 'google') return makeGoogleGeocoder({ ...geocoder, now })
  if (geocoder.by === 'pelias') return makePelias({ ...geocoder, now })
  return makeNominatim({ ...geocoder, userAgent: `Wayfare/1 (${getSite(config)})`, now })
}

/**
 * Our own map, behind any configured engines. Each of these is asked once at startup, so that the log says whether it answers.
 */
export const makeMaps = (options: MapsOptions): Maps => {
  const [router, geocoder] = [makeRouterEngine(options), makeGeocoderEngine(options)]
  const { basemap: style, fallsBack } = options.config.maps
  if (!router && !geocoder && !style) return options.own
  const maps = makeOutsideMaps({
    own: options.own,
    router: router && watched(router, options),
    geocoder: geocoder && watched(geocoder, options),
    basemap: style && watched(makeStyle(style), options),
    fallsBack,
  })
  void maps.engines?.check()
  return maps
}

const mapWithinMs = 120_000

/** One of several processes leaves requests to the others until its map is ready, or takes too long. */
export const waitForMap = async ({ basemap }: Maps, halt: AbortSignal): Promise<void> => {
  const deadline = Date.now() + mapWithinMs
  while (basemap.describe().state === 'preparing' && Date.now() < deadline && !halt.aborted) await pause(100)
}
