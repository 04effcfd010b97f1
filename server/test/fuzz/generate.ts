// Input for an operation of the OpenAPI document: mostly what its schema asks for, and now and then what no client of good will sends.
import type { JsonSchema, OpenApi } from '@wayfare/contract/openapi-types'
import type { Dice } from '../random/dice.ts'

/** Text that stands for itself in the JSON that is sent, since JSON.stringify would not write it. */
export const raw = (text: string): string => `@raw(${text})`
export const withRaw = (json: string): string => json.replaceAll(/"@raw\((.*?)\)"/g, '$1')

const nested = (open: string, close: string, times: number): string => raw(`${open.repeat(times)}0${close.repeat(times)}`)

const hostile: readonly [unknown, ...unknown[]] = [
  '\ud800',
  'a\udc00b',
  '\0',
  '',
  ' ',
  'å'.repeat(9000),
  '%00%ff',
  '../../etc/passwd',
  "'; drop table booking; --",
  '-9223372036854775809',
  '99999999999999999999:99999999999999999999',
  Buffer.from('99999999999999999:a').toString('base64url'),
  Buffer.from('-99999999999999999999:a').toString('base64url'),
  Buffer.from('\ud800:a', 'utf16le').toString('base64url'),
  '275760-09-13T00:00:00.001Z',
  '9999-99-99',
  '0000-00-00',
  '1e309',
  'NaN',
  '__proto__',
  null,
  true,
  [],
  {},
  [[]],
  0,
  -0,
  -1,
  0.1,
  1e-320,
  8_640_000_000_000_001,
  -8_640_000_000_000_001,
  8_639_999_999_999_999,
  Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  1e308,
  raw('1e999'),
  raw('123456789012345678901234567890'),
  raw('{"__proto__":{"isAdmin":true}}'),
  nested('[', ']', 9000),
  nested('{"a":', '}', 5000),
]

const hostileNames: readonly [string, ...string[]] = ['\ud800', '\0', '__proto__', 'constructor', 'toString', '', 'a'.repeat(300)]

/** What a text may be, tried against the pattern of its schema. */
const likelyTexts = `1|10.00|0.5|-3|100000|#46F34D|en|sv|ar|SEK|EUR|46|+46701234567|123456|12345|2026-11-22|2026-11|12:30
2026-11-22T10:00:00.000Z|Anna|a long line of text|key-1234567890|someone@fuzz.example|https://example.com/x|wayfare1|ABC123
bookings|bookings.add|tripdate|UTC`.split(/[|\n]/)

export type Source = { dice: Dice; document: OpenApi; ids: readonly string[] }

const resolved = (document: OpenApi, schema: JsonSchema): JsonSchema => {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}

const textFor = ({ dice, ids }: Source, { pattern, minLength, maxLength }: JsonSchema): string => {
  const isFit = (text: string): boolean =>
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)) &&
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? Number.POSITIVE_INFINITY)
  const known = dice.chance(0.5) ? ids : likelyTexts
  return (
    dice.pickAny(known.filter(isFit)) ??
    dice.pickAny([...likelyTexts, ...ids].filter(isFit)) ??
    'x'.repeat(Number(minLength ?? 1))
  )
}

const numberFor = ({ dice }: Source, { minimum, maximum, type }: JsonSchema): number => {
  const low = Number(minimum ?? -1000)
  const high = Number(maximum ?? Math.max(low, 0) + 2_000_000_000_000)
  const edge = dice.pick([low, high, Date.now() + 3_600_000, Math.min(high, low + dice.below(100))])
  const value = Math.min(high, Math.max(low, edge))
  return type === 'integer' ? Math.trunc(value) : value
}

const recordFor = (source: Source, schema: JsonSchema, depth: number): Record<string, unknown> => {
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name) || source.dice.chance(0.4))
  return Object.fromEntries(fields.map(([name, inner]) => [name, valueFor(source, inner, depth + 1)]))
}

const plainFor = (source: Source, schema: JsonSchema, depth: number): unknown => {
  const { dice } = source
  const type = Array.isArray(schema.type) ? dice.pickAny(schema.type) : schema.type
  if (type === 'array' && schema.prefixItems) return schema.prefixItems.map((inner) => valueFor(source, inner, depth + 1))
  if (type === 'array')
    return Array.from({ length: depth > 4 ? 0 : dice.below(3) }, () => valueFor(source, schema.items ?? {}, depth + 1))
  if (type === 'object' || schema.properties) return recordFor(source, schema, depth)
  if (type === 'number' || type === 'integer') return numberFor(source, { ...schema, type })
  if (type === 'boolean') return dice.chance(0.5)
  return type === 'null' ? null : textFor(source, schema)
}

/** A value that the schema would take, as far as its pattern can be guessed. */
export const valueFor = (source: Source, given: JsonSchema, depth = 0): unknown => {
  const { dice, document } = source
  const schema = resolved(document, given)
  if ('const' in schema) return schema.const
  if (schema.enum) return dice.pickAny(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  return choices ? valueFor(source, dice.pickAny(choices) ?? {}, depth) : plainFor(source, schema, depth)
}

export const hostileValue = (dice: Dice): unknown => dice.pick(hostile)

/** The same with one place in it, wherever it lies, turned into something nobody asked for. */
export const spoiled = (dice: Dice, value: unknown): unknown => {
  if (Array.isArray(value) && value.length > 0 && dice.chance(0.8)) {
    const at = dice.below(value.length)
    return value.map((inner, i) => (i === at ? spoiled(dice, inner) : inner))
  }
  if (typeof value !== 'object' || value === null || dice.chance(0.05)) return hostileValue(dice)
  const names = Object.keys(value)
  if (names.length === 0 || dice.chance(0.1)) return { ...value, [dice.pick(hostileNames)]: hostileValue(dice) }
  const name = dice.pickAny(names) ?? ''
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === name ? spoiled(dice, inner) : inner]))
}
