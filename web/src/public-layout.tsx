// Pages for anyone: header, page, footer. Where a hero heads the page, the header lies over it until one has scrolled.
import { Outlet, useLocation } from 'react-router'
import { useLiveState } from './api/live.ts'
import { SiteFooter } from './features/public/site-footer.tsx'
import { SiteHeader } from './features/public/site-header.tsx'
import { OfflineBanner } from './ui/offline-banner.tsx'
import { SkipLink } from './ui/skip-link.tsx'

/** Those without a hero; an unknown path shows home, which has one. */
const plainPaths = ['/login', '/register', '/drive', '/reset-password', '/verify-email']

export const PublicLayout = () => {
  const { pathname } = useLocation()
  const offline = useLiveState() === 'offline'
  const hasHero = !plainPaths.includes(pathname.replace(/(?<=.)\/$/, ''))
  return (
    <>
      <SkipLink />
      <SiteHeader overHero={hasHero} />
      <main id="main" tabIndex={-1} style={{ outline: 'none' }}>
        <OfflineBanner offline={offline} />
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}
