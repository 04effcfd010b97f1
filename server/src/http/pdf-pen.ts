// Promise: texts stand on the page where a reader of that direction begins, are broken where they must, and go on on the next page.
import type Kit from 'pdfkit'
import { pickFont } from './pdf-fonts.ts'
import { splitRuns, type Direction, type TextRun } from './pdf-text.ts'

export type PdfDocument = InstanceType<typeof Kit>

export type Style = { size: number; bold?: boolean; color?: string }
/**
 * From the side where reading begins, in points. `end`: the text stands at its other side; `own`: its letters say in which
 * direction it goes, not those of the page.
 */
export type Box = { start: number; width: number; end?: boolean; own?: boolean }
type Piece = readonly [text: string, style: Style, box: Box]

export const ink = '#16202a'
const grey = '#5b6673'
export const rule = '#c9d0d8'

export const margin = 48
const bottom = 64

export const styles = {
  title: { size: 20, bold: true },
  heading: { size: 12, bold: true },
  text: { size: 10 },
  strong: { size: 11, bold: true },
  small: { size: 9, color: grey },
  cell: { size: 8.5 },
  head: { size: 8.5, bold: true, color: grey },
} as const satisfies Record<string, Style>

// shapes a run as a whole, not word by word: the words of a right-to-left run would else stand in the wrong order
const whole = { features: [], lineBreak: false, baseline: 'alphabetic' as const }

const leadingOf = (style: Style): number => style.size * 1.45

/** Breaks at spaces; a word that is too long by itself is broken where it must be. */
const wrap = (text: string, room: number, widthOf: (text: string) => number): string[] => {
  const lines: string[] = []
  let line = ''
  const add = (piece: string, space: string) => {
    if (line !== '' && widthOf(line + space + piece) > room) {
      lines.push(line)
      line = piece
    } else line = line === '' ? piece : line + space + piece
  }
  for (const word of text.split(/[ \n]+/)) {
    if (widthOf(word) <= room) add(word, ' ')
    else for (const [at, char] of [...word].entries()) add(char, at === 0 ? ' ' : '')
  }
  return [...lines, line]
}

/** Draws single lines of text. */
const makeWriter = (doc: PdfDocument, direction: Direction, room: number) => {
  const setFont = (font: string, { size, bold = false }: Style) => doc.font(`${font}-${bold ? 'bold' : 'regular'}`).fontSize(size)
  const known = new Map<string, number>()
  const runWidth = (run: TextRun, style: Style): number => {
    const key = `${run.font} ${style.size} ${style.bold === true} ${run.text}`
    const width = known.get(key) ?? setFont(run.font, style).widthOfString(run.text, whole)
    known.set(key, width)
    return width
  }
  const widthOf = (text: string, style: Style): number =>
    splitRuns(text, direction, pickFont).reduce((sum, run) => sum + runWidth(run, style), 0)
  const drawLine = (line: string, style: Style, box: Box, baseline: number): void => {
    const text = box.own ? `\u2068${line}\u2069` : line
    const isAtRight = (direction === 'rtl') !== (box.end ?? false)
    const left = direction === 'rtl' ? margin + room - box.start - box.width : margin + box.start
    let x = isAtRight ? left + box.width - widthOf(text, style) : left
    for (const run of splitRuns(text, direction, pickFont)) {
      setFont(run.font, style).fillColor(style.color ?? ink)
      doc.text(run.text, x, baseline, whole)
      x += runWidth(run, style)
    }
  }
  return { widthOf, drawLine }
}

/** Writes down the page from its top. */
export const makePen = (doc: PdfDocument, direction: Direction) => {
  const width = doc.page.width - 2 * margin
  const { widthOf, drawLine } = makeWriter(doc, direction, width)
  let y = margin
  /** Turns the page when so much has no room on it any more; `again` is drawn on top of the next one. */
  const ensure = (height: number, again?: () => void): void => {
    if (y + height <= doc.page.height - bottom) return
    doc.addPage()
    y = margin
    again?.()
  }
  /** One row, its pieces side by side. */
  const row = (pieces: readonly Piece[], again?: () => void): void => {
    const all = pieces.map(([text, style, box]) => ({ style, box, lines: wrap(text, box.width, (part) => widthOf(part, style)) }))
    const height = Math.max(...all.map(({ lines, style }) => lines.length * leadingOf(style)))
    ensure(height, again)
    for (const { lines, style, box } of all)
      for (const [at, line] of lines.entries()) drawLine(line, style, box, y + style.size + at * leadingOf(style))
    y += height
  }
  const line = (): void => {
    doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.6)
      .strokeColor(rule)
      .stroke()
  }
  /** Room for a drawing, as high as it is (points): `draw` is told where its top is. */
  const place = (height: number, draw: (top: number) => void): void => {
    ensure(height)
    draw(y)
    y += height
  }
  return { width, row, line, ensure, place, drawLine, widthOf, skip: (height: number) => void (y += height) }
}

export type PdfPen = ReturnType<typeof makePen>
