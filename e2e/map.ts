// What the map of a page shows, read from the map itself: in pixels of the page, as a person sees it.
import type { Locator, Page } from '@playwright/test'
import type { LatLng } from '@wayfare/core/geo'

type Pixel = { x: number; y: number }
type Shape = { geometry: { coordinates: never } }
type CityMap = {
  getContainer: () => HTMLElement
  getZoom: () => number
  getSource: (id: string) => { serialize: () => { data: { features: Shape[] } } } | undefined
  project: (at: [number, number]) => Pixel
  getCenter: () => { lat: number; lng: number }
  queryRenderedFeatures: (options: { layers: string[] }) => { properties: Record<string, unknown> }[]
  getStyle: () => { layers: { id: string; source?: string; 'source-layer'?: string }[] }
}

export type SeenMap = {
  zoom: number
  centre: LatLng
  box: { left: number; top: number; right: number; bottom: number }
  cars: Pixel[]
  /** the same on the ground */
  places: LatLng[]
  /** how many circles stand for several cars */
  clusters: number
  /** the car that stands out */
  chosen: Pixel[]
  /** how many pieces of streets are drawn */
  streets: number
  /** where the line of the way begins and ends; null: none is drawn */
  way: { from: LatLng; to: LatLng; points: LatLng[] } | null
}

const isLoaded = (page: Page) => page.waitForFunction(() => Reflect.get(window, '__mapIdle') === true)

/** Of the map that was loaded last, or of the one that stands in a part of the page. */
export const readMap = async (page: Page, within?: Locator): Promise<SeenMap> => {
  await isLoaded(page)
  const place = (await within?.locator('.maplibregl-map').elementHandle()) ?? null
  await page.waitForFunction((one) => Reflect.has(one ?? window, '__map'), place)
  return page.evaluate((place) => {
    const map = Reflect.get(place ?? window, '__map') as CityMap
    const { left, top, right, bottom } = map.getContainer().getBoundingClientRect()
    const shapesOf = (id: string) => map.getSource(id)?.serialize().data.features ?? []
    const pixelOf = (at: [number, number]) => {
      const { x, y } = map.project(at)
      return { x: x + left, y: y + top }
    }
    const [line] = shapesOf('route').map(({ geometry }) => geometry.coordinates as [number, number][])
    const [[fromLng, fromLat] = [0, 0]] = line ?? []
    const [toLng, toLat] = line?.at(-1) ?? [0, 0]
    return {
      zoom: map.getZoom(),
      centre: { lat: map.getCenter().lat, lng: map.getCenter().lng },
      box: { left, top, right, bottom },
      cars: shapesOf('cars').map(({ geometry }) => pixelOf(geometry.coordinates)),
      places: shapesOf('cars').map(({ geometry }) => {
        const [lng, lat] = geometry.coordinates as [number, number]
        return { lat, lng }
      }),
      clusters: new Set(
        map
          .queryRenderedFeatures({ layers: map.getStyle().layers.flatMap(({ id, source }) => (source === 'cars' ? [id] : [])) })
          .flatMap(({ properties }) => (properties['cluster'] === true ? [properties['cluster_id']] : [])),
      ).size,
      chosen: shapesOf('chosen-car').map(({ geometry }) => pixelOf(geometry.coordinates)),
      // each once, and not its edge, which it has from zoom 12 on
      streets: map.queryRenderedFeatures({ layers: ['plain', 'bridge'] }).length,
      way: line
        ? {
            from: { lat: fromLat, lng: fromLng },
            to: { lat: toLat, lng: toLng },
            points: line.map(([lng, lat]) => ({ lat, lng })),
          }
        : null,
    }
  }, place)
}

/** How far the chosen car is from the middle of the map (px). */
export const measureOffMiddle = ({ box, chosen }: SeenMap): number => {
  const [car] = chosen
  return car ? Math.hypot(car.x - (box.left + box.right) / 2, car.y - (box.top + box.bottom) / 2) : Number.POSITIVE_INFINITY
}
