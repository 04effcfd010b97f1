// What every page has: live settings, the way to /login when a session ends, and toasts for whoever is signed in.
import type { Me } from '@wayfare/contract/accounts'
import type { Role } from '@wayfare/core/accounts'
import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate, type Location } from 'react-router'
import { useTopic } from './api/live.ts'
import { useSettings } from './api/queries.ts'
import { useSession } from './api/session.tsx'
import { useT } from './i18n/provider.tsx'
import { useKeptTheme } from './use-kept-theme.ts'
import { removeFront, replaceFront } from './ui/front.ts'
import './ui/typed.ts'
import { makeLazyPart } from './ui/lazy-part.ts'

const AtRest = makeLazyPart(async () => (await import('./at-rest.tsx')).AtRest, null)
const NoticeToasts = makeLazyPart(async () => (await import('./notice-toasts.tsx')).NoticeToasts, null)
const ShareElsewhere = makeLazyPart(async () => (await import('./features/driver/share-elsewhere.tsx')).ShareElsewhere, null)

/** What the window is called, by the first part of the path. */
const titleKeys: Record<string, string> = {
  '/login': 'login_title',
  '/register': 'register_title',
  '/setup': 'setup_title',
  '/drive': 'drive_title',
  '/reset-password': 'reset_title',
  '/verify-email': 'verify_title',
  '/follow': 'follow_title',
  '/about-us': 'nav_about',
  '/privacy-policy': 'nav_privacy',
  '/bookings': 'nav_bookings',
  '/addbookings': 'nav_add_booking',
  '/dashboard': 'nav_dashboard',
  '/profile': 'nav_profile',
  '/riders': 'nav_riders',
  '/drivers': 'drivers_title',
  '/fleetadmins': 'nav_fleet_admins',
  '/alladmin': 'nav_admins',
  '/wallet': 'nav_wallet',
  '/addtowallet': 'nav_add_to_wallet',
  '/withdraws': 'nav_withdraws',
  '/cartypes': 'nav_car_types',
  '/cancelreasons': 'nav_cancel_reasons',
  '/places': 'nav_places',
  '/promos': 'nav_promos',
  '/notifications': 'nav_notifications',
  '/earnings': 'nav_earnings',
  '/driverearning': 'nav_driver_earnings',
  '/earningreports': 'nav_earning_reports',
  '/statements': 'nav_statements',
  '/payments': 'nav_payments',
  '/pay': 'nav_payments',
  '/books': 'nav_books',
  '/audit': 'nav_audit',
  '/appinfo': 'nav_app_info',
  '/settings': 'nav_settings',
  '/citymap': 'nav_city_map',
  '/languagesetting': 'nav_languages',
  '/system': 'nav_system',
  '/dev-inbox': 'nav_dev_inbox',
}

/** An unknown path shows the landing page, on which drivers and fleet admins do not book; several bookings lie open beside each other. */
const titleAt = (pathname: string, role: Role | undefined): { key: string; id?: string | undefined } => {
  const [, first = '', id, part] = pathname.split('/')
  if (first === 'bookings') return { key: part === 'receipt' ? 'receipt_title' : 'nav_bookings', id }
  return { key: titleKeys[`/${first}`] ?? (role === 'driver' || role === 'fleetadmin' ? 'nav_home' : 'book_a_ride') }
}

/** The page that a visit begins with has no key of its own: its address keeps it apart from what another visit began with. */
const placeOf = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key)

/** So long (ms) after it is known who is there, what comes first has come. */
const restMs = 2500

const useRest = (isReady: boolean): boolean => {
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(() => startTransition(() => setAtRest(true)), restMs)
    return () => clearTimeout(timer)
  }, [isReady])
  return isAtRest
}

/** A driver who is online or on a trip. */
const isOnDuty = (me: Me | null): me is Me => me !== null && (me.driverActiveStatus || me.queue)

export const RootLayout = () => {
  const { me, ended, status } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const t = useT()
  const name = useSettings().data?.appName ?? 'Wayfare'
  useKeptTheme()
  const isAtRest = useRest(status === 'ready')
  useTopic('settings')
  useTopic('carTypes')
  useTopic('languages')
  useTopic(me ? 'bookings' : null)
  useTopic(me ? 'cancelReasons' : null)
  useEffect(() => {
    if (ended) void navigate('/login')
  }, [ended, navigate])
  // who is there decides what the first page shows: before that it would jump
  const isSignedIn = me !== null
  useLayoutEffect(() => {
    if (status === 'loading') return undefined
    if (isSignedIn) return replaceFront()
    removeFront()
    return undefined
  }, [status, isSignedIn])
  const { key: titleKey, id: titleId } = titleAt(pathname, me?.userType)
  useEffect(() => {
    document.title = [titleId, t(titleKey), name].filter(Boolean).join(' · ')
  }, [name, t, titleId, titleKey])
  return (
    <>
      <ScrollRestoration getKey={placeOf} />
      <Outlet />
      {isAtRest && <AtRest me={me} />}
      {me && <NoticeToasts />}
      {isOnDuty(me) && <ShareElsewhere me={me} />}
    </>
  )
}
