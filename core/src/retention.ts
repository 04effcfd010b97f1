// How long data is kept once it is over: which kinds there are, and up to when each is let go.
import type { NumberField, Settings } from './settings.ts'

/** In the order in which a night goes through them. */
export const keptKinds = ['track', 'chat', 'photo', 'notice', 'inbox', 'audit'] as const
export type KeptKind = (typeof keptKinds)[number]

const fields = {
  track: 'keepTrackDays',
  chat: 'keepChatDays',
  photo: 'keepPhotoDays',
  notice: 'keepNoticeDays',
  inbox: 'keepInboxDays',
  audit: 'keepAuditDays',
} as const satisfies Record<KeptKind, NumberField>

const dayMs = 86_400_000

/** What was over before this moment (epoch ms) is let go; null: it is kept for ever. */
export const computeKeptSince = (kind: KeptKind, settings: Settings, now: number): number | null => {
  const days = settings[fields[kind]]
  return days === 0 ? null : now - days * dayMs
}

/** The kind after this one; null after the last. */
export const findNextKind = (kind: KeptKind): KeptKind | null => keptKinds[keptKinds.indexOf(kind) + 1] ?? null
