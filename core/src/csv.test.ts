import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvMark, formatCsvLine, readCsv, readCsvCell } from './csv.ts'

describe('a line of a spreadsheet', () => {
  it.each([
    '=1+1',
    '+46',
    '-2+3',
    '-',
    '-1e3',
    '-cmd()',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
    '=1-2',
    '-1-2',
    '=a-1.5',
  ])('never begins a cell as a formula: %j', (text) => {
    expect(formatCsvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  })

  it('leaves a negative number a number', () => {
    expect(formatCsvLine(['-2', '-12.50', -0.5, -1e21])).toBe('-2,-12.50,-0.5,-1e+21\r\n')
    expect(["'=1", "it's =1", "a'=1", '=1'].map(readCsvCell)).toEqual(['=1', "it's =1", "a'=1", '=1'])
  })

  it('quotes what would end a cell', () => {
    expect(formatCsvLine(['a,b', 'say "hi"', 'two\nlines', 7, ''])).toBe('"a,b","say ""hi""","two\nlines",7,\r\n')
  })
})

const bare = (text: string): string => text.replaceAll('"', '')

const cellsOf = (text: string): string[][] | null => readCsv(text)?.map(({ cells }) => cells) ?? null

describe('reading a table', () => {
  it('gives back what was written, whatever stands in the cells', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab,;"\'=+\t\r\n å'), maxLength: 8 })
    // the apostrophe that guards a formula cannot be told from a typed one
    const row = fc
      .array(
        cell.filter((text) => readCsvCell(text) === text),
        { minLength: 2, maxLength: 5 },
      )
      .filter((cells) => cells.some((one) => one.trim() !== ''))
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), fc.boolean(), (rows, marked) => {
        const header = ['first', 'second']
        const text = (marked ? csvMark : '') + [header, ...rows].map(formatCsvLine).join('')
        expect(readCsv(text)?.map(({ cells }) => cells.map(readCsvCell))).toEqual([header, ...rows])
      }),
    )
  })

  it('never throws and never makes up a cell, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab,;"\t\r\n'), maxLength: 40 }), (text) => {
        for (const cell of cellsOf(text)?.flat() ?? []) expect(bare(text)).toContain(bare(cell))
      }),
    )
  })

  it.each([
    [
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a;x",b\n1,2',
      [
        ['a;x', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a;b;c;d","say ""e;f;g""\nh;i",j\n1,2,3',
      [
        ['a;b;c;d', 'say "e;f;g"\nh;i', 'j'],
        ['1', '2', '3'],
      ],
    ],
    // the separator of the header counts, not the one that is more frequent further down
    [
      'a,b\n1;2;3,4;5;6',
      [
        ['a', 'b'],
        ['1;2;3', '4;5;6'],
      ],
    ],
    [
      'a,b\r\n1,\r\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['', []],
    ['\n\n,,\n', []],
  ])('finds what separates the cells, and the ends of lines: %j', (text, rows) => {
    expect(cellsOf(text)).toEqual(rows)
  })

  it('says on which line of the file a row begins', () => {
    const rows = readCsv('a,b\n"two\nlines",1\n\n,,\nlast,2\n')
    expect(rows?.map(({ line }) => line)).toEqual([1, 2, 6])
  })

  it.each(['a,b\n"never ends,1', 'a,b\n"x"y,1', 'a,b\n1,"'])('is none when a quote is out of place: %j', (text) => {
    expect(readCsv(text)).toBeNull()
  })

  it('keeps a quote within a plain cell', () => {
    expect(cellsOf('a,b\n5" wheel,1')).toEqual([
      ['a', 'b'],
      ['5" wheel', '1'],
    ])
  })
})
