// The hour's traffic over any router: every duration times one factor, so that the quickest way stays the quickest.
import type { LatLng } from '@wayfare/core/geo'
import type { Maps, Route, Router } from './ports.ts'

/** Times what a drive takes that departs then (epoch ms). */
type FactorAt = (departAt: number) => number

/** Whole seconds of the parts that add up to those of the whole. */
const stretchParts = <Part extends { durationS: number }>(parts: readonly Part[], factor: number): Part[] => {
  let [seconds, done] = [0, 0]
  return parts.map((part) => {
    seconds += part.durationS
    const durationS = Math.round(seconds * factor) - done
    done += durationS
    return { ...part, durationS }
  })
}

const stretchRoute = (route: Route, factor: number): Route => ({
  ...route,
  durationS: Math.round(route.durationS * factor),
  legs: stretchParts(route.legs, factor),
  ...(route.seconds ? { seconds: route.seconds.map((seconds) => Math.round(seconds * factor * 10) / 10) } : {}),
  ...(route.steps ? { steps: stretchParts(route.steps, factor) } : {}),
})

const makeRouter = (maps: Maps, factorAt: FactorAt, now: () => Date): Router => {
  const { match, listWays, waysTo } = maps.router
  const listWaysThen: Router['listWays'] =
    listWays &&
    (async (from, to, departAt) => {
      const factor = factorAt(departAt ?? now().getTime())
      const ways = await listWays(from, to)
      return ways.map((way) => ({ ...way, durationS: Math.round(way.durationS * factor) }))
    })
  const waysToNow =
    (find: NonNullable<Router['waysTo']>): Router['waysTo'] =>
    async (sources, target, limits) => {
      const factor = factorAt(now().getTime())
      const ways = await find(sources, target, { ...limits, maxSeconds: limits.maxSeconds / factor })
      return ways.map((way) => way && { ...way, durationS: Math.round(way.durationS * factor) })
    }
  return {
    ...(match ? { match } : {}),
    ...(waysTo ? { waysTo: waysToNow(waysTo) } : {}),
    ...(listWaysThen ? { listWays: listWaysThen } : {}),
    route: async (points, options) => {
      const route = await maps.router.route(points, options)
      const factor = factorAt(options?.departAt ?? now().getTime())
      return factor === 1 ? route : stretchRoute(route, factor)
    },
    durationsTo: async (sources: readonly LatLng[], target, maxSeconds) => {
      const factor = factorAt(now().getTime())
      if (factor === 1) return maps.router.durationsTo(sources, target, maxSeconds)
      const seconds = await maps.router.durationsTo(sources, target, maxSeconds === undefined ? undefined : maxSeconds / factor)
      return seconds.map((duration) => (duration === null ? null : Math.round(duration * factor)))
    },
  }
}

/** The same maps with a router that knows the hour; one whose service knows the traffic itself stays as it is. */
export const addTraffic = (maps: Maps, factorAt: FactorAt, now: () => Date): Maps =>
  maps.router.knowsTraffic ? maps : { ...maps, router: makeRouter(maps, factorAt, now) }
