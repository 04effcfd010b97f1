// The picture of the desk's map, with and without its streets, and at another zoom.
import { expect, type Locator, type Page } from '@playwright/test'
import { readMap } from './map.ts'
import { like } from './texts.ts'

export const mapOf = (page: Page): Locator => page.getByRole('region', { name: like('map_drivers_label') })

/** How many pixels of two pictures differ so much that one sees it. */
const countChanged = (page: Page, pictures: readonly [Buffer, Buffer]): Promise<number> =>
  page.evaluate(
    async (urls) => {
      const read: Uint8ClampedArray[] = []
      for (const url of urls) {
        const image = new Image()
        image.src = url
        await image.decode()
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
        context?.drawImage(image, 0, 0)
        read.push(context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray())
      }
      const [one = new Uint8ClampedArray(), other = new Uint8ClampedArray()] = read
      let changed = 0
      for (let i = 0; i < one.length; i += 4)
        if ([0, 1, 2].some((band) => Math.abs((one[i + band] ?? 0) - (other[i + band] ?? 0)) >= 20)) changed += 1
      return changed
    },
    pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`),
  )

/** Streets are shown or taken out of the map's picture, and it is drawn. */
const setStreets = (page: Page, visibility: 'visible' | 'none'): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const map = Reflect.get(window, '__map') as {
          getStyle: () => { layers: { id: string; type: string; 'source-layer'?: string }[] }
          setLayoutProperty: (id: string, name: string, value: string) => void
          once: (event: 'idle', then: () => void) => void
          triggerRepaint: () => void
        }
        map.once('idle', () => resolve())
        for (const { id, type, 'source-layer': of } of map.getStyle().layers)
          if (type === 'line' && of === 'road') map.setLayoutProperty(id, 'visibility', wanted)
        map.triggerRepaint()
      }),
    visibility,
  )

/** What the picture of the map owes to its streets (px). */
export const countStreets = async (page: Page): Promise<number> => {
  const canvas = mapOf(page).locator('canvas')
  const whole = await canvas.screenshot()
  await setStreets(page, 'none')
  const bare = await canvas.screenshot()
  await setStreets(page, 'visible')
  return countChanged(page, [whole, bare])
}

/** At another zoom, and drawn there: the picture before is not looked at. */
export const zoomTo = async (page: Page, level: number): Promise<void> => {
  await page.evaluate(
    (zoom) =>
      new Promise<void>((resolve) => {
        const map = Reflect.get(window, '__map') as {
          jumpTo: (to: object) => void
          once: (event: 'idle', then: () => void) => void
        }
        map.jumpTo({ zoom })
        map.once('idle', () => resolve())
      }),
    level,
  )
  expect((await readMap(page)).zoom).toBe(level)
}
