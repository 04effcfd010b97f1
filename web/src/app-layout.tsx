// Signed-in pages: the links of the role, and who one is.
import '@mantine/core/styles.layer.css'
import { IconCalendarEvent, IconCar, IconLayoutDashboard, IconListDetails } from '@tabler/icons-react'
import type { Role } from '@wayfare/core/accounts'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { useLiveState } from './api/live.ts'
import { useSettings } from './api/queries.ts'
import { useSession } from './api/session.tsx'
import { useT } from './i18n/provider.tsx'
import { AccountMenu } from './shared/account-menu.tsx'
import { LanguageSelect } from './shared/language-select.tsx'
import { BrandMark } from './ui/brand-mark.tsx'
import { OfflineBanner } from './ui/offline-banner.tsx'
import { Shell } from './ui/shell.tsx'
import { Spinner } from './ui/spinner.tsx'
import { ThemeToggle } from './ui/theme-toggle.tsx'

const size = { size: 22, 'aria-hidden': true } as const

const linksOf: Record<Role, readonly { to: string; label: string; icon: typeof IconCar }[]> = {
  rider: [
    { to: '/', label: 'nav_book_ride', icon: IconCar },
    { to: '/bookings', label: 'nav_my_bookings', icon: IconCalendarEvent },
  ],
  driver: [{ to: '/bookings', label: 'nav_tasks', icon: IconListDetails }],
  fleetadmin: [
    { to: '/dashboard', label: 'nav_dashboard', icon: IconLayoutDashboard },
    { to: '/bookings', label: 'nav_bookings', icon: IconCalendarEvent },
  ],
  admin: [
    { to: '/dashboard', label: 'nav_dashboard', icon: IconLayoutDashboard },
    { to: '/bookings', label: 'nav_bookings', icon: IconCalendarEvent },
  ],
}

export const AppLayout = () => {
  const t = useT()
  const { me } = useSession()
  const settings = useSettings().data
  const offline = useLiveState() === 'offline'
  const links = me ? linksOf[me.userType] : []
  const isPhoneFirst = me?.userType === 'rider' || me?.userType === 'driver'
  return (
    <Shell
      brand={<BrandMark name={settings?.appName ?? 'Wayfare'} />}
      links={links.map(({ to, label, icon: Icon }) => ({ to, label: t(label), icon: <Icon {...size} /> }))}
      tabs={isPhoneFirst && links.length > 1}
      banner={<OfflineBanner offline={offline} />}
      end={
        <>
          <LanguageSelect />
          <ThemeToggle />
          <AccountMenu />
        </>
      }
    >
      <Suspense fallback={<Spinner />}>
        <Outlet />
      </Suspense>
    </Shell>
  )
}
