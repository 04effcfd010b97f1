// Pages for anyone: header, page, footer. Where a hero heads the page, the header lies over it until one has scrolled.
import { Suspense, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from './api/session.tsx'
import { SiteFooter } from './features/public/site-footer.tsx'
import { SiteHeader } from './features/public/site-header.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { SkipLink } from './ui/skip-link.tsx'
import { Spinner } from './ui/spinner.tsx'
import { makeLazyPart } from './ui/lazy-part.ts'

// fetched for those who are signed in
const SignedInTools = makeLazyPart(async () => (await import('./signed-in-tools.tsx')).SignedInTools)

// a rider's home is a page of the app
const AppLayout = makeLazyPart(async () => (await import('./app-layout.tsx')).AppLayout, <Spinner />)

/** Those without a hero; an unknown path shows home, which has one. */
const plainPaths = ['/login', '/register', '/setup', '/drive', '/follow', '/reset-password', '/verify-email']
const textPaths = ['/about-us', '/privacy-policy']

export const PublicLayout = () => {
  const { pathname } = useLocation()
  const { me } = useSession()
  const path = pathname.replace(/(?<=.)\/$/, '')
  const hasHero = !plainPaths.includes(path)
  if (me?.userType === 'rider' && hasHero && !textPaths.includes(path)) return <AppLayout />
  const around = (tools: ReactNode) =>
    me ? (
      <Suspense fallback={tools}>
        <SignedInTools me={me}>{tools}</SignedInTools>
      </Suspense>
    ) : (
      tools
    )
  return (
    <>
      <SkipLink />
      <SiteHeader overHero={hasHero} around={around} />
      <main id="main" tabIndex={-1} style={{ outline: 'none' }}>
        <OfflineNotice />
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}
