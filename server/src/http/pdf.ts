// Promise: a document of headings, facts, lines and tables as a PDF, in any of our languages, from right to left where they are.
import type { LatLng } from '@wayfare/core/geo'
import Kit from 'pdfkit'
import { makeAttachment, type FileAnswer } from './download.ts'
import { loadFonts } from './pdf-fonts.ts'
import { makePen, margin, styles, type Box, type PdfDocument, type PdfPen, type Style } from './pdf-pen.ts'
import type { Direction } from './pdf-text.ts'
import { drawWay } from './pdf-way.ts'

/** A row of label and value; `weight` says how it stands out. */
type PdfLine = { label: string; value: string; weight?: 'total' | 'small' }
/** `share`: how much of the width it has, beside the others; amounts stand at its end. */
type PdfColumn = { head: string; share: number; amount?: boolean }
type PdfBlock =
  | { is: 'title'; text: string; note?: string }
  | { is: 'heading'; text: string }
  | { is: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { is: 'lines'; lines: readonly PdfLine[] }
  | { is: 'table'; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[] }
  | { is: 'way'; line: readonly LatLng[] }
  | { is: 'note'; text: string }

export type Pdf = {
  /** without its ending */
  name: string
  title: string
  author: string
  locale: string
  direction: Direction
  /** epoch ms */
  at: number
  /** stands below every page, before its number */
  footer: string
  blocks: readonly PdfBlock[]
}

const drawLines = (pen: PdfPen, lines: readonly PdfLine[]): void => {
  const valueWidth = pen.width * 0.35
  for (const { label, value, weight } of lines) {
    const style: Style = weight === 'total' ? styles.strong : weight === 'small' ? styles.small : styles.text
    if (weight === 'total') {
      pen.ensure(24)
      pen.line()
      pen.skip(4)
    }
    pen.row([
      [label, style, { start: 0, width: pen.width - valueWidth - 12 }],
      [value, style, { start: pen.width - valueWidth, width: valueWidth, end: true, own: true }],
    ])
    pen.skip(2)
  }
}

const tableGap = 6
/** Smaller nobody reads it: what is wider still is broken. */
const smallest = 0.55

/** What each column needs so that no amount and no word of its head is broken. */
const measureColumns = (pen: PdfPen, columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): number[] =>
  columns.map(({ head, amount = false }, at) => {
    const words = head.split(' ').map((word) => pen.widthOf(word, styles.head))
    const cells = amount ? rows.map((row) => pen.widthOf(row[at] ?? '', styles.cell)) : []
    // and a little more: fractions of a point add up
    return [...words, ...cells].reduce((most, width) => Math.max(most, width + 1), 1)
  })

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Boxes by their shares; where amounts need more, those that have room give of it, and all letters are as small as need be. */
const fitColumns = (pen: PdfPen, columns: readonly PdfColumn[], rows: readonly (readonly string[])[]) => {
  const needs = measureColumns(pen, columns, rows)
  const shares = sum(columns.map(({ share }) => share))
  const usual = columns.map(({ share }) => (share / shares) * pen.width - tableGap)
  const isWide = needs.some((need, at) => need > (usual[at] ?? 0))
  const amounts = columns.map(({ amount = false }, at) => (amount ? (needs[at] ?? 0) : 0))
  const room = sum(usual.filter((_width, at) => columns[at]?.amount))
  const widths = usual.map((width, at) => (isWide && columns[at]?.amount ? (room * (amounts[at] ?? 0)) / sum(amounts) : width))
  const scale = Math.min(1, ...needs.map((need, at) => (widths[at] ?? 0) / need))
  let start = 0
  const boxes = widths.map((width, at): Box => {
    const box = { start, width, end: columns[at]?.amount ?? false, own: true }
    start += width + tableGap
    return box
  })
  return { boxes, scale: Math.max(smallest, scale) }
}

const drawTable = (pen: PdfPen, columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void => {
  const { boxes, scale } = fitColumns(pen, columns, rows)
  const scaled = (style: Style): Style => ({ ...style, size: style.size * scale })
  const [headStyle, cellStyle] = [scaled(styles.head), scaled(styles.cell)]
  const line = { start: 0, width: pen.width }
  const head = (): void => {
    pen.row(columns.map(({ head: text }, at) => [text, headStyle, boxes[at] ?? line] as const))
    pen.line()
    pen.skip(4)
  }
  pen.ensure(60)
  head()
  for (const row of rows) {
    pen.row(
      row.map((text, at) => [text, cellStyle, boxes[at] ?? line] as const),
      head,
    )
    pen.skip(2)
  }
}

const drawFacts = (pen: PdfPen, facts: readonly (readonly [string, string])[]): void => {
  const label = pen.width * 0.3
  for (const [name, value] of facts)
    pen.row([
      [name, styles.small, { start: 0, width: label - 12 }],
      [value, styles.text, { start: label, width: pen.width - label, own: true }],
    ])
}

const drawText = (pen: PdfPen, text: string, style: Style): void => pen.row([[text, style, { start: 0, width: pen.width }]])

const drawBlock = (doc: PdfDocument, pen: PdfPen, block: PdfBlock): void => {
  switch (block.is) {
    case 'title':
      drawText(pen, block.text, styles.title)
      if (block.note) drawText(pen, block.note, styles.small)
      return pen.skip(10)
    case 'heading':
      pen.ensure(60)
      pen.skip(10)
      drawText(pen, block.text, styles.heading)
      return pen.skip(4)
    case 'facts':
      return drawFacts(pen, block.facts)
    case 'lines':
      return drawLines(pen, block.lines)
    case 'table':
      return drawTable(pen, block.columns, block.rows)
    case 'way':
      pen.skip(10)
      return drawWay(doc, pen, block.line)
    case 'note':
      pen.skip(6)
      return drawText(pen, block.text, styles.small)
  }
}

const drawFooters = (doc: PdfDocument, pen: PdfPen, footer: string): void => {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const baseline = doc.page.height - margin + 8
    pen.drawLine(footer, styles.small, { start: 0, width: pen.width - 60, own: true }, baseline)
    pen.drawLine(`${page + 1} / ${count}`, styles.small, { start: pen.width - 60, width: 60, end: true, own: true }, baseline)
  }
}

/** The bytes of the document. */
const writePdf = async ({ title, author, locale, direction, at, footer, blocks }: Pdf): Promise<Buffer> => {
  const doc = new Kit({
    size: 'A4',
    // what lies below our own margin is the footer's, and breaks no page
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    bufferPages: true,
    lang: locale,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, CreationDate: new Date(at) },
  })
  for (const { name, files } of loadFonts()) {
    doc.registerFont(`${name}-regular`, files.regular)
    doc.registerFont(`${name}-bold`, files.bold)
  }
  const pen = makePen(doc, direction)
  for (const block of blocks) drawBlock(doc, pen, block)
  drawFooters(doc, pen, footer)
  doc.end()
  const chunks: Buffer[] = []
  for await (const chunk of doc as unknown as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const renderPdf = async (pdf: Pdf): Promise<FileAnswer> =>
  makeAttachment('application/pdf', `${pdf.name}.pdf`, await writePdf(pdf))
