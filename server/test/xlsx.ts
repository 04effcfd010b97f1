// Reads what a spreadsheet of ours holds: the parts of its zip file, each as long and as sound as the index says, and its cells.
import { crc32, inflateRawSync } from 'node:zlib'

export const unzip = (file: Buffer): Map<string, string> => {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = file.readUInt32LE(end + 16)
  const parts = new Map<string, string>()
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, plain, length] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24), file.readUInt16LE(at + 28)]
    const name = file.toString('latin1', at + 46, at + 46 + length)
    const local = file.readUInt32LE(at + 42)
    const bytes = inflateRawSync(file.subarray(local + 30 + length, local + 30 + length + packed))
    const isSound = bytes.length === plain && crc32(bytes) === file.readUInt32LE(at + 16)
    if (!isSound || file.toString('latin1', local + 30, local + 30 + length) !== name) throw new Error(`${name} is broken`)
    parts.set(name, bytes.toString())
    at += 46 + length
  }
  return parts
}

const plain: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#13;': '\r' }

const numberOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 64) - 64, 0) - 1

/** Cells as text by row, empty ones empty. */
export const readXlsx = (file: Buffer): string[][] => {
  const sheet = unzip(file).get('xl/worksheets/sheet1.xml') ?? ''
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, inner = '']) => {
    const row: string[] = []
    for (const [, letters = 'A', cell = ''] of inner.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs))
      row[numberOf(letters)] = cell.replaceAll(/<[^>]*>/g, '').replaceAll(/&[^;]+;/g, (mark) => plain[mark] ?? mark)
    return Array.from(row, (text) => text ?? '')
  })
}
