// Pages for anyone: header, page, footer. On the home page the header lies over the hero until one has scrolled.
import { Outlet, useLocation } from 'react-router'
import { useLiveState } from './api/live.ts'
import { SiteFooter } from './features/public/site-footer.tsx'
import { SiteHeader } from './features/public/site-header.tsx'
import { OfflineBanner } from './ui/offline-banner.tsx'
import { SkipLink } from './ui/skip-link.tsx'

const plainPaths = ['/login', '/register', '/reset-password', '/verify-email', '/about-us', '/privacy-policy']

export const PublicLayout = () => {
  const { pathname } = useLocation()
  const offline = useLiveState() === 'offline'
  const isHome = !plainPaths.includes(pathname)
  return (
    <>
      <SkipLink />
      <SiteHeader overHero={isHome} />
      <main id="main" tabIndex={-1} style={{ outline: 'none' }}>
        <OfflineBanner offline={offline} />
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}
