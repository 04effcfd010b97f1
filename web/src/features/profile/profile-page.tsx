// Everything one may see and change of oneself; which cards there are depends on the role.
import { Skeleton, Title } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import { beginSecondFactor } from '@wayfare/contract/sign-in-second-factor'
import { mayCall } from '@wayfare/contract/endpoint'
import { mayWithdraw } from '@wayfare/core/wallet'
import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { BankCard } from './bank-card.tsx'
import { DataCard } from './data-card.tsx'
import { LicenseCard } from './license-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PersonCard } from './person-card.tsx'
import { PictureCard } from './picture-card.tsx'
import { PlacesCard } from './places-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import classes from './profile.module.css'
import { ProvingProvider } from '../../shared/proving.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { VehicleCard } from './vehicle-card.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

// not for everybody, or known a moment later: fetched by themselves
const FactorCard = makeLazyPart(async () => (await import('./factor-card.tsx')).FactorCard)
const NoticesCard = makeLazyPart(async () => (await import('./notices-card.tsx')).NoticesCard)

/** A card, its name in the address and in the list of links; `side` is the column of wide screens. */
type Part = { id: string; label: string; side: 'start' | 'end'; card: ReactNode; shown?: boolean }

const partsOf = (me: Me, hasBank: boolean): Part[] => {
  const isDriver = me.userType === 'driver'
  const mayHaveFactor = mayCall(beginSecondFactor, me.userType) || me.secondFactor
  const parts: Part[] = [
    { id: 'person', label: 'profile_person', side: 'start', card: <PersonCard me={me} /> },
    { id: 'vehicle', label: 'profile_vehicle', side: 'start', card: <VehicleCard me={me} />, shown: isDriver },
    { id: 'license', label: 'profile_license', side: 'start', card: <LicenseCard me={me} />, shown: isDriver },
    { id: 'bank', label: 'profile_bank', side: 'start', card: <BankCard me={me} />, shown: hasBank },
    { id: 'places', label: 'saved_places', side: isDriver ? 'end' : 'start', card: <PlacesCard /> },
    { id: 'preferences', label: 'preferences_title', side: 'end', card: <PreferencesCard /> },
    { id: 'notices', label: 'push_title', side: 'end', card: <NoticesCard me={me} /> },
    { id: 'password', label: 'password', side: 'end', card: <PasswordCard me={me} /> },
    { id: 'factor', label: 'factor_title', side: 'end', card: <FactorCard me={me} />, shown: mayHaveFactor },
    { id: 'sessions', label: 'sessions_title', side: 'end', card: <SessionsCard /> },
    { id: 'data', label: 'data_title', side: 'end', card: <DataCard me={me} /> },
  ]
  return parts.filter(({ shown = true }) => shown)
}

const Anchors = ({ parts }: { parts: readonly Part[] }) => {
  const t = useT()
  return (
    <nav aria-label={t('profile_parts')} className={classes.anchors}>
      <ul>
        {parts.map(({ id, label }) => (
          <li key={id}>
            <Link to={`#${id}`} replace>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Column = ({ parts, children }: { parts: readonly Part[]; children?: ReactNode }) => (
  <div className={classes.column}>
    {children}
    {parts.map(({ id, card }) => (
      <Suspense key={id} fallback={<Skeleton height={160} radius="lg" />}>
        <div>{card}</div>
      </Suspense>
    ))}
  </div>
)

export const ProfilePage = () => {
  const t = useT()
  const { me } = useSession()
  const settings = useSettings().data
  if (!me) return null
  const parts = partsOf(me, settings ? settings.bankFields && mayWithdraw(me.userType, settings) : false)
  return (
    <ProvingProvider>
      <div className={classes.page}>
        <Title order={1} size="h3">
          {t('nav_profile')}
        </Title>
        <Anchors parts={parts} />
        <div className={classes.columns}>
          <Column parts={parts.filter(({ side }) => side === 'start')}>
            <PictureCard me={me} />
          </Column>
          <Column parts={parts.filter(({ side }) => side === 'end')} />
        </div>
      </div>
    </ProvingProvider>
  )
}
