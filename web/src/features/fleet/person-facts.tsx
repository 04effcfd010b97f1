// What is known of a person, as a list of facts: those that their role has.
import { Text } from '@mantine/core'
import type { Person, PersonRecord } from '@wayfare/contract/people'
import type { ReactNode } from 'react'
import { useLanguages, useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './people.module.css'
import { contactText, formatVehicle } from './person-words.tsx'

type Fact = [label: string, value: ReactNode]

const platforms = { ANDROID: 'Android', IOS: 'iOS', WEB: 'Web' } as const

const useContact = (person: Person): Fact[] => {
  const t = useT()
  const isUnproved = !person.contactHidden && person.email !== null && !person.emailVerified
  return [
    [
      t('email'),
      <span key="email">
        {contactText(t, person, person.email)}
        {isUnproved && <Text size="sm" c="dimmed">{`(${t('email_unverified')})`}</Text>}
      </span>,
    ],
    [t('mobile'), contactText(t, person, person.mobile)],
  ]
}

const useVehicle = (person: Person): Fact[] => {
  const t = useT()
  if (person.userType !== 'driver') return []
  return [
    [t('driver_vehicle'), <bdi key="vehicle">{formatVehicle(person) || '–'}</bdi>],
    [
      t('vehicle_plate'),
      <bdi key="plate" dir="ltr">
        {person.vehicleNumber ?? '–'}
      </bdi>,
    ],
    [t('car_type'), <bdi key="type">{person.carTypeName ?? '–'}</bdi>],
    [t('role_fleetadmin'), <bdi key="fleet">{person.fleetAdminName ?? '–'}</bdi>],
  ]
}

const useBank = ({ userType, bankName, bankCode, bankAccount }: Person): Fact[] => {
  const t = useT()
  const isAsked = useSettings().data?.bankFields ?? false
  if (userType !== 'driver' || !isAsked || bankName === null) return []
  return [
    [t('profile_bank_name'), <bdi key="bank">{[bankName, bankCode].filter(Boolean).join(' · ')}</bdi>],
    [
      t('profile_bank_account'),
      <bdi key="account" dir="ltr">
        {bankAccount ?? '–'}
      </bdi>,
    ],
  ]
}

const useJoining = ({ person, referred, lastSeenAt, devices }: PersonRecord): Fact[] => {
  const t = useT()
  const format = useFormat()
  const languages = useLanguages().data ?? []
  const language = languages.find(({ langLocale }) => langLocale === person.language)?.langName
  const since: Fact = [
    t('person_since'),
    `${format.dateTime(person.createdAt)} · ${t(person.createdByAdmin ? 'person_added_by_desk' : 'person_added_by_self')}`,
  ]
  const seen: Fact = [t('driver_seen'), lastSeenAt === null ? '–' : format.dateTime(lastSeenAt)]
  const kept = devices.map(({ platform, count }) => `${platforms[platform]}: ${format.number(count)}`)
  const others: (Fact | null)[] = [
    person.invitedAt === null ? null : [t('invitation_sent_at'), format.dateTime(person.invitedAt)],
    person.referralId === null
      ? null
      : [
          t('person_referral'),
          <span key="referral">
            <bdi dir="ltr">{person.referralId}</bdi>
            {referred > 0 && (
              <Text size="sm" c="dimmed">
                {t('person_referred', { count: referred })}
              </Text>
            )}
          </span>,
        ],
    language ? [t('language'), <bdi key="language">{language}</bdi>] : null,
    kept.length > 0 ? [t('person_devices'), kept.join(' · ')] : null,
  ]
  return [since, seen, ...others.filter((one) => one !== null)]
}

export const PersonFacts = ({ record }: { record: PersonRecord }) => {
  const t = useT()
  const { person } = record
  const facts = [...useContact(person), ...useVehicle(person), ...useBank(person), ...useJoining(record)]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {person.otherInfo && (
        <div data-long>
          <dt>{t('driver_other_info')}</dt>
          <dd>{person.otherInfo}</dd>
        </div>
      )}
    </dl>
  )
}
