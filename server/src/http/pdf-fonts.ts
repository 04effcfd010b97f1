// Promise: letters of every language of ours have a font that draws them; read from the packages once.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

type Ranges = readonly (readonly [number, number])[]
type Font = { name: string; ranges: Ranges; files: { regular: Buffer; bold: Buffer } }

const rangesOf = (text: string): Ranges =>
  text.split(',').map((part) => {
    const [from = '0', to = from] = part.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

/** A WOFF file as the plain font in it: the PDF library would unpack it anew, and slowly, for every document. */
const unpacked = (woff: Buffer): Buffer => {
  const tables = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * tables)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(tables, 4)
  const most = 2 ** Math.floor(Math.log2(tables))
  head.writeUInt16BE(most * 16, 6)
  head.writeUInt16BE(Math.log2(most), 8)
  head.writeUInt16BE((tables - most) * 16, 10)
  const bodies: Buffer[] = []
  let offset = head.length
  for (let table = 0; table < tables; table++) {
    const at = 44 + 20 * table
    const [from, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(from, from + packed)
    woff.copy(head, 12 + 16 * table, at, at + 4)
    woff.copy(head, 16 + 16 * table, at + 16, at + 20)
    head.writeUInt32BE(offset, 20 + 16 * table)
    head.writeUInt32BE(length, 24 + 16 * table)
    const body = Buffer.alloc(Math.ceil(length / 4) * 4)
    ;(packed < length ? inflateSync(bytes) : bytes).copy(body)
    bodies.push(body)
    offset += body.length
  }
  return Buffer.concat([head, ...bodies])
}

/** The fonts come in parts, each for some letters; the first part that has a letter draws it. */
const readFonts = (): Font[] => {
  const { resolve } = createRequire(import.meta.url)
  const parts: [string, string[]][] = [
    ['noto-sans', ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'devanagari']],
    ['noto-sans-arabic', ['arabic']],
  ]
  return parts.flatMap(([family, subsets]) => {
    const at = resolve(`@fontsource/${family}/files/${family}-${subsets[0]}-400-normal.woff`).replace(/files[/\\][^/\\]+$/, '')
    const known = JSON.parse(readFileSync(`${at}unicode.json`, 'utf8')) as Record<string, string>
    const file = (subset: string, weight: number) =>
      unpacked(readFileSync(`${at}files/${family}-${subset}-${weight}-normal.woff`))
    return subsets.map((subset) => ({
      name: subset,
      ranges: rangesOf(known[subset] ?? ''),
      files: { regular: file(subset, 400), bold: file(subset, 700) },
    }))
  })
}

let kept: Font[] | null = null
export const loadFonts = (): Font[] => (kept ??= readFonts())

const found = new Map<number, string>()

export const pickFont = (char: string): string => {
  const code = char.codePointAt(0) ?? 0
  const known = found.get(code)
  if (known !== undefined) return known
  const name = loadFonts().find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))?.name ?? 'latin'
  found.set(code, name)
  return name
}
