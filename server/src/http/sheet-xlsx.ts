// Promise: a spreadsheet is made page by page: however many rows it has, only its packed bytes lie in memory and nobody waits.
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { Cell } from './sheet-cell.ts'

type Rows = readonly (readonly Cell[])[]
type Parts = Iterable<string> | AsyncIterable<string>

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const typeOf = (part: string, kind: string): string => `<Override PartName="/${part}" ContentType="${kinds}.${kind}+xml"/>`
const linkTo = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
const links = (inner: string): string => `${head}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`

const formats = { time: [164, 'yyyy\\-mm\\-dd\\ hh:mm'], three: [165, '#,##0.000'] } as const

/** The styles of cells by their number: plain, bold, a moment, and amounts with none, two or three digits after the point. */
const cellStyles = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  // 3 and 4 are #,##0 and #,##0.00 to every spreadsheet (ECMA-376, 18.8.30)
  ...[formats.time[0], 3, 4, formats.three[0]].map(
    (id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  ),
].join('')
const timeStyle = 2
const amountStyles: Readonly<Record<number, number>> = { 0: 3, 2: 4, 3: 5 }

const numberFormats = Object.values(formats)
  .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
  .join('')

/** All but the rows. */
const frame: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${typeOf('xl/workbook.xml', 'sheet.main')}${typeOf('xl/worksheets/sheet1.xml', 'worksheet')}${typeOf('xl/styles.xml', 'styles')}</Types>`,
  '_rels/.rels': links(linkTo('rId1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': links(
    linkTo('rId1', 'worksheet', 'worksheets/sheet1.xml') + linkTo('rId2', 'styles', 'styles.xml'),
  ),
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="2">${numberFormats}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${cellStyles}</cellXfs></styleSheet>`,
}

/** More characters no cell holds. */
const longestText = 32_767
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

// `_x0041_` is an A to a spreadsheet: an underscore that begins such a thing is written as one itself
const textOf = (text: string): string =>
  text
    .slice(0, longestText)
    // eslint-disable-next-line no-control-regex -- XML cannot say these
    .replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '')
    .replaceAll(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
    .replaceAll(/[&<>\r]/g, (mark) => marks[mark] ?? mark)

/** A, B … Z, AA, AB … */
const letterOf = (at: number): string => (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26))

/**
 * Days since 30 December 1899, as spreadsheets count; the clocks of the city, whatever the zone of the reader. Half a ms more: who cuts
 * what a fraction of a day leaves over does not land in the minute before.
 */
const serialOf = (time: string): number => (Date.parse(`${time.replace(' ', 'T')}Z`) + 0.5) / 86_400_000 + 25_569

/** As a number with the style that shows what it is. */
const markedOf = (cell: { amount: string } | { time: string }): { value: string; style: number } => {
  if ('time' in cell) return { value: String(serialOf(cell.time)), style: timeStyle }
  const digits = (cell.amount.split('.')[1] ?? '').length
  return { value: cell.amount, style: amountStyles[digits] ?? 0 }
}

const cellOf = (value: Cell, place: string, style: string): string => {
  if (value === '') return ''
  if (typeof value === 'object') {
    const marked = markedOf(value)
    return `<c r="${place}" s="${marked.style}"><v>${marked.value}</v></c>`
  }
  // a text cell stays a text, whatever it begins with
  if (typeof value === 'string')
    return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${textOf(value)}</t></is></c>`
  return Number.isFinite(value) ? `<c r="${place}"${style}><v>${value}</v></c>` : ''
}

const rowOf = (cells: readonly Cell[], number: number, style = ''): string =>
  `<row r="${number}">${cells.map((value, at) => cellOf(value, `${letterOf(at)}${number}`, style)).join('')}</row>`

async function* sheetOf(columns: readonly string[], pages: Iterable<Rows> | AsyncIterable<Rows>): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetData>${rowOf(columns, 1, ' s="1"')}`
  let number = 1
  for await (const rows of pages) yield rows.map((cells) => rowOf(cells, ++number)).join('')
  yield '</sheetData></worksheet>'
}

type Packed = { name: string; bytes: Buffer; crc: number; plainBytes: number }

const pack = async (name: string, parts: Parts): Promise<Packed> => {
  const packed: Buffer[] = []
  let [crc, plainBytes] = [0, 0]
  const measure = async function* () {
    for await (const part of parts) {
      const bytes = Buffer.from(part)
      crc = crc32(bytes, crc)
      plainBytes += bytes.length
      yield bytes
    }
  }
  await pipeline(measure, createDeflateRaw(), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) packed.push(chunk)
  })
  return { name, bytes: Buffer.concat(packed), crc, plainBytes }
}

const numbers = (...pairs: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const whole = Buffer.alloc(pairs.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of pairs) at = whole.writeUIntLE(value, at, bytes)
  return whole
}

/** 1 January 1980: when it was made is nobody's business, and the same rows are the same file. */
const noDate = 0x21

const factsOf = ({ name, bytes, crc, plainBytes }: Packed): Buffer =>
  numbers([2, 20], [2, 0], [2, 8], [2, 0], [2, noDate], [4, crc], [4, bytes.length], [4, plainBytes], [2, name.length], [2, 0])

/** A zip file, of parts whose names are ASCII. */
const zipOf = (entries: readonly Packed[]): Buffer => {
  const local: Buffer[] = []
  const index: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const whole = Buffer.concat([numbers([4, 0x04034b50]), factsOf(entry), name, entry.bytes])
    index.push(numbers([4, 0x02014b50], [2, 20]), factsOf(entry), numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name)
    local.push(whole)
    at += whole.length
  }
  const list = Buffer.concat(index)
  const [count, bytes] = [entries.length, list.length]
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, bytes], [4, at], [2, 0])
  return Buffer.concat([...local, list, end])
}

/** The rows under their heads; a page is turned into a few milliseconds' work, packed beside, before the next is asked for. */
export const renderXlsx = async (columns: readonly string[], pages: Iterable<Rows> | AsyncIterable<Rows>): Promise<Buffer> => {
  const packed: Packed[] = []
  for (const [name, text] of Object.entries(frame)) packed.push(await pack(name, [text]))
  packed.push(await pack('xl/worksheets/sheet1.xml', sheetOf(columns, pages)))
  return zipOf(packed)
}
