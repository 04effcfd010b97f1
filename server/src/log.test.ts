import { expect, it } from 'vitest'
import { makeLog } from './log.ts'

const write = (isProduction: boolean, level: 'info' | 'error' = 'info') => {
  const lines: string[] = []
  return { lines, log: makeLog({ logLevel: level, isProduction }, (line) => void lines.push(line)) }
}

it('writes JSON in production, one line each, with the cause of an error', () => {
  const { lines, log } = write(true)
  log.error({ err: new Error('outer', { cause: new Error('inner') }), amount: 5n }, 'it broke\nbadly')
  expect(lines[0]).not.toContain('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    message: 'it broke\nbadly',
    amount: '5',
    err: { message: 'outer', cause: { message: 'inner' } },
  })
})

it('writes for people outside production', () => {
  const { lines, log } = write(false)
  log.info({ port: 3000, name: 'Ann' }, 'ready')
  log.warn({}, 'careful')
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d ready port=3000 name=Ann$/)
  expect(lines[1]).toMatch(/ warn: careful$/)
})

it('leaves out what is below the level', () => {
  const { lines, log } = write(false, 'error')
  log.warn({}, 'careful')
  log.debug({}, 'detail')
  expect(lines).toEqual([])
})

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

it('leaves out what people sent when an error quotes it', () => {
  const invalid = Object.assign(new Error('invalid input syntax for type integer: "Zebulonia"'), { code: '22P02' })
  const errors = [invalid, parse('{"name": Zebulonia}'), parse('Zebulonia'), parse(`{"a": ${'1'.repeat(200)}, Zebulonia`)]
  for (const isProduction of [true, false]) {
    const { lines, log } = write(isProduction)
    for (const err of errors) log.error({ err }, 'it broke')
    expect(lines).toHaveLength(errors.length)
    for (const line of lines) expect(line).not.toContain('Zebulonia')
    expect(lines[0]).toContain('invalid input syntax for type integer')
  }
})
