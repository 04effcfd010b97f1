import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of a spreadsheet', () => {
  it.each(['=1+1', '+46', '-2', '@SUM(A1)', '\tx', '\rx'])('never begins a cell as a formula: %j', (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  })

  it('quotes what would end a cell', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 7, ''])).toBe('"a,b","say ""hi""","two\nlines",7,\r\n')
  })
})
