// Promise: a line of text in the order in which it is seen, also where Arabic, other letters and numbers stand in one line.
// The rules are those of Unicode (UAX 9) without explicit embeddings: isolates, weak and neutral characters, reordering.

export type Direction = 'ltr' | 'rtl'

/** A part of a line that is drawn at once. `rtl`: in the order of reading, for the font itself turns such letters round. */
export type Run = { text: string; rtl: boolean; font: string }

type Kind = 'L' | 'R' | 'N' | 'separator' | 'sign' | 'other'
type Char = { text: string; kind: Kind; level: number }

const arabic = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\u200f\u061c]/u
const letter = /[\p{L}\u200e]/u
const mark = /\p{M}/u

const kindOf = (char: string): Kind => {
  if (/[0-9\u06f0-\u06f9\u0660-\u0669]/.test(char)) return 'N'
  if (/[.,:/\u00a0\u202f\u066b\u066c\u060c]/.test(char)) return 'separator'
  if (/[-+\u2212#%\u066a\p{Sc}]/u.test(char)) return 'sign'
  if (arabic.test(char)) return 'R'
  return letter.test(char) ? 'L' : 'other'
}

/** Marks go with what they stand on. */
const kindsOf = (chars: readonly string[]): Kind[] => {
  const kinds: Kind[] = []
  for (const char of chars) kinds.push(mark.test(char) ? (kinds.at(-1) ?? 'other') : kindOf(char))
  return kinds
}

/** One separator between two digits, and signs beside them, belong to the number; the rest are neutral. */
const joinNumbers = (kinds: readonly Kind[]): Kind[] => {
  const joined = kinds.map((kind, at) => (kind === 'separator' && kinds[at - 1] === 'N' && kinds[at + 1] === 'N' ? 'N' : kind))
  for (const [first, step] of [
    [0, 1],
    [joined.length - 1, -1],
  ] as const) {
    for (let at = first; at >= 0 && at < joined.length; at += step)
      if (joined[at] === 'sign' && joined[at - step] === 'N') joined[at] = 'N'
  }
  return joined.map((kind) => (kind === 'separator' || kind === 'sign' ? 'other' : kind))
}

/** A number among left-to-right letters is one of them. */
const settleNumbers = (kinds: readonly Kind[], base: Direction): Kind[] => {
  let strong: Kind = base === 'ltr' ? 'L' : 'R'
  return kinds.map((kind) => {
    if (kind === 'L' || kind === 'R') strong = kind
    return kind === 'N' && strong === 'L' ? 'L' : kind
  })
}

const sideOf = (kind: Kind | undefined, base: Direction): 'L' | 'R' => {
  if (kind === undefined) return base === 'ltr' ? 'L' : 'R'
  return kind === 'L' ? 'L' : 'R'
}

/** What is neutral goes with both its sides when they agree, else with the line. */
const settleNeutrals = (kinds: readonly Kind[], base: Direction): Kind[] => {
  const settled = [...kinds]
  for (let from = 0; from < settled.length; from++) {
    if (settled[from] !== 'other') continue
    let to = from
    while (settled[to + 1] === 'other') to += 1
    const before = sideOf(settled[from - 1], base)
    const after = sideOf(settled[to + 1], base)
    settled.fill(before === after ? before : sideOf(undefined, base), from, to + 1)
    from = to
  }
  return settled
}

const pairs: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Brackets go with the line when what is in them does, else with what stands before them; what is no bracket stays. */
const settleBrackets = (chars: readonly string[], kinds: readonly Kind[], base: Direction): Kind[] => {
  const settled = [...kinds]
  const own = sideOf(undefined, base)
  for (const [from, char] of chars.entries()) {
    const to = pairs[char] === undefined ? -1 : chars.indexOf(pairs[char], from)
    const inside = settled.slice(from + 1, Math.max(to, 0)).filter((kind) => kind !== 'other')
    if (to < 0 || inside.length === 0) continue
    const isOwn = inside.some((kind) => sideOf(kind, base) === own)
    const before = settled.slice(0, from).findLast((kind) => kind !== 'other')
    settled[from] = isOwn ? own : sideOf(before, base)
    settled[to] = settled[from]
  }
  return settled
}

const levelOf = (kind: Kind, depth: number): number => {
  const isOdd = depth % 2 === 1
  if (kind === 'R') return isOdd ? depth : depth + 1
  if (kind === 'N') return isOdd ? depth + 1 : depth + 2
  return isOdd ? depth + 1 : depth
}

const opens = /[\u2066-\u2068]/
const closes = '\u2069'

/** Digits alone go from left to right. */
const directionIn = (text: string, opening: string): Direction => {
  if (opening !== '\u2068') return opening === '\u2067' ? 'rtl' : 'ltr'
  for (const char of text) {
    if (arabic.test(char)) return 'rtl'
    if (letter.test(char)) return 'ltr'
  }
  return 'ltr'
}

/** Where the isolate that opens at `from` closes; the end when it never does. */
const closingOf = (chars: readonly string[], from: number): number => {
  let depth = 0
  for (let at = from; at < chars.length; at++) {
    const char = chars[at] ?? ''
    if (opens.test(char)) depth += 1
    if (char === closes && (depth -= 1) === 0) return at
  }
  return chars.length
}

/** The characters with their levels; what is isolated is settled by itself and counts as one neutral thing outside. */
const settle = (text: string, base: Direction, depth: number): Char[] => {
  const chars = [...text]
  const parts: { text: string; inner: Char[] | null }[] = []
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? ''
    if (char === closes) continue
    if (!opens.test(char)) parts.push({ text: char, inner: null })
    else {
      const end = closingOf(chars, at)
      const inside = chars.slice(at + 1, end).join('')
      const direction = directionIn(inside, char)
      const deeper = direction === 'rtl' ? depth + 1 + (depth % 2) : depth + 2 - (depth % 2)
      parts.push({ text: '\ufffc', inner: settle(inside, direction, deeper) })
      at = end
    }
  }
  const shown = parts.map((part) => part.text)
  const numbers = settleNumbers(joinNumbers(kindsOf(shown)), base)
  const kinds = settleNeutrals(settleBrackets(shown, numbers, base), base)
  return parts.flatMap((part, at): Char[] => {
    const kind = kinds[at] ?? 'other'
    return part.inner ?? [{ text: part.text, kind, level: levelOf(kind, depth) }]
  })
}

const mirrors: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

const unseen = /[\u200e\u200f\u061c\u202a-\u202e]/

type Part = { text: string; level: number; font: string }

/** From the highest level to the lowest odd one: what lies that deep or deeper is turned round. */
const reorder = (parts: readonly Part[]): Part[] => {
  const seen = [...parts]
  const deepest = Math.max(0, ...seen.map(({ level }) => level))
  for (let level = deepest; level > 0; level--) {
    for (let from = 0; from < seen.length; from++) {
      if ((seen[from]?.level ?? 0) < level) continue
      let to = from
      while ((seen[to + 1]?.level ?? 0) >= level) to += 1
      seen.splice(from, to - from + 1, ...seen.slice(from, to + 1).toReversed())
      from = to
    }
  }
  return seen
}

/** The runs of one line, from left to right as they are seen. */
export const runsOf = (text: string, base: Direction, fontOf: (char: string) => string): Run[] => {
  const parts: Part[] = []
  for (const { text: char, level } of settle(text, base, base === 'rtl' ? 1 : 0)) {
    if (unseen.test(char)) continue
    const isMark = mark.test(char)
    const last = parts.at(-1)
    const font = isMark && last ? last.font : fontOf(char)
    const shown = level % 2 === 1 ? (mirrors[char] ?? char) : char
    if (last && last.level === level && last.font === font) last.text += shown
    else parts.push({ text: shown, level, font })
  }
  return reorder(parts).map(({ text: part, level, font }) => {
    const rtl = level % 2 === 1 && arabic.test(part)
    return { text: level % 2 === 1 && !rtl ? [...part].toReversed().join('') : part, rtl, font }
  })
}
