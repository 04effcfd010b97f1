import { getDashboard } from '@wayfare/contract/reports'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { applyCityProposal, getCityProposal } from '@wayfare/contract/settings-proposal'
import { isTimeZone } from '@wayfare/core/settings-checks'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)
const { call, refusal, make } = app
const admin = await make.admin()

/** Zones the database does not know or takes for others: ACT is Darwin's to us, IST India's or Israel's, CET has no summer. */
const foreign = ['ACT', 'IST', 'US/Pacific-New', 'CET', 'EET', 'MET', 'WET'].filter(isTimeZone)

test('a time zone that the database does not know by its name is refused, and trips can be paid', async () => {
  expect(foreign).toEqual(expect.arrayContaining(['IST', 'CET']))
  for (const timeZone of foreign) {
    const told = await refusal(saveSettings, { timeZone }, { as: admin })
    expect([told.key, told.details]).toMatchObject(['proper_time_zone', { fields: { timeZone: 'proper_time_zone' } }])
  }
  expect((await call(getAllSettings, {}, { as: admin })).settings.timeZone).toBe('Europe/Stockholm')
  const { rider, id } = await trips.trip('PAID')
  const { convenienceFees } = await trips.get(rider, id)
  expect((await call(getDashboard, {}, { as: admin })).revenue.today).toBe(convenienceFees)
})

test('nor is it taken over with a country', async () => {
  const place = { country: 'IN', timeZone: 'IST' }
  const { parts, seen } = await call(getCityProposal, place, { as: admin })
  expect(parts).toContain('timeZone')
  expect((await refusal(applyCityProposal, { ...place, parts: ['timeZone'], seen }, { as: admin })).key).toBe('proper_time_zone')
})

test('older and newer names of a place are known, in any case', async () => {
  for (const timeZone of [
    'Asia/Calcutta',
    'Asia/Kolkata',
    'Europe/Kiev',
    'Europe/Kyiv',
    'africa/cairo',
    'UTC',
    'Europe/Stockholm',
  ])
    expect((await call(saveSettings, { timeZone }, { as: admin })).settings.timeZone).toBe(timeZone)
})
