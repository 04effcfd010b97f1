// The landing page: the form for those who can ask for a ride, the slogan for everyone. Riders who are signed in get the app instead.
import { Button } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import { bookingsFor, getLandingPath } from '@wayfare/core/accounts'
import { Link } from 'react-router'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { DemoSignIns } from '../../shared/demo-sign-ins.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { BookingForm } from './booking-form.tsx'
import { Hero } from './hero.tsx'
import { Highlights } from './highlights.tsx'
import { StoreBadges } from './store-badges.tsx'
import { useTripPoints } from './use-trip-points.ts'

const RiderHome = makeLazyPart(async () => (await import('./rider-home.tsx')).RiderHome)

/** Drivers and fleet admins see only the slogan, and riders the app. */
const mayAsk = (me: Me | null): boolean => me === null || bookingsFor[me.userType] !== null

const HomeAside = () => {
  const t = useT()
  const { me } = useSession()
  if (!me) return <DemoSignIns onDark />
  return (
    <Button component={Link} to={getLandingPath(me.userType)} size="lg" color="var(--wf-brand)" c="var(--wf-ink)">
      {t(me.userType === 'driver' ? 'home_to_tasks' : 'home_to_dashboard')}
    </Button>
  )
}

const Asking = () => {
  const trip = useTripPoints()
  return <BookingForm trip={trip} />
}

export const HomePage = () => {
  const { status, me } = useSession()
  if (me?.userType === 'rider') return <RiderHome />
  return (
    <>
      <Hero form={status === 'ready' && !mayAsk(me) ? null : <Asking />} aside={status === 'ready' ? <HomeAside /> : null} />
      <Highlights />
      <StoreBadges />
    </>
  )
}
