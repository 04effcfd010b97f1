// Talking about a booking: what a message may be, and as long as what it may be sent.

/** Longest message, in characters as JavaScript counts them. */
export const longestMessage = 2000

/** Messages of one booking; nobody needs more to find each other. */
export const mostMessages = 500

// the marks that turn the reading direction could make a text say something else
const invisible = /(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu
const loneSurrogate = /\p{Surrogate}/gu

/** The text as it is kept: no control characters but line breaks, at most one empty line in a row; empty when nothing is left. */
export const cleanMessage = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(invisible, '')
    .replaceAll(loneSurrogate, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The key of what is wrong with a cleaned message, or null. */
export const checkMessage = (clean: string): 'proper_message' | null =>
  clean === '' || clean.length > longestMessage ? 'proper_message' : null

/** A city time (YYYY-MM-DDTHH:mm) in the two forms of the specification: MM:DD:YYYY and H:M, without leading zeros in the time. */
export const formatMessageTimes = (cityTime: string): { msgDate: string; msgTime: string } => {
  const [year = '', month = '', day = '', hour = '', minute = ''] = cityTime.split(/[-T:]/)
  return { msgDate: `${month}:${day}:${year}`, msgTime: `${Number(hour)}:${Number(minute)}` }
}
