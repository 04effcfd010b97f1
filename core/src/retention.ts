// Data retention: the kinds of data that expire, and the age at which each is removed.
import type { NumberField, Settings } from './settings.ts'

const keptKinds = ['track', 'chat', 'photo', 'notice', 'inbox', 'audit'] as const
type KeptKind = (typeof keptKinds)[number]

const fields = {
  track: 'keepTrackDays',
  chat: 'keepChatDays',
  photo: 'keepPhotoDays',
  notice: 'keepNoticeDays',
  inbox: 'keepInboxDays',
  audit: 'keepAuditDays',
} as const satisfies Record<KeptKind, NumberField>

const dayMs = 86_400_000

/** The steps of a night, in order: tracks of trips are packed first, then each kind is removed. */
export const nightSteps = ['pack', ...keptKinds] as const
export type NightStep = (typeof nightSteps)[number]

/** Longer than anything about a trip can still be measured again, tipped or claimed. */
const packAfterDays = 8

/** Data of what ended before this moment (epoch ms) is packed or removed; null if it is kept for ever. */
export const computeKeptSince = (step: NightStep, settings: Settings, now: number): number | null => {
  const days = step === 'pack' ? packAfterDays : settings[fields[step]]
  return days === 0 ? null : now - days * dayMs
}

/** The step after this one; null after the last. */
export const findNextStep = (step: NightStep): NightStep | null => nightSteps[nightSteps.indexOf(step) + 1] ?? null
