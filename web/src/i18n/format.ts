// How numbers, amounts, distances and times read: the server writes its documents by the same rules.
export { makeFormat } from '@wayfare/core/format'
export type { Format } from '@wayfare/core/format'
