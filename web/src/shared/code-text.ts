// Codes as people type and paste them: with spaces, with words around them, in the digits of their own script.

/** Where the zero of each script stands that writes ten digits in a row: Arabic, Persian, Devanagari, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0xff10]

const asLatinDigit = (character: string): string => {
  const point = character.codePointAt(0) ?? 0
  const zero = zeros.find((one) => point >= one && point < one + 10)
  return zero === undefined ? character : String(point - zero)
}

export const toLatinDigits = (text: string): string => [...text].map(asLatinDigit).join('')

export const codeLength = 6

/** The digits of what was typed or pasted, as many as a code has. */
export const readCode = (text: string): string => toLatinDigits(text).replaceAll(/\D/g, '').slice(0, codeLength)
