// Chat about a booking: the rules for messages.

/** Longest message, in UTF-16 code units (JavaScript's length). */
export const longestMessage = 2000

/** Most messages on one booking; nobody needs more to find each other. */
export const mostMessages = 500

// bidi control characters could make a text appear to say something else
const invisible = /(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu
const loneSurrogate = /\p{Surrogate}/gu

/** The text as stored: no control characters but line breaks, at most one blank line in a row; empty if nothing remains. */
export const cleanMessage = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(invisible, '')
    .replaceAll(loneSurrogate, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The key of the problem with a cleaned message, or null. */
export const checkMessage = (clean: string): 'proper_message' | null =>
  clean === '' || clean.length > longestMessage ? 'proper_message' : null

/** A city time (YYYY-MM-DDTHH:mm) in the specification's two forms: MM:DD:YYYY, and H:M without leading zeros. */
export const formatMessageTimes = (cityTime: string): { msgDate: string; msgTime: string } => {
  const [year = '', month = '', day = '', hour = '', minute = ''] = cityTime.split(/[-T:]/)
  return { msgDate: `${month}:${day}:${year}`, msgTime: `${Number(hour)}:${Number(minute)}` }
}
