// Notes of the desk about a booking: short, and visible to the desk only.
import { cleanMessage } from './chat.ts'

/** Longest note, in UTF-16 code units (JavaScript's length). */
export const longestNote = 1000

/** Most notes on one booking: more than a call at every step would produce. */
export const mostNotes = 200

/** The text as stored. */
export const cleanNote = cleanMessage

/** The key of the problem with a cleaned note, or null. */
export const checkNote = (clean: string): 'proper_note' | null =>
  clean === '' || clean.length > longestNote ? 'proper_note' : null
