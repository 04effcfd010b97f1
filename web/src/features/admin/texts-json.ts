// Texts by key as JSON: written line by line, and read with the line and column of the first mistake.

type JsonFault = { line: number; column: number; offset: number }
type ParsedTexts = { pairs: Record<string, string>; fault?: never } | { pairs?: never; fault: JsonFault }

export const printTexts = (pairs: Readonly<Record<string, string>>): string => JSON.stringify(pairs, null, 2)

const space = /[ \t\r\n]*/y
const word = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy

const placeOf = (text: string, offset: number): JsonFault => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, offset }
}

/** One object of texts by key; each key once. Anything else is a mistake at its place. */
export const parseTexts = (text: string): ParsedTexts => {
  let at = text.startsWith('\ufeff') ? 1 : 0
  const pairs = new Map<string, string>()
  const fault = (): ParsedTexts => ({ fault: placeOf(text, at) })
  /** Goes past white space and then past the sign if it stands there. */
  const take = (sign: string): boolean => {
    space.lastIndex = at
    at += space.exec(text)?.[0].length ?? 0
    if (text[at] !== sign) return false
    at += 1
    return true
  }
  const takeWord = (): string | null => {
    take('')
    word.lastIndex = at
    const found = word.exec(text)?.[0]
    if (found === undefined) return null
    at += found.length
    return JSON.parse(found) as string
  }
  if (!take('{')) return fault()
  let isDone = take('}')
  while (!isDone) {
    take('')
    const from = at
    const key = takeWord()
    if (key === null) return fault()
    if (pairs.has(key)) return { fault: placeOf(text, from) }
    if (!take(':')) return fault()
    const value = takeWord()
    if (value === null) return fault()
    pairs.set(key, value)
    isDone = take('}')
    if (!isDone && !take(',')) return fault()
  }
  take('')
  return at < text.length ? fault() : { pairs: Object.fromEntries(pairs) }
}
