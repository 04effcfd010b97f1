// What a person opened from the palette last, kept in this browser until they sign out.
import { parseKept, readKept, writeKept } from '../../api/unsent.ts'

const name = 'palette'
const mostKept = 5

/** An item without what only the page knows. */
type RecentItem = { id: string; label: string; detail?: string; to?: string }

const isText = (value: unknown): value is string => typeof value === 'string'

const isRecent = (value: unknown): value is RecentItem => {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('label' in value)) return false
  // a kept address leads within this site
  const isInside = !('to' in value) || (isText(value.to) && /^\/(?!\/)/.test(value.to))
  return isText(value.id) && isText(value.label) && isInside && (!('detail' in value) || isText(value.detail))
}

export const readRecent = (userId: string): RecentItem[] => parseKept(readKept(userId, name), isRecent).slice(0, mostKept)

export const keepRecent = (userId: string, { id, label, detail, to }: RecentItem): void => {
  const item = { id, label, ...(detail === undefined ? {} : { detail }), ...(to === undefined ? {} : { to }) }
  const others = readRecent(userId).filter((one) => one.id !== id)
  writeKept(userId, name, JSON.stringify([item, ...others].slice(0, mostKept)))
}
