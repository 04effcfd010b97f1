// Outside engines in front of our own map: each part is asked of the engine that the operator chose, and where that fails, of the own
// map if it may stand in.
import type { MapEngine, Watch } from './maps-engine.ts'
import { isOutage, type EngineState, type Geocoder, type Maps, type MapStyle, type OutageCode, type Router } from './ports.ts'

export type Outside<Port> = { engine: MapEngine<Port>; watch: Watch }

type OutsideOptions = {
  own: Maps
  router: Outside<Router> | null
  geocoder: Outside<Geocoder> | null
  basemap: Outside<MapStyle> | null
  /** whether the own map answers while an engine fails */
  fallsBack: boolean
}

const failures: readonly OutageCode[] = ['unavailable', 'quota', 'forbidden']

const isFailure = (error: unknown): boolean => isOutage(error) && failures.includes(error.outage)

/** Where the own map has no answer either, the engine's failure is what people hear of: it is what has to be mended. */
const makeAskOr = (fallsBack: boolean) => {
  return async <T>(ask: () => Promise<T>, askOwn: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      if (!fallsBack || !isFailure(error)) throw error
      return askOwn().catch((ownError: unknown) => {
        throw isOutage(ownError) ? error : ownError
      })
    }
  }
}

const makeRouter = ({ engine, watch }: Outside<Router>, own: Router, fallsBack: boolean): Router => {
  const askOr = makeAskOr(fallsBack)
  // ways of our own would not fit those of another engine, which the price follows
  const { listWays: _listWays, waysTo: _waysTo, ...rest } = own
  return {
    ...rest,
    knowsTraffic: engine.port.knowsTraffic === true,
    route: (...question) =>
      askOr(
        () => watch.run(() => engine.port.route(...question)),
        () => own.route(...question),
      ),
    durationsTo: async (...question) =>
      question[0].length === 0
        ? []
        : askOr(
            () => watch.run(() => engine.port.durationsTo(...question)),
            () => own.durationsTo(...question),
          ),
  }
}

/** Ids of the own map, which may have been given out while the engine failed. */
const isOwnId = (placeId: string): boolean => placeId.startsWith('e:')

const makeGeocoder = ({ engine, watch }: Outside<Geocoder>, own: Geocoder, fallsBack: boolean): Geocoder => {
  const askOr = makeAskOr(fallsBack)
  return {
    ...engine.port,
    autocomplete: (query) =>
      askOr(
        () => watch.run(() => engine.port.autocomplete(query)),
        () => own.autocomplete(query),
      ),
    resolve: (placeId, lang) =>
      isOwnId(placeId) ? own.resolve(placeId, lang) : watch.run(() => engine.port.resolve(placeId, lang)),
    reverse: (point, lang) =>
      askOr(
        () => watch.run(() => engine.port.reverse(point, lang)),
        () => own.reverse(point, lang),
      ),
  }
}

/** Each of them once: many have the same data. */
const joinAttributions = (all: readonly string[]): string =>
  all.filter((one, i) => one !== '' && all.indexOf(one) === i).join(' · ')

const stateOf = (part: EngineState['part'], { engine, watch }: Outside<unknown>, fallsBack: boolean): EngineState => ({
  part,
  engine: engine.name,
  ...watch.read(),
  fallsBack,
})

/** A style that does not answer, or that pages may not load, is not offered to them; from time to time it is asked whether it is back. */
const makeStyleSource = ({ engine, watch }: Outside<MapStyle>) => {
  let isAsked = false
  return (): { style?: MapStyle } => {
    if (watch.read().isReachable !== false) return { style: engine.port }
    if (!isAsked) {
      isAsked = true
      const over = (): void => void (isAsked = false)
      watch.run(() => engine.check(somewhere)).then(over, over)
    }
    return {}
  }
}

/** Gothenburg: where an engine is asked about before the own map is there. */
const somewhere = { lat: 57.7, lng: 11.97 }

export const makeOutsideMaps = ({ own, router, geocoder, basemap, fallsBack }: OutsideOptions): Maps => {
  const findStyle = basemap ? makeStyleSource(basemap) : () => ({})
  const attributions = [router?.engine.attribution ?? '', geocoder?.engine.attribution ?? '']
  return {
    ...own,
    router: router ? makeRouter(router, own.router, fallsBack) : own.router,
    geocoder: geocoder ? makeGeocoder(geocoder, own.geocoder, fallsBack) : own.geocoder,
    basemap: {
      ...own.basemap,
      describe: () => {
        const state = own.basemap.describe()
        return { ...state, attribution: joinAttributions([state.attribution, ...attributions]), ...findStyle() }
      },
    },
    engines: {
      list: () => [
        ...(router ? [stateOf('router', router, fallsBack)] : []),
        ...(geocoder ? [stateOf('geocoder', geocoder, fallsBack)] : []),
        // every page has the own map to draw
        ...(basemap ? [stateOf('basemap', basemap, true)] : []),
      ],
      check: async () => {
        const near = own.basemap.describe().center ?? somewhere
        const asked = [router, geocoder, basemap].map((part) => part?.watch.runNow(() => part.engine.check(near)))
        await Promise.allSettled(asked)
      },
    },
  }
}
