// Four looks of a page become one picture: light beside it on a phone, and below both in the dark and in Arabic.
import type { Page } from '@playwright/test'

export type Look = { width: number; height: number; dark: boolean }

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** In the order in which they stand: left to right, top to bottom. */
export const looks: readonly Look[] = [
  { ...desktop, dark: false },
  { ...phone, dark: false },
  { ...desktop, dark: true },
  { ...phone, dark: true },
]

const scale = 0.8
const gap = 16
const quality = 0.82

/** Lays the shots out on an empty page of the browser; gives the bytes of a WebP. */
export const layOut = async (blank: Page, shots: readonly Buffer[]): Promise<Buffer> => {
  const tiles = looks.map((look, at) => ({ ...look, png: shots[at]?.toString('base64') ?? '' }))
  const coded = await blank.evaluate(
    async ({ tiles, scale, gap, quality }) => {
      const canvas = document.createElement('canvas')
      const rows = [tiles.slice(0, 2), tiles.slice(2)]
      const size = (n: number) => Math.round(n * scale)
      canvas.width = gap + tiles.slice(0, 2).reduce((sum, { width }) => sum + size(width) + gap, 0)
      canvas.height = gap + rows.length * (size(Math.max(...tiles.map(({ height }) => height))) + gap)
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('this browser draws nothing')
      pen.fillStyle = '#8f9a92'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      pen.imageSmoothingQuality = 'high'
      let y = gap
      for (const row of rows) {
        let x = gap
        for (const { png, width, height } of row) {
          const image = new Image()
          image.src = `data:image/png;base64,${png}`
          await image.decode()
          pen.drawImage(image, x, y, size(width), size(height))
          x += size(width) + gap
        }
        y += Math.max(...row.map(({ height }) => size(height))) + gap
      }
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
    },
    { tiles, scale, gap, quality },
  )
  return Buffer.from(coded, 'base64')
}
