// In a demo city everyone can be someone: one click signs in as a rider, a driver or those who run the place.
import { Loader } from '@mantine/core'
import { IconBuildingCommunity, IconCar, IconSettings, IconUser } from '@tabler/icons-react'
import type { Session } from '@wayfare/contract/sign-in'
import { getLandingPath, roles, type Role } from '@wayfare/core/accounts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../api/session.tsx'
import { useT } from '../i18n/provider.tsx'
import styles from './demo-sign-ins.module.css'
import { useSignInProblem } from './use-sign-in-problem.ts'

type DemoSignIn = Session['demoSignIns'][number]

const icons: Record<Role, typeof IconUser> = {
  rider: IconUser,
  driver: IconCar,
  fleetadmin: IconBuildingCommunity,
  admin: IconSettings,
}

const useDemoSignIn = () => {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const problem = useSignInProblem()
  const [busy, setBusy] = useState<string | null>(null)
  const enter = ({ email, password }: DemoSignIn) => {
    setBusy(email)
    signIn(email, password)
      .then(
        (me) => navigate(getLandingPath(me.userType)),
        (cause: unknown) => problem(cause),
      )
      .finally(() => setBusy(null))
  }
  return { busy, enter }
}

const MorePeople = ({ people, enter }: { people: readonly DemoSignIn[]; enter: (person: DemoSignIn) => void }) => {
  const t = useT()
  if (people.length === 0) return null
  return (
    <details className={styles.more}>
      <summary>{t('demo_more_people')}</summary>
      <ul>
        {people.map((person) => (
          <li key={person.email}>
            <button type="button" onClick={() => enter(person)}>
              {person.name} <span>· {t(`role_${person.userType}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

export const DemoSignIns = ({ onDark = false }: { onDark?: boolean }) => {
  const t = useT()
  const { me, demoSignIns } = useSession()
  const { busy, enter } = useDemoSignIn()
  if (me || demoSignIns.length === 0) return null
  const firsts = roles.flatMap((role) => demoSignIns.find((one) => one.userType === role) ?? [])
  return (
    <section className={styles.panel} data-dark={onDark || undefined} aria-labelledby="demo-title">
      <h2 id="demo-title" className={styles.title}>
        {t('demo_title')}
      </h2>
      <p className={styles.text}>{t('demo_text')}</p>
      <div className={styles.roles}>
        {firsts.map((person) => {
          const Icon = icons[person.userType]
          return (
            <button
              key={person.email}
              type="button"
              className={styles.role}
              disabled={busy !== null}
              onClick={() => enter(person)}
            >
              {busy === person.email ? <Loader size={22} color="currentColor" /> : <Icon size={22} aria-hidden />}
              <span>
                <span className={styles.name}>{t(`demo_as_${person.userType}`)}</span>
                <span className={styles.short}>{t(`role_${person.userType}`)}</span>
                <span className={styles.note}>{t(`demo_note_${person.userType}`)}</span>
              </span>
            </button>
          )
        })}
      </div>
      <MorePeople people={demoSignIns.filter((person) => !firsts.includes(person))} enter={enter} />
    </section>
  )
}
