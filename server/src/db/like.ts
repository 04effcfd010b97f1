// Promise: what people type is looked for as it stands: no sign of it means anything else in a pattern of LIKE.

/** Anywhere in a text. */
export const makeLikePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Where a text begins. */
export const matchesBeginning = (text: string): string => makeLikePattern(text).slice(1)
