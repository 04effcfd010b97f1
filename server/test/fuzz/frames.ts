// Frames of strangers on the live socket: what the document names, spoiled, and what is no frame at all.
import type { Dice } from '../random/dice.ts'
import { hostileValue, spoiled, valueFor, withRaw, type Source } from './generate.ts'

const topics = ['settings', 'me', 'bookings', 'tasks', 'drivers', 'people', 'payments', 'languages', 'notifications'] as const

const cursors =
  `1:1|0:0|18446744073709551615:9223372036854775807|18446744073709551616:1|1:9223372036854775808|-1:1|1|٣:٣|a|`.split('|')

const subscription = (dice: Dice, ids: readonly string[]): object => {
  const named = [`booking:${dice.pickAny(ids) ?? ''}`, `chat:${dice.pickAny(ids) ?? ''}`, dice.pick(topics)] as const
  return {
    type: dice.chance(0.9) ? 'subscribe' : 'unsubscribe',
    topic: dice.pick(named),
    ...(dice.chance(0.7) ? { since: dice.pickAny(cursors) } : {}),
  }
}

/** Text or bytes; most of it a frame that is almost right. */
export const makeFrame = (source: Source): string | Buffer => {
  const { dice, document, ids } = source
  if (dice.chance(0.03)) return Buffer.from('{"type":"ping"}')
  if (dice.chance(0.05)) return withRaw(JSON.stringify(hostileValue(dice)))
  const frame = dice.chance(0.5) ? subscription(dice, ids) : valueFor(source, document.components.schemas['ClientFrame'] ?? {})
  return withRaw(JSON.stringify(dice.chance(0.4) ? spoiled(dice, frame) : frame))
}
