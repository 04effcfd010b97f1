// The landing page: the form for those who can ask for a ride, the slogan for everyone.
import { Button } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import { getLandingPath } from '@wayfare/core/accounts'
import { Link } from 'react-router'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { DemoSignIns } from '../../shared/demo-sign-ins.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { BookingForm } from './booking-form.tsx'
import { Hero } from './hero.tsx'
import { Highlights } from './highlights.tsx'
import { StoreBadges } from './store-badges.tsx'
import styles from './home-page.module.css'

const OwnTrips = makeLazyPart(async () => (await import('./own-trips.tsx')).OwnTrips, null)

/** Drivers and fleet admins see only the slogan. */
const mayAsk = (me: Me | null): boolean => me === null || me.userType === 'rider' || me.userType === 'admin'

const RiderDemoNote = () => {
  const t = useT()
  return (
    <div className={styles.note}>
      <p className={styles.noteTitle}>{t('demo_rider_title')}</p>
      <ol>
        <li>{t('demo_rider_step_1')}</li>
        <li>{t('demo_rider_step_2')}</li>
        <li>{t('demo_rider_step_3')}</li>
      </ol>
    </div>
  )
}

const HomeAside = () => {
  const t = useT()
  const { me, demoSignIns } = useSession()
  if (!me) return <DemoSignIns onDark />
  if (me.userType === 'rider') return demoSignIns.length > 0 ? <RiderDemoNote /> : null
  return (
    <Button component={Link} to={getLandingPath(me.userType)} size="lg" color="#46F34D" c="#16201A">
      {t(me.userType === 'driver' ? 'home_to_tasks' : 'home_to_dashboard')}
    </Button>
  )
}

const Asking = ({ me }: { me: Me | null }) => (
  <>
    {me?.userType === 'rider' && <OwnTrips />}
    <BookingForm />
  </>
)

export const HomePage = () => {
  const { status, me } = useSession()
  return (
    <>
      <Hero
        form={status === 'ready' && !mayAsk(me) ? null : <Asking me={me} />}
        aside={status === 'ready' ? <HomeAside /> : null}
        follows={me !== null}
      />
      <Highlights />
      <StoreBadges />
    </>
  )
}
