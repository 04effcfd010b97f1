// For tests: the settings as a server stores them, and their pages.
import { fireEvent, screen } from '@testing-library/react'
import type { AllSettings } from '@wayfare/contract/settings'
import { defaultSettings, pickPublicSettings } from '@wayfare/core/settings'
import type { ComponentType } from 'react'
import { Link, Route, Routes } from 'react-router'
import { show, writesOf, type Server } from '../../../test/server.tsx'
import { SettingsPage } from './settings-page.tsx'

export const stored: AllSettings = {
  settings: {
    ...pickPublicSettings(defaultSettings),
    bonusMoment: 'first_trip',
    bonusPerDay: 5,
    payoutIban: '',
    tipPercents: '',
    rushHours: '',
    rushPercent: 0,
    keepTrackDays: 365,
    keepChatDays: 365,
    keepPhotoDays: 180,
    keepNoticeDays: 90,
    keepInboxDays: 30,
    keepAuditDays: 3650,
    driverApproval: true,
    emailVerify: false,
    negativeBalance: true,
  },
  license: { isSet: false, lastFour: '' },
  licenseChecked: true,
  currencyInUse: false,
  messages: { mail: 'service', sms: 'service' },
  version: 1,
}

export const saveWay = 'PUT /api/settings'
const readWay = 'GET /api/settings/all'

export const storeSettings = (server: Server, all: AllSettings): void => {
  server.answers[readWay] = all
}

export const savedBy = (server: Server): unknown[] => writesOf(server).map(({ body }) => body)

/** A save is taken as it comes, unless the test has said what becomes of it. */
export const showSettings = async (server: Server, all = stored, Page: ComponentType = SettingsPage) => {
  const takeAll = (body: object) => ({ ...stored, settings: { ...stored.settings, ...body } })
  server.answers = { [readWay]: all, [saveWay]: takeAll, ...server.answers }
  const settings = (
    <>
      <Link to="/bookings">away</Link>
      <Page />
    </>
  )
  const shown = show(
    server,
    <Routes>
      <Route path="/settings" element={settings} />
      <Route path="/bookings" element={<p>bookings</p>} />
    </Routes>,
    '/settings',
  )
  await screen.findAllByRole('heading', { level: 2 })
  return shown
}

export const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[data-field="${name}"]`)
  if (!found) throw new Error(`no field ${name}`)
  return found
}
export const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
export const save = () => fireEvent.click(screen.getByRole('button', { name: 'save' }))
