import { describe, expect, it } from 'vitest'
import { ownKeys, Refusal } from './errors.ts'
import { specificationKeys } from './specification-keys.ts'
import { getExponent } from './money.ts'
import {
  bonusMoments,
  categories,
  defaultSettings,
  messageSwitches,
  passwordRules,
  pickPublicSettings,
  switchFields,
} from './settings.ts'

describe('the settings', () => {
  it('begin with values that fit each other', () => {
    expect(categories).toContain(defaultSettings.category)
    expect(defaultSettings.decimal).toBeLessThanOrEqual(getExponent(defaultSettings.code))
    expect(defaultSettings.driverRadius).toBe(10)
    expect(Intl.DateTimeFormat('en', { timeZone: defaultSettings.timeZone }).resolvedOptions().timeZone).toBe('Europe/Stockholm')
  })

  it('begin with what a new operator expects to be on and off', () => {
    expect(switchFields.filter((field) => defaultSettings[field])).toEqual([
      'swipeSymbol',
      'otpSecure',
      'driverApproval',
      'allowCountrySelection',
      'autoDispatch',
      'carHornRepeat',
      'negativeBalance',
      'bankFields',
      'panic',
      'allowCriticalEditsAdmin',
    ])
    const { license, contactEmail, companyName, companyTerms, deskNumber, payoutIban } = defaultSettings
    expect([license, contactEmail, companyName, companyTerms, deskNumber, payoutIban]).toEqual(Array(6).fill(''))
    expect([defaultSettings.panicNumber, defaultSettings.rushHours]).toEqual(['112', '07:00-09:00, 15:30-18:00'])
  })

  it('offer what the specification names, and name what makes people wait for a message', () => {
    expect([categories, passwordRules, bonusMoments]).toEqual([
      ['taxi', 'delivery', 'both'],
      ['spec', 'modern'],
      ['first_trip', 'approval'],
    ])
    expect(messageSwitches.map(({ field, needs }) => `${field} ${needs}`)).toEqual(['emailVerify mail', 'mobileLoginEnabled sms'])
  })

  it('show a visitor everything except the inner rules', () => {
    const hidden = Object.keys(defaultSettings).filter((name) => !(name in pickPublicSettings(defaultSettings)))
    const inner = [
      'bonusMoment',
      'bonusPerDay',
      'driverApproval',
      'emailVerify',
      'keepAuditDays',
      'keepChatDays',
      'keepInboxDays',
      'keepNoticeDays',
      'keepPhotoDays',
      'keepTrackDays',
      'license',
      'negativeBalance',
      'payoutIban',
      'rushHours',
      'rushPercent',
      'tipPercents',
    ]
    expect(hidden.toSorted()).toEqual(inner)
  })
})

describe('the message keys', () => {
  it('are each there once', () => {
    const keys = [...specificationKeys, ...ownKeys]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are what a refusal says', () => {
    const refusal = new Refusal('fare_changed', { fare: '187.00' })
    expect([refusal.key, refusal.message, refusal.name, refusal.details]).toEqual([
      'fare_changed',
      'fare_changed',
      'Refusal',
      { fare: '187.00' },
    ])
  })
})
