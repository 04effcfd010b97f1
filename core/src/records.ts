// Typed records from a list of names, so that none is missing or superfluous.

/** A record of `valueOf` for each of these names, in their order. */
export const makeRecord = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

/** The names of a record, in their order. */
export const listNames = <Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(record) as Name[]
