import { mostRowsInXlsx } from '@wayfare/contract/endpoint'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { readXlsx, unzip } from '../../test/xlsx.ts'
import { renderSheet, streamSheet } from './sheet.ts'
import { amountCell, timeCell, type Cell } from './sheet-cell.ts'

type LongSheet = Parameters<typeof streamSheet>[0]

const bytesOf = async ({ stream }: Awaited<ReturnType<typeof renderSheet>>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer))
  return Buffer.concat(chunks)
}

const rowsOf = async (file: Awaited<ReturnType<typeof renderSheet>>) => readXlsx(await bytesOf(file))

const countTo = (most: number, at = 500): LongSheet['readPage'] => {
  return (cursor = '0') => {
    const from = Number(cursor)
    const rows = Array.from({ length: Math.min(at, most - from) }, (_, i) => [from + i])
    return Promise.resolve({ rows, nextCursor: from + at < most ? String(from + at) : null })
  }
}

const text = (place: string, inner: string): string =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${inner}</t></is></c>`

describe('a spreadsheet', () => {
  const rows: Cell[][] = [['a & <b>', 12.5, '=1+1', ' x\u0001\r\n', '_x0041_', '', Number.NaN, 'عربي']]
  let parts = new Map<string, string>()
  beforeAll(async () => {
    parts = unzip(await bytesOf(await renderSheet({ name: 's', columns: ['A', 'B'], rows }, 'xlsx')))
  })

  test('is a file of parts that know each other', () => {
    const known = parts.get('[Content_Types].xml') ?? ''
    for (const part of ['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/styles.xml']) {
      expect(known).toContain(`PartName="/${part}"`)
      expect(parts.get(part)).toMatch(/^<\?xml /)
    }
    expect(parts.get('_rels/.rels')).toContain('Target="xl/workbook.xml"')
    expect(parts.get('xl/_rels/workbook.xml.rels')).toContain('Target="worksheets/sheet1.xml"')
  })

  test('holds numbers as numbers and texts as texts, whatever they begin with', () => {
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet).toContain('<c r="A1" s="1" t="inlineStr">')
    expect(sheet).toContain(
      `<row r="2">${text('A2', 'a &amp; &lt;b&gt;')}<c r="B2"><v>12.5</v></c>${text('C2', '=1+1')}${text('D2', ' x&#13;\n')}${text('E2', '_x005F_x0041_')}${text('H2', 'عربي')}</row>`,
    )
  })

  test('holds amounts and moments as numbers and dates that a spreadsheet adds and sorts', async () => {
    const amounts: Cell[] = ['-1234.50', '7', '1.005', null].map(amountCell)
    const file = { name: 's', columns: ['A'], rows: [[...amounts, timeCell(Date.UTC(2026, 6, 1, 22, 30), 'Europe/Stockholm')]] }
    const [, row] = await readSheet(await bytesOf(await renderSheet(file, 'xlsx')))
    expect(row).toEqual([-1234.5, 7, 1.005, null, new Date('2026-07-02T00:30:00Z')])
    const lines = (await bytesOf(await renderSheet(file, 'csv'))).toString().split('\r\n')
    expect(lines[1]).toBe('-1234.50,7,1.005,,2026-07-02 00:30')
  })

  test('goes on after Z with AA', async () => {
    const columns = Array.from({ length: 53 }, (_, i) => String(i))
    const file = await bytesOf(await renderSheet({ name: 's', columns, rows: [columns] }, 'xlsx'))
    expect(readXlsx(file)).toEqual([columns, columns])
    const places = [...(unzip(file).get('xl/worksheets/sheet1.xml') ?? '').matchAll(/ r="([A-Z]+)1"/g)].map(([, place]) => place)
    expect([places[25], places[26], places[52]]).toEqual(['Z', 'AA', 'BA'])
  })
})

const refuse = () => Promise.reject(new Error('no such day'))

describe('a list that comes in pages', () => {
  test.each(['csv', 'xlsx'] as const)('is whole and in order as %s', async (format) => {
    const file = await streamSheet({ name: 'list', columns: ['n'], readPage: countTo(1203) }, format)
    expect(file).toMatchObject({ name: `list.${format}`, place: 'attachment', cache: 'no-store' })
    const lines = async () => (await bytesOf(file)).toString().replace('\ufeff', '').trim().split('\r\n')
    const rows = format === 'xlsx' ? (await rowsOf(file)).flat() : await lines()
    expect(rows).toEqual(['n', ...Array.from({ length: 1203 }, (_, i) => String(i))])
  })

  test('is refused in words when a spreadsheet cannot hold it, and leaves as CSV', async () => {
    const sheet = { name: 'list', columns: ['n'], readPage: countTo(mostRowsInXlsx + 1, 25_000) }
    await expect(streamSheet(sheet, 'xlsx')).rejects.toMatchObject({ key: 'sheet_too_long', details: { most: mostRowsInXlsx } })
    expect((await bytesOf(await streamSheet(sheet, 'csv'))).toString().trim().split('\r\n')).toHaveLength(mostRowsInXlsx + 2)
  })

  test('is read on only as it is sent, and what is refused is refused before the first byte', async () => {
    const readPage = vi.fn(countTo(100_000, 10))
    const { stream } = await streamSheet({ name: 'list', columns: ['n'], readPage }, 'csv')
    expect(readPage).toHaveBeenCalledTimes(1)
    stream.destroy()
    await expect(streamSheet({ name: 'list', columns: ['n'], readPage: refuse }, 'csv')).rejects.toThrow('no such day')
  })
})
