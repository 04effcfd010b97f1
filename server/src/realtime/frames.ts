// Parses a client's frames. Most frames are positions, which are checked by hand in less than half the time of the contract's
// schema; a property test compares both.
import { clientFrame, type ClientFrame } from '@wayfare/contract/live'

type Positions = Extract<ClientFrame, { type: 'positions' }>
type Fields = Readonly<Record<string, unknown>>

const device = /^[A-Za-z0-9_-]{4,60}$/
const [firstMs, lastMs] = [-62_135_596_800_000, 253_402_300_799_999]
const mostFixes = 200

/** Arrays pass, too, but lack the required fields. */
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const isWithin = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most

const isWhole = (value: unknown, least: number, most: number): boolean =>
  isWithin(value, least, most) && Number.isSafeInteger(value)

/** A number that a device may omit or report as unknown. */
const isSaid = (value: unknown, most: number): boolean => value === undefined || value === null || isWithin(value, 0, most)

const isKeyOfFix = (key: string): boolean =>
  key === 'seq' || key === 'at' || key === 'lat' || key === 'lng' || key === 'heading' || key === 'speed' || key === 'accuracy'

const isKeyOfBatch = (key: string): boolean =>
  key === 'type' || key === 'device' || key === 'sentAt' || key === 'fixes' || key === 'quiet'

const hasOnly = (fields: Fields, isKey: (key: string) => boolean): boolean => {
  for (const key in fields) if (!isKey(key)) return false
  return true
}

const isFix = (value: unknown): boolean =>
  isFields(value) &&
  isWhole(value['seq'], 0, Number.MAX_SAFE_INTEGER) &&
  isWhole(value['at'], firstMs, lastMs) &&
  isWithin(value['lat'], -90, 90) &&
  isWithin(value['lng'], -180, 180) &&
  isSaid(value['heading'], 360) &&
  isSaid(value['speed'], 200) &&
  isSaid(value['accuracy'], 100_000) &&
  hasOnly(value, isKeyOfFix)

const isListOfFixes = (value: unknown): boolean =>
  Array.isArray(value) && value.length >= 1 && value.length <= mostFixes && value.every(isFix)

const isPositions = (value: Fields): value is Fields & Positions =>
  typeof value['device'] === 'string' &&
  device.test(value['device']) &&
  isWhole(value['sentAt'], firstMs, lastMs) &&
  isListOfFixes(value['fixes']) &&
  (value['quiet'] === undefined || typeof value['quiet'] === 'boolean') &&
  hasOnly(value, isKeyOfBatch)

/** The frame; null if it is invalid. */
export const parseFrame = (text: string): ClientFrame | null => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (isFields(value) && value['type'] === 'positions') return isPositions(value) ? value : null
  const parsed = clientFrame.safeParse(value)
  return parsed.success ? parsed.data : null
}
