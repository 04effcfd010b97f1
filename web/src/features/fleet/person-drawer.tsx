// One person beside the table: who it is, what they did, where to go on, and what can be done.
import { Alert, Anchor, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { formatPersonName, isDeskRole } from '@wayfare/core/accounts'
import type { Person, PersonRecord } from '@wayfare/contract/people'
import { listAudit } from '@wayfare/contract/audit'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import type { UserId } from '@wayfare/core/ids'
import { Link } from 'react-router'
import { useMayCall } from '../../api/session.tsx'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { auditPath } from '../../shared/audit-link.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { FigureList } from '../../ui/figure-list.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { ActionButton } from './action-button.tsx'
import classes from './people.module.css'
import { LegalHold } from './legal-hold.tsx'
import { LicenseFigure } from './license-figure.tsx'
import { peopleKinds } from './people-kinds.ts'
import { PersonFacts } from './person-facts.tsx'
import { listStateBadges } from './person-words.tsx'
import { usePerson } from './use-people.ts'
import { DrawerFoot } from '../../ui/drawer-foot.tsx'
import { Drawer } from '../../ui/drawer.tsx'

type ActionsOf = (person: Person) => readonly RowAction[]

export type PersonDrawerProps = {
  id: UserId | null
  actionsOf: ActionsOf
  /** something asks in front of it */
  covered: boolean
  onClose: () => void
}

const Figures = ({ record }: { record: PersonRecord }) => {
  const t = useT()
  const format = useFormat()
  const { person, bookings, completed, cancelled, drivers, lastBookingAt } = record
  const { userType, ratings } = person
  const isTraveller = !isDeskRole(userType)
  const rating = ratings.count === 0 ? '–' : `${format.number(ratings.userRating)} (${format.number(ratings.count)})`
  const all: (readonly [string, string] | false)[] = [
    isTraveller && [t('nav_bookings'), format.number(bookings)],
    isTraveller && [t('person_completed'), format.number(completed)],
    isTraveller && [t('person_cancelled'), format.number(cancelled)],
    isTraveller && person.walletBalance !== null && [t('nav_wallet'), format.exactMoney(person.walletBalance)],
    userType === 'driver' && [t('person_rating'), rating],
    userType === 'fleetadmin' && [t('nav_drivers'), format.number(drivers)],
    lastBookingAt !== null && [t('person_last_booking'), format.date(lastBookingAt)],
  ]
  const shown = all.filter((one) => one !== false)
  if (shown.length === 0) return null
  return <FigureList figures={shown} className={classes.figures} />
}

const Ways = ({ person }: { person: Person }) => {
  const t = useT()
  const mayCall = useMayCall()
  const isTraveller = !isDeskRole(person.userType)
  const ways: (readonly [string, string] | false)[] = [
    isTraveller && [`/bookings?${new URLSearchParams({ search: formatPersonName(person) }).toString()}`, t('person_bookings')],
    isTraveller && mayCall(addToWallet) && [`/addtowallet?user=${person.id}`, t('nav_add_to_wallet')],
    person.userType === 'fleetadmin' && [`/drivers?fleetAdmin=${person.id}`, t('person_drivers')],
    mayCall(listAudit) && [auditPath('person', person.id), t('audit_history')],
  ]
  const shown = ways.filter((one) => one !== false)
  if (shown.length === 0) return null
  return (
    <Group gap="lg">
      {shown.map(([to, label]) => (
        <Anchor key={to} component={Link} to={to} className={classes.tall}>
          {label}
        </Anchor>
      ))}
    </Group>
  )
}

/** What is wrong with the number, and who has it. */
const MobileFault = ({ record: { person, sameMobile } }: { record: PersonRecord }) => {
  const t = useT()
  if (person.mobileFault === null) return null
  const path = sameMobile && peopleKinds[sameMobile.userType].path
  return (
    <Alert
      color="danger"
      icon={<IconPhoneOff aria-hidden />}
      title={t(person.mobileFault === 'wrong' ? 'mobile_wrong' : 'mobile_taken')}
    >
      {t(person.mobileFault === 'wrong' ? 'mobile_wrong_text' : 'mobile_taken_text')}{' '}
      {sameMobile && (
        <Anchor component={Link} to={`${path}?person=${sameMobile.id}`}>
          <bdi>{sameMobile.name}</bdi>
        </Anchor>
      )}
    </Alert>
  )
}

const variantOf = (action: RowAction) => (action.color === 'primary' ? 'filled' : action.color ? 'outline' : 'default')

const Content = ({ id, actionsOf }: { id: UserId; actionsOf: ActionsOf }) => {
  const t = useT()
  const { data, error, reload } = usePerson(id)
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  if (!data) return <Skeleton height={420} />
  const { person } = data
  const name = formatPersonName(person)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text fw={700} size="lg">
          <bdi>{name}</bdi>
        </Text>
        {listStateBadges(t, person)}
      </Group>
      <MobileFault record={data} />
      {person.userType === 'driver' && <LicenseFigure key={person.licenseImage} src={person.licenseImage} name={name} />}
      <Figures record={data} />
      <Ways person={person} />
      <PersonFacts record={data} />
      {person.legalHold !== null && <LegalHold of={{ person: person.id }} held={person.legalHold} />}
      <DrawerFoot>
        {actionsOf(person).map((action) => (
          <ActionButton key={action.label} action={action} variant={variantOf(action)} />
        ))}
      </DrawerFoot>
    </Stack>
  )
}

export const PersonDrawer = ({ id, actionsOf, covered, onClose }: PersonDrawerProps) => {
  const t = useT()
  return (
    <Drawer opened={id !== null} onClose={onClose} title={t('person_account')} closeOnEscape={!covered}>
      {id !== null && <Content key={id} id={id} actionsOf={actionsOf} />}
    </Drawer>
  )
}
