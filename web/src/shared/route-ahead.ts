// What is left of a route: from its point nearest to the car on.
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'

export const routeAhead = (route: readonly LatLng[], car: LatLng): readonly LatLng[] => {
  const away = route.map((point) => measureDistanceM(point, car))
  const nearest = away.reduce((best, distance, at) => (distance < (away[best] ?? Infinity) ? at : best), 0)
  return route.slice(nearest)
}
