// What lies in a service's answer, however deep and whatever it answered.

type Path = readonly (string | number)[]

/** What the text says as JSON; null when it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Undefined when it is not there. */
export const readField = (value: unknown, ...path: Path): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string | number, unknown>)[name]
        : undefined,
    value,
  )

/** Null when there is no text, or an empty one. */
export const readText = (value: unknown, ...path: Path): string | null => {
  const text = readField(value, ...path)
  return typeof text === 'string' && text !== '' ? text : null
}

/** Empty when there is no list. */
export const readList = (value: unknown, ...path: Path): readonly unknown[] => {
  const list = readField(value, ...path)
  return Array.isArray(list) ? list : []
}

/** A name that may be a whole number: as text. Null when there is none, or one too large to be read exactly. */
export const readName = (value: unknown, ...path: Path): string | null => {
  const name = readField(value, ...path)
  return Number.isSafeInteger(name) ? String(name) : readText(value, ...path)
}

/** A moment as text, such as in ISO 8601; null when there is none. */
export const readDate = (value: unknown, ...path: Path): Date | null => {
  const at = new Date(readText(value, ...path) ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}

/** An address; null when it is none. */
export const readUrl = (value: unknown, ...path: Path): string | null => {
  const url = readText(value, ...path)
  return url !== null && URL.canParse(url) ? url : null
}
