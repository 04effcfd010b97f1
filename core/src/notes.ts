// What the desk writes down about a booking: short, and for the desk alone.
import { cleanMessage } from './chat.ts'

/** Longest note, in characters as JavaScript counts them. */
export const longestNote = 1000

/** Notes of one booking; more than a call at each step makes. */
export const mostNotes = 200

/** The text as it is kept. */
export const cleanNote = cleanMessage

/** The key of what is wrong with a cleaned note, or null. */
export const checkNote = (clean: string): 'proper_note' | null =>
  clean === '' || clean.length > longestNote ? 'proper_note' : null
