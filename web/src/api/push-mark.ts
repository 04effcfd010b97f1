import { readStored, writeStored } from '../ui/storage.ts'
// Whether notices were turned on in this browser, and by whom: small enough for every page to ask.

const key = 'wayfare.push'

/** The id of the person who turned them on here. */
export const readPushMark = (): string | null => readStored(key)

export const markPush = (userId: string | null): void => void writeStored(key, userId)
