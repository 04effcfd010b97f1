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

const drawTable = (pen: PdfPen, columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void => {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const gap = 6
  let start = 0
  const boxes = columns.map(({ share, amount = false }): Box => {
    const width = (share / shares) * pen.width
    const box = { start, width: width - gap, end: amount, own: true }
    start += width
    return box
  })
  const head = (): void => {
    pen.row(columns.map(({ head: text }, at) => [text, styles.head, boxes[at] ?? { start: 0, width: pen.width }] as const))
    pen.line()
    pen.skip(4)
  }
  pen.ensure(60)
  head()
  for (const row of rows) {
    pen.row(
      row.map((text, at) => [text, styles.cell, boxes[at] ?? { start: 0, width: pen.width }] as const),
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
