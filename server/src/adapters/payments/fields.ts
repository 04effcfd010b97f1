// What lies in a provider's answer, however deep and whatever it answered.

export type Path = readonly (string | number)[]

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
