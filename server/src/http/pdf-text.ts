// Promise: a line of text in the order in which it is seen, also where Arabic, other letters and numbers stand in one line.
import bidiModule from 'bidi-js'

export type Direction = 'ltr' | 'rtl'

/** A part of a line that is drawn at once. `rtl`: in the order of reading, for the font itself turns such letters round. */
export type TextRun = { text: string; rtl: boolean; font: string }

// Its types describe the ES module; Node loads the CommonJS one, which is the function itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)()
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u
const mark = /\p{M}/u
/** Marks of direction, embeddings and isolates. */
const unseen = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/

/** Marks go with what they stand on. */
const fontsOf = (chars: readonly string[], fontOf: (char: string) => string): string[] => {
  const fonts: string[] = []
  for (const char of chars) fonts.push((mark.test(char) && fonts.at(-1)) || fontOf(char))
  return fonts
}

/** The runs of one line, from left to right as they are seen. */
export const splitRuns = (text: string, base: Direction, fontOf: (char: string) => string): TextRun[] => {
  const chars = [...text]
  const fonts = fontsOf(chars, fontOf)
  // The library counts UTF-16 units and takes the halves of a pair for letters; pairs here are emoji, which are neutral.
  const units = chars.map((char) => (char.length > 1 ? '\ufffc' : char)).join('')
  const embedding = bidi.getEmbeddingLevels(units, base)
  const parts: { chars: string[]; font: string; isOdd: boolean }[] = []
  for (const at of bidi.getReorderedIndices(units, embedding)) {
    const char = chars[at] ?? ''
    const font = fonts[at] ?? ''
    const isOdd = (embedding.levels[at] ?? 0) % 2 === 1
    if (unseen.test(char)) continue
    const last = parts.at(-1)
    const part = last?.font === font && last.isOdd === isOdd ? last : { chars: [], font, isOdd }
    if (part !== last) parts.push(part)
    part.chars.push(isOdd ? (bidi.getMirroredCharacter(char) ?? char) : char)
  }
  return parts.map((part) => {
    const rtl = part.isOdd && part.chars.some((char) => rightToLeft.test(char))
    return { text: (rtl ? part.chars.toReversed() : part.chars).join(''), rtl, font: part.font }
  })
}
