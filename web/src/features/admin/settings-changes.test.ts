import type { AllSettings } from '@wayfare/contract/settings'
import { defaultSettings } from '@wayfare/core/settings'
import { expect, test } from 'vitest'
import { stored } from './fake-settings.tsx'
import { addChange, findFirstProblem, keepOpenChanges, makeFieldDraft, removeChange } from './settings-changes.ts'
import { listFields, listGroups } from './settings-groups.ts'

const all: AllSettings = { ...stored, license: { isSet: true, lastFour: '1234' }, licenseChecked: false }

test('the two pages have every setting once, and app info has the ten that visitors read', () => {
  const appInfo = listFields('appInfo')
  expect(appInfo).toHaveLength(10)
  expect([...listFields('settings'), ...appInfo].toSorted()).toEqual(Object.keys(defaultSettings).toSorted())
})

const shown = (category: 'taxi' | 'delivery' | 'both') =>
  listGroups('settings', { category })
    .flatMap(({ fields }) => fields.map(({ field }) => field))
    .filter((field) => field === 'panic' || field.endsWith('ImageCapture'))

test('the emergency button is for taxis, the photos for parcels', () => {
  expect(shown('taxi')).toEqual(['panic'])
  expect(shown('delivery')).toEqual(['allowDeliveryPickupImageCapture', 'allowFinalDeliveryImageCapture'])
  expect(shown('both')).toHaveLength(3)
})

test('a field that is back at what is stored is no change', () => {
  const once = addChange(all, {}, 'appName', 'Majorna')
  expect(once).toEqual({ appName: 'Majorna' })
  expect(addChange(all, once, 'appName', 'Wayfare')).toEqual({})
})

test('a number from 0 is kept as a number, anything else as empty', () => {
  expect(addChange(all, {}, 'bonus', '25')).toEqual({ bonus: 25 })
  expect(addChange(all, {}, 'bonus', '0')).toEqual({})
  for (const typed of ['', '-5', 'many']) expect(addChange(all, {}, 'bonus', typed)).toEqual({ bonus: '' })
})

test('a license is a change, also when it is to be removed, and is never part of what is shown', () => {
  expect(makeFieldDraft(all, {}).license).toBe('')
  const removed = addChange(all, {}, 'license', '')
  expect(removed).toEqual({ license: '' })
  expect(removeChange(removed, 'license')).toEqual({})
})

test('what another admin saved meanwhile is no change any more, the rest stays', () => {
  const theirs = { ...all, settings: { ...all.settings, appName: 'Majorna', bonus: 10 } }
  expect(keepOpenChanges(theirs, { appName: 'Majorna', symbol: 'SEK', license: 'x' })).toEqual({ symbol: 'SEK', license: 'x' })
  expect(makeFieldDraft(theirs, { symbol: 'SEK' })).toMatchObject({ appName: 'Majorna', bonus: 10, symbol: 'SEK' })
})

test('the first problem is the first on the page', () => {
  const problems = { playStoreLink: 'proper_link', timeZone: 'proper_time_zone', bonus: 'proper_bonus' } as const
  expect(findFirstProblem('settings', problems)).toBe('bonus')
  expect(findFirstProblem('appInfo', problems)).toBe('playStoreLink')
  expect(findFirstProblem('appInfo', { bonus: 'proper_bonus' })).toBeNull()
})
