// Promise: whoever is signed in sees the bar of the app, the page's title and its first sentence where the program will show them,
// before the program has come. Nothing of the person stands in it.
import type { Role } from '@wayfare/core/accounts'
import { frameStyle } from './front-frame-style.ts'
import { escapeHtml } from './html.ts'

/** `text`: the sentence below the title; without one it is said that the page is on its way. `sheet`: both stand on a sheet below a map. */
export type Head = { title: string; text?: string; sheet?: 'rider' | 'driver' }

type Heads = Partial<Record<Role, Head>>

/** Roles whose links are tabs on a phone. */
const withTabs: readonly Role[] = ['rider', 'driver']

const forDesk = (title: string, text?: string): Heads => ({ admin: { title, ...(text === undefined ? {} : { text }) } })
const forBoth = (title: string, text?: string): Heads => {
  const { admin } = forDesk(title, text)
  return admin ? { admin, fleetadmin: admin } : {}
}

/** The fleet admin's dashboard names the fleet, which is a person's name: its title here is that of the link. */
const heads: Readonly<Record<string, Heads>> = {
  '/': { rider: { title: 'booking_form_title', sheet: 'rider' } },
  '/bookings': {
    rider: { title: 'nav_my_bookings' },
    driver: { title: 'nav_tasks', sheet: 'driver' },
    ...forBoth('nav_bookings'),
  },
  '/dashboard': forBoth('nav_dashboard'),
  '/earnings': { driver: { title: 'nav_earnings' } },
  '/wallet': { rider: { title: 'nav_wallet' }, driver: { title: 'nav_wallet' } },
  '/profile': { rider: { title: 'nav_profile' }, driver: { title: 'nav_profile' }, ...forBoth('nav_profile') },
  '/riders': forDesk('nav_riders', 'riders_intro'),
  '/drivers': { ...forDesk('drivers_title', 'drivers_intro'), fleetadmin: { title: 'drivers_own', text: 'drivers_own_intro' } },
  '/fleetadmins': forDesk('nav_fleet_admins', 'fleet_admins_intro'),
  '/alladmin': forDesk('nav_admins', 'admins_intro'),
  '/addbookings': forDesk('nav_add_booking', 'desk_intro'),
  '/cartypes': forDesk('nav_car_types', 'car_types_intro'),
  '/cancelreasons': forDesk('nav_cancel_reasons', 'cancel_reasons_intro'),
  '/driverearning': forBoth('nav_driver_earnings', 'driver_earnings_intro'),
  '/earningreports': forDesk('nav_earning_reports', 'earning_reports_intro'),
  '/statements': forBoth('nav_statements', 'statements_intro'),
  '/addtowallet': forDesk('nav_add_to_wallet', 'add_wallet_intro'),
  '/withdraws': forDesk('nav_withdraws', 'withdraws_intro'),
  '/payments': forDesk('nav_payments', 'payments_intro'),
  '/books': forDesk('nav_books', 'books_intro'),
  '/places': forDesk('nav_places', 'places_intro'),
  '/promos': forDesk('nav_promos', 'promos_intro'),
  '/notifications': forDesk('nav_notifications', 'notifications_intro'),
  '/audit': forDesk('nav_audit', 'audit_intro'),
  '/appinfo': forDesk('nav_app_info', 'app_info_intro'),
  '/settings': forDesk('nav_settings', 'settings_intro'),
  '/citymap': forDesk('nav_city_map', 'city_intro'),
  '/system': forDesk('nav_system', 'system_intro'),
  '/languagesetting': forDesk('nav_languages', 'languages_intro'),
}

/** One booking begins as the list of them does: it lies beside the list, or leads back to it. */
const findHeads = (path: string): Heads | null => {
  const listed = path.replace(/^\/bookings\/[^/]+$/, '/bookings')
  return Object.hasOwn(heads, listed) ? (heads[listed] ?? null) : null
}

export const hasFrame = (path: string): boolean => findHeads(path) !== null

/** What the page at this path says to the role first; null where it has no such page. */
export const findHead = (path: string, role: Role): Head | null => findHeads(path)?.[role] ?? null

/** The words of somebody who waits. */
const waiting = 'page_coming'

export const listHeadKeys = ({ title, text = waiting }: Head): string[] => [title, text]

type FrameParts = { role: Role; head: Head; mark: string; appName: string; say: (key: string) => string }

export const renderFrame = ({ role, head, mark, appName, say }: FrameParts): string => {
  const { title, text, sheet } = head
  const words = `<h1>${say(title)}</h1><p${text === undefined ? ' class="wf-wait"' : ''}>${say(text ?? waiting)}</p>`
  const page = sheet ? `<div class="wf-map"></div><div class="wf-sheet">${words}</div>` : words
  const attributes = `${withTabs.includes(role) ? ' data-tabs' : ''}${sheet ? ` data-sheet="${sheet}"` : ''}`
  return [
    `<div id="front" class="wf-frame"${attributes}><style>${frameStyle}</style>`,
    `<div class="wf-bar"><i></i>${mark}<span>${escapeHtml(appName)}</span></div>`,
    `<div class="wf-side"></div><div class="wf-page">${page}</div></div>`,
  ].join('')
}
