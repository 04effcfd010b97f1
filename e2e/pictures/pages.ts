// Every page that is taken a picture of: who looks, under which name the file is kept, and what it shows.
import type { Page } from '@playwright/test'
import type { Role } from '@wayfare/core/accounts'
import { open, press, refuse, search, texts } from './steps.ts'

export type Shown = {
  /** the picture's file name */
  name: string
  /** what stands in braces is filled in from the life: {started} is the booking on its way */
  path: string
  what: string
  /** a map takes its time */
  isSlow?: boolean
  /** what is done on the page before */
  first?: (page: Page) => Promise<unknown>
}

/** `locked` is an admin of an installation whose critical edits are locked: they come last, since nothing there opens the lock. */
export type Viewer = Role | 'visitor' | 'locked'

/** In the order of docs/PICTURES.md. A picture of one state more is one line more. */
export const pages: Record<Viewer, readonly Shown[]> = {
  admin: [
    { name: 'admin-dashboard', path: '/dashboard', what: 'What goes on now, and what it earns', isSlow: true },
    { name: 'admin-bookings', path: '/bookings', what: 'Bookings: filtered, searched, kept as views' },
    { name: 'admin-booking', path: '/bookings/{started}', what: 'One booking: who, where, how it went', isSlow: true },
    { name: 'admin-booking-closed', path: '/bookings/{complete}', what: 'A booking that is over', isSlow: true },
    { name: 'admin-no-bookings', path: '/bookings?search=zzzz', what: 'A filter that finds nothing' },
    { name: 'admin-add-booking', path: '/addbookings', what: 'The desk books for someone who calls', isSlow: true },
    { name: 'admin-riders', path: '/riders', what: 'Riders' },
    { name: 'admin-drivers', path: '/drivers', what: 'Drivers' },
    { name: 'admin-driver', path: '/drivers?person={driver}', what: 'One driver, with the figures' },
    { name: 'admin-fleet-admins', path: '/fleetadmins', what: 'Fleet admins' },
    { name: 'admin-admins', path: '/alladmin', what: 'Admins' },
    { name: 'admin-earning-reports', path: '/earningreports', what: 'Earning reports' },
    { name: 'admin-driver-earnings', path: '/driverearning', what: 'Driver earnings' },
    { name: 'admin-statements', path: '/statements', what: 'Statements of a month' },
    { name: 'admin-payments', path: '/payments', what: 'Card payments' },
    { name: 'admin-payment', path: '/payments/{payment}', what: 'One payment: what the provider said' },
    { name: 'admin-providers', path: '/payments?tab=providers', what: 'Payment providers and their keys' },
    { name: 'admin-withdraws', path: '/withdraws', what: 'Withdrawals to pay out' },
    { name: 'admin-add-to-wallet', path: '/addtowallet', what: 'Money into a wallet' },
    { name: 'admin-books', path: '/books', what: 'The books' },
    { name: 'admin-audit', path: '/audit', what: 'What the desk did, proved every night' },
    { name: 'admin-car-types', path: '/cartypes', what: 'Car types and their prices' },
    { name: 'admin-car-type', path: '/cartypes', what: 'A car type that lacks what it needs', first: refuse },
    { name: 'admin-cancel-reasons', path: '/cancelreasons', what: 'Cancellation reasons' },
    { name: 'admin-promos', path: '/promos', what: 'Promotion codes' },
    { name: 'admin-notifications', path: '/notifications', what: 'Notifications' },
    { name: 'admin-notification', path: '/notifications', what: 'Writing one, with its preview', first: open('[data-add]') },
    { name: 'admin-settings', path: '/settings', what: 'Settings' },
    { name: 'admin-app-info', path: '/appinfo', what: 'The operator’s own names and links' },
    { name: 'admin-city-map', path: '/citymap', what: 'Which city is served, and others to serve' },
    { name: 'admin-system', path: '/system', what: 'How the installation stands, and what to do' },
    { name: 'admin-places', path: '/places', what: 'Places of the operator’s own' },
    { name: 'admin-languages', path: '/languagesetting', what: 'Languages and their texts' },
    { name: 'admin-texts', path: '/languagesetting', what: 'The editor of texts', first: texts('list') },
    { name: 'admin-texts-json', path: '/languagesetting', what: 'The same as JSON', first: texts('JSON') },
    { name: 'admin-dev-inbox', path: '/dev-inbox', what: 'The dev inbox: what would have been sent' },
    { name: 'admin-profile', path: '/profile', what: 'An admin’s own profile' },
    {
      name: 'admin-search',
      path: '/books',
      what: 'Ctrl or ⌘ with K finds people, bookings, pages and settings',
      first: search('am'),
    },
    { name: 'admin-keys', path: '/books', what: 'What the keys do', first: press('?') },
  ],
  fleetadmin: [
    { name: 'fleet-dashboard', path: '/dashboard', what: 'The own drivers, now', isSlow: true },
    { name: 'fleet-bookings', path: '/bookings', what: 'Bookings of the fleet' },
    { name: 'fleet-drivers', path: '/drivers', what: 'Drivers of the fleet' },
    { name: 'fleet-driver-earnings', path: '/driverearning', what: 'What they earned' },
    { name: 'fleet-statements', path: '/statements', what: 'Their statements' },
    { name: 'fleet-profile', path: '/profile', what: 'A fleet admin’s own profile' },
    { name: 'fleet-home', path: '/', what: 'The palette on the landing page', first: press('Control+k') },
  ],
  driver: [
    { name: 'driver-trip', path: '/bookings', what: 'A driver on a trip', isSlow: true },
    { name: 'driver-earnings', path: '/earnings', what: 'Earnings: today, the week, and the cash' },
    { name: 'driver-wallet', path: '/wallet', what: 'A driver’s wallet' },
    { name: 'driver-statements', path: '/statements', what: 'A driver’s statements' },
    { name: 'driver-profile', path: '/profile', what: 'A driver’s profile' },
  ],
  rider: [
    { name: 'rider-home', path: '/', what: 'Where to?', isSlow: true },
    { name: 'rider-trip', path: '/bookings', what: 'A rider on a trip', isSlow: true },
    { name: 'rider-booking', path: '/bookings/{complete}', what: 'A ride that is over', isSlow: true },
    { name: 'rider-receipt', path: '/bookings/{complete}/receipt', what: 'Its receipt' },
    { name: 'rider-wallet', path: '/wallet', what: 'A rider’s wallet' },
    { name: 'rider-profile', path: '/profile', what: 'A rider’s profile' },
  ],
  visitor: [
    { name: 'home', path: '/', what: 'The landing page', isSlow: true },
    { name: 'login', path: '/login', what: 'Sign in' },
    { name: 'register', path: '/register', what: 'Register' },
    { name: 'drive', path: '/drive', what: 'Become a driver' },
    { name: 'about-us', path: '/about-us', what: 'About us' },
    { name: 'privacy-policy', path: '/privacy-policy', what: 'Privacy' },
  ],
  locked: [
    { name: 'locked-settings', path: '/settings', what: 'Settings under the demo lock' },
    { name: 'locked-drivers', path: '/drivers', what: 'Drivers, their contacts hidden' },
    { name: 'locked-car-types', path: '/cartypes', what: 'Car types can be added still' },
    { name: 'locked-promos', path: '/promos', what: 'So can promos' },
    { name: 'locked-cancel-reasons', path: '/cancelreasons', what: 'Reasons can only be read' },
  ],
}

/** The titles of docs/PICTURES.md. */
export const titles: Record<Viewer, string> = {
  admin: 'Admin',
  fleetadmin: 'Fleet admin',
  driver: 'Driver',
  rider: 'Rider',
  visitor: 'Visitor',
  locked: 'Admin of a locked installation',
}

export type Taken = Shown & { viewer: Viewer }

/** What was asked for: paths, names or viewers; all pages when nothing was. */
export const chosenPages = (wishes: readonly string[]): Taken[] => {
  const all = Object.entries(pages).flatMap(([viewer, list]) => list.map((page) => ({ ...page, viewer: viewer as Viewer })))
  if (wishes.length === 0) return all
  const isWished = ({ name, path, viewer }: Taken) => [name, path, viewer].some((word) => wishes.includes(word))
  const found = all.filter(isWished)
  if (found.length === 0) throw new Error(`e2e/pictures/pages.ts has no page ${wishes.join(', ')}`)
  return found
}
