// The links of the signed-in frame, in their order: one line each, for the roles that have the page. `routes` says who may open it.
import {
  IconActivityHeartbeat,
  IconBell,
  IconBook2,
  IconReport,
  IconBuildingBank,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCalendarPlus,
  IconCar,
  IconChartBar,
  IconCoins,
  IconCreditCard,
  IconHistory,
  IconHome,
  IconInfoCircle,
  IconLanguage,
  IconLayoutDashboard,
  IconListDetails,
  IconMailbox,
  IconMap2,
  IconMapPin,
  IconMessageCircleX,
  IconReportMoney,
  IconSettings,
  IconShieldLock,
  IconSteeringWheel,
  IconTicket,
  IconTir,
  IconUser,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import type { Role } from '@wayfare/core/accounts'

type DrawerGroup = 'users' | 'wallet' | 'settings'

export const groupLabels: Record<DrawerGroup, string> = { users: 'menu_users', wallet: 'menu_wallet', settings: 'menu_settings' }

type DrawerLink = {
  to: string
  label: string
  icon: typeof IconCar
  roles: readonly Role[]
  /** without one the link stands by itself */
  group?: DrawerGroup
  /** only in a demo */
  demo?: boolean
}

const drawerLinks: readonly DrawerLink[] = [
  { to: '/', label: 'nav_book_ride', icon: IconCar, roles: ['rider'] },
  { to: '/', label: 'nav_home', icon: IconHome, roles: ['fleetadmin', 'admin'] },
  { to: '/dashboard', label: 'nav_dashboard', icon: IconLayoutDashboard, roles: ['fleetadmin', 'admin'] },
  { to: '/bookings', label: 'nav_my_bookings', icon: IconCalendarEvent, roles: ['rider'] },
  { to: '/bookings', label: 'nav_tasks', icon: IconListDetails, roles: ['driver'] },
  { to: '/earnings', label: 'nav_earnings', icon: IconCoins, roles: ['driver'] },
  { to: '/bookings', label: 'nav_bookings', icon: IconCalendarEvent, roles: ['fleetadmin', 'admin'] },
  { to: '/addbookings', label: 'nav_add_booking', icon: IconCalendarPlus, roles: ['admin'] },
  { to: '/drivers', label: 'nav_drivers', icon: IconSteeringWheel, roles: ['fleetadmin'] },
  { to: '/riders', label: 'nav_riders', icon: IconUsers, roles: ['admin'], group: 'users' },
  { to: '/drivers', label: 'nav_drivers', icon: IconSteeringWheel, roles: ['admin'], group: 'users' },
  { to: '/fleetadmins', label: 'nav_fleet_admins', icon: IconBuildingCommunity, roles: ['admin'], group: 'users' },
  { to: '/alladmin', label: 'nav_admins', icon: IconShieldLock, roles: ['admin'], group: 'users' },
  { to: '/cartypes', label: 'nav_car_types', icon: IconTir, roles: ['admin'] },
  { to: '/cancelreasons', label: 'nav_cancel_reasons', icon: IconMessageCircleX, roles: ['admin'] },
  { to: '/driverearning', label: 'nav_driver_earnings', icon: IconReportMoney, roles: ['fleetadmin'] },
  { to: '/driverearning', label: 'nav_driver_earnings', icon: IconReportMoney, roles: ['admin'], group: 'wallet' },
  { to: '/earningreports', label: 'nav_earning_reports', icon: IconChartBar, roles: ['admin'], group: 'wallet' },
  { to: '/addtowallet', label: 'nav_add_to_wallet', icon: IconCoins, roles: ['admin'], group: 'wallet' },
  { to: '/withdraws', label: 'nav_withdraws', icon: IconBuildingBank, roles: ['admin'], group: 'wallet' },
  { to: '/payments', label: 'nav_payments', icon: IconCreditCard, roles: ['admin'], group: 'wallet' },
  { to: '/books', label: 'nav_books', icon: IconBook2, roles: ['admin'], group: 'wallet' },
  { to: '/statements', label: 'nav_statements', icon: IconReport, roles: ['admin'], group: 'wallet' },
  { to: '/statements', label: 'nav_statements', icon: IconReport, roles: ['fleetadmin'] },
  { to: '/places', label: 'nav_places', icon: IconMapPin, roles: ['admin'] },
  { to: '/promos', label: 'nav_promos', icon: IconTicket, roles: ['admin'] },
  { to: '/notifications', label: 'nav_notifications', icon: IconBell, roles: ['admin'] },
  { to: '/appinfo', label: 'nav_app_info', icon: IconInfoCircle, roles: ['admin'], group: 'settings' },
  { to: '/settings', label: 'nav_settings', icon: IconSettings, roles: ['admin'], group: 'settings' },
  { to: '/citymap', label: 'nav_city_map', icon: IconMap2, roles: ['admin'], group: 'settings' },
  { to: '/audit', label: 'nav_audit', icon: IconHistory, roles: ['admin'], group: 'settings' },
  { to: '/system', label: 'nav_system', icon: IconActivityHeartbeat, roles: ['admin'], group: 'settings' },
  { to: '/languagesetting', label: 'nav_languages', icon: IconLanguage, roles: ['admin'], group: 'settings' },
  { to: '/wallet', label: 'nav_wallet', icon: IconWallet, roles: ['rider', 'driver'] },
  { to: '/profile', label: 'nav_profile', icon: IconUser, roles: ['rider', 'driver', 'fleetadmin', 'admin'] },
  // a driver's first tab is the work
  { to: '/', label: 'nav_home', icon: IconHome, roles: ['driver'] },
  { to: '/dev-inbox', label: 'nav_dev_inbox', icon: IconMailbox, roles: ['admin'], demo: true },
]

export type DrawerEntry = { group: DrawerGroup | null; links: readonly DrawerLink[] }

/** The links of an installation that is a demo, or is none. */
export const listLinks = (isDemo: boolean): readonly DrawerLink[] => drawerLinks.filter(({ demo = false }) => isDemo || !demo)

/** The links of a role: those by themselves, and each group as one entry where its first link stands. */
export const listEntries = (role: Role, links: readonly DrawerLink[] = drawerLinks): readonly DrawerEntry[] => {
  const own = links.filter(({ roles }) => roles.includes(role))
  return own.flatMap((link, index): DrawerEntry[] => {
    const { group = null } = link
    if (group === null) return [{ group, links: [link] }]
    const members = own.filter((other) => other.group === group)
    return own.indexOf(members[0] ?? link) === index ? [{ group, links: members }] : []
  })
}
