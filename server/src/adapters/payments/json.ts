// Names and amounts in a provider's JSON, which may be numbers there.
import { makeOutage } from '../ports.ts'
import { readField } from './fields.ts'
import type { Path } from './fields.ts'

/** What the body holds; null when it is no JSON. */
export const readBody = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return null
  }
}

/** A name that came as text or as a number; null for anything else and for nothing. */
export const readJsonName = (value: unknown, ...path: Path): string | null => {
  const name = readField(value, ...path)
  if (typeof name === 'number' && Number.isSafeInteger(name)) return String(name)
  return typeof name === 'string' && name !== '' ? name : null
}

/** A decimal as a number of JSON that is spelled the same, but for zeros at its end; refused when no number is. */
export const toJsonNumber = (decimal: string): number => {
  const number = Number(decimal)
  const trimmed = decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
  if (String(number) === trimmed) return number
  throw makeOutage('refused', 'the amount has too many digits')
}
