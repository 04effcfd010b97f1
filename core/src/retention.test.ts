import { expect, it } from 'vitest'
import { computeKeptSince, findNextStep, nightSteps, type NightStep } from './retention.ts'
import { defaultSettings } from './settings.ts'

const now = Date.UTC(2026, 10, 27)

it('keeps each kind for the days of its own setting', () => {
  const settings = {
    ...defaultSettings,
    keepTrackDays: 31,
    keepChatDays: 32,
    keepPhotoDays: 33,
    keepNoticeDays: 34,
    keepInboxDays: 35,
    keepAuditDays: 366,
  }
  const kinds = nightSteps.filter((step) => step !== 'pack')
  const days = kinds.map((kind) => (now - (computeKeptSince(kind, settings, now) ?? 0)) / 86_400_000)
  expect(days).toEqual([31, 32, 33, 34, 35, 366])
})

it('lets nothing go of what is kept for ever', () => {
  expect(computeKeptSince('chat', { ...defaultSettings, keepChatDays: 0 }, now)).toBeNull()
})

it('comes to each step once', () => {
  const seen: NightStep[] = []
  for (let step: NightStep | null = 'pack'; step !== null; step = findNextStep(step)) seen.push(step)
  expect(seen).toEqual(nightSteps)
})

it('packs ways after eight days, whatever the settings say', () => {
  expect(computeKeptSince('pack', { ...defaultSettings, keepTrackDays: 0 }, now)).toBe(now - 8 * 86_400_000)
})
