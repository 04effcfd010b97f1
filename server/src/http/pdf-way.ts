// A way on the page, north up: its line in a frame, a ring where it begins and a square where it ends.
import type { LatLng } from '@wayfare/core/geo'
import { ink, margin, rule, type PdfDocument, type PdfPen } from './pdf-pen.ts'

/** Points of the page. */
const height = 150
const inset = 14
const mark = 3.5

/** Where each place of the line stands in a frame, as large as it fits and in its middle. */
const fitLine = (line: readonly LatLng[], width: number): (readonly [x: number, y: number])[] => {
  const shrink = Math.cos(((line[0]?.lat ?? 0) * Math.PI) / 180)
  const plane = line.map(({ lat, lng }) => [lng * shrink, -lat] as const)
  const [xs, ys] = [plane.map(([x]) => x), plane.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const scale = Math.min((width - 2 * inset) / (wide || 1e-9), (height - 2 * inset) / (high || 1e-9))
  return plane.map(([x, y]) => [(width - wide * scale) / 2 + (x - left) * scale, (height - high * scale) / 2 + (y - top) * scale])
}

export const drawWay = (doc: PdfDocument, pen: PdfPen, line: readonly LatLng[]): void => {
  if (line.length < 2) return
  pen.place(height, (top) => {
    const places = fitLine(line, pen.width).map(([x, y]) => [margin + x, top + y] as const)
    const [start, end] = [places[0], places.at(-1)]
    if (!start || !end) return
    doc.roundedRect(margin, top, pen.width, height, 6).lineWidth(0.6).strokeColor(rule).stroke()
    doc.moveTo(...start)
    for (const place of places.slice(1)) doc.lineTo(...place)
    doc.lineWidth(2).lineJoin('round').lineCap('round').strokeColor(ink).stroke()
    doc
      .circle(...start, mark)
      .lineWidth(1.5)
      .fillAndStroke('#ffffff', ink)
    doc.rect(end[0] - mark, end[1] - mark, 2 * mark, 2 * mark).fill(ink)
  })
}
