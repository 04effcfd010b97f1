import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { renderPdf, type Pdf } from './pdf.ts'

type PdfBlock = Pdf['blocks'][number]

const pdfOf = async (blocks: readonly PdfBlock[], more: Partial<Pdf> = {}) => {
  const { stream } = await renderPdf({
    name: 'receipt',
    title: 'Receipt',
    author: 'Wayfare',
    locale: 'en',
    direction: 'ltr',
    at: 0,
    footer: 'Wayfare',
    blocks,
    ...more,
  })
  return buffer(stream)
}

/** How often a font draws letters in a document: its content streams, unpacked. */
const contentOf = (pdf: Buffer): string => {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\n/g)].flatMap(({ index }) => {
    if (text.slice(index - 3, index) === 'end') return []
    const from = index + 'stream\n'.length
    try {
      return [inflateSync(pdf.subarray(from, text.indexOf('\nendstream', from))).toString('latin1')]
    } catch {
      return []
    }
  })
  return streams.filter((stream) => stream.includes('BT\n')).join('\n')
}

const fontsIn = (pdf: Buffer): string[] =>
  [...new Set(pdf.toString('latin1').match(/\/FontName \/[A-Z+]*\w+[\w-]*/g))].map((name) => name.split(/[/+]/).at(-1) ?? '')

const linesIn = (pdf: Buffer): number => contentOf(pdf).match(/ Tm/g)?.length ?? 0

it('writes a document that names its language and title, with the fonts its letters need', async () => {
  const pdf = await pdfOf(
    [
      { is: 'title', text: 'إيصال' },
      { is: 'note', text: 'Łódź' },
    ],
    { locale: 'ar', direction: 'rtl' },
  )
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1')).toContain('/Lang (ar)')
  expect(fontsIn(pdf).some((name) => name.includes('Arabic'))).toBe(true)
  expect(pdf.length).toBeLessThan(60_000)
})

it('goes on on the next page, with the heads of a table again, and numbers the pages', async () => {
  const rows = Array.from({ length: 120 }, (_none, at) => [`row ${at}`, `${at}.50`])
  const columns = [
    { head: 'Date', share: 2 },
    { head: 'Amount', share: 1, amount: true },
  ]
  const pdf = await pdfOf([{ is: 'table', columns, rows }])
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3)
  const [ofRows, ofHeads, ofFooters] = [2 * 120, 2 * 3, 2 * 3]
  expect(linesIn(pdf)).toBe(ofRows + ofHeads + ofFooters)
})

it('draws amounts at the other side of the page where reading begins at the right', async () => {
  const lines = [{ label: 'Total', value: '12.50' }]
  const starts = async (direction: 'ltr' | 'rtl'): Promise<number[]> => {
    const content = contentOf(await pdfOf([{ is: 'lines', lines }], { direction }))
    return [...content.matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm/g)].map((match) => Number(match[1]))
  }
  const [label = 0, value = 0] = await starts('ltr')
  const [labelRtl = 0, valueRtl = 0] = await starts('rtl')
  expect([label < 60, value > 400]).toEqual([true, true])
  expect([labelRtl > 400, valueRtl < 60]).toEqual([true, true])
})

const at = (lat: number, lng: number) => ({ lat, lng })

/** Where a way is drawn, its start and corners (points). */
const drawWay = async (line: { lat: number; lng: number }[], direction: 'ltr' | 'rtl' = 'ltr') => {
  const content = contentOf(
    await pdfOf(
      [
        { is: 'note', text: 'x' },
        { is: 'way', line },
      ],
      { direction },
    ),
  )
  const [, from, path = ''] = /([\d.]+ [\d.]+) m\n((?:[\d.]+ [\d.]+ l\n)+)2 w/.exec(content) ?? []
  return [from ?? '', ...path.split(' l\n')].filter((pair) => pair !== '').map((pair) => pair.split(' ').map(Number))
}

it('draws a way in its shape, north up, whichever way one reads, and nothing for a single place', async () => {
  // an L: north for a tenth of a degree, then as far east as that is on the ground at 60°
  const line = [at(60, 10), at(60.1, 10), at(60.1, 10.2)]
  const [start = [], corner = [], end = []] = await drawWay(line)
  expect(corner[0]).toBeCloseTo(start[0] ?? Number.NaN, 1)
  expect(corner[1]).toBeLessThan(start[1] ?? 0)
  expect(end[1]).toBeCloseTo(corner[1] ?? Number.NaN, 1)
  expect((end[0] ?? 0) - (corner[0] ?? 0)).toBeCloseTo((start[1] ?? 0) - (corner[1] ?? 0), 0)
  expect(await drawWay(line, 'rtl')).toEqual([start, corner, end])
  expect(await drawWay([at(60, 10)])).toEqual([])
})

it('breaks what is too long, also a word without a space', async () => {
  const short = await pdfOf([{ is: 'note', text: 'x' }])
  const long = await pdfOf([{ is: 'note', text: 'x'.repeat(4000) }])
  expect(linesIn(long)).toBeGreaterThan(linesIn(short) + 20)
})

it('breaks no amount of a table: what is wide is smaller, and stays in its column', async () => {
  const heads = ['Date', 'For', 'Cost', 'Fees', 'Share', 'Cash', 'Card', 'Change']
  const columns = heads.map((head, at) => ({ head, share: at < 2 ? 2 : 1.4, amount: at > 1 }))
  const tableOf = (amount: string) => [
    { is: 'table' as const, columns, rows: [['2026-11-30', 'Trip', ...heads.slice(2).map(() => amount)]] },
  ]
  const usual = linesIn(await pdfOf(tableOf('1.50 kr')))
  for (const amount of ['123\u00a0456,50 kr', '-12\u00a0345\u00a0678,90 kr', 'COP 12.500.000,00'])
    expect(linesIn(await pdfOf(tableOf(amount))), amount).toBe(usual)
})
