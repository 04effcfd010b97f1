// How long data is kept once it is over: which kinds there are, and up to when each is let go.
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

/** What a night does, in this order: first the ways of trips are packed, then each kind is let go. */
export const nightSteps = ['pack', ...keptKinds] as const
export type NightStep = (typeof nightSteps)[number]

/** Longer than anything of a trip is measured again, tipped or claimed. */
const packAfterDays = 8

/** What was over before this moment (epoch ms) is packed or let go; null: it is kept for ever. */
export const computeKeptSince = (step: NightStep, settings: Settings, now: number): number | null => {
  const days = step === 'pack' ? packAfterDays : settings[fields[step]]
  return days === 0 ? null : now - days * dayMs
}

/** The step after this one; null after the last. */
export const findNextStep = (step: NightStep): NightStep | null => nightSteps[nightSteps.indexOf(step) + 1] ?? null
