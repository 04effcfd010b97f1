// A photo to upload: drawn by the browser, so that it is a true image without a file of ours.
import type { Page } from '@playwright/test'

type File = { name: string; mimeType: string; buffer: Buffer }

/** A made-up driving licence, wide enough that the page makes it smaller. */
export const licensePhoto = async (page: Page): Promise<File> => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 2400
    canvas.height = 1520
    const paint = canvas.getContext('2d')
    if (!paint) throw new Error('nothing can be drawn')
    const box = (color: string, x: number, y: number, size: readonly [number, number]) => {
      paint.fillStyle = color
      paint.fillRect(x, y, ...size)
    }
    box('#e9c8cf', 0, 0, [2400, 1520])
    box('#2b4a8b', 80, 80, [260, 180])
    box('#b9a7b5', 120, 400, [620, 800])
    paint.fillStyle = '#33272d'
    paint.font = '110px sans-serif'
    const lines = ['DRIVING LICENCE', '1. LUND', '2. OMAR', '3. 12.03.1988', '4b. 11.03.2031', '9. AM / B']
    for (const [row, line] of lines.entries()) paint.fillText(line, row === 0 ? 420 : 860, 210 + row * 210)
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  return { name: 'licence.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') }
}
