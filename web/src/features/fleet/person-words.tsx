// How the facts of a person read, in tables and drawers alike.
import { Badge, Stack, Text } from '@mantine/core'
import { IconBan, IconCircleCheck, IconClock, IconMail, IconMailOff, IconPhoneOff } from '@tabler/icons-react'
import type { Person } from '@wayfare/contract/people'
import { LongWord } from '../../ui/long-word.tsx'
import type { Translator } from '../../ui/text.ts'

export const formatPersonName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

export const formatVehicle = ({ vehicleMake, vehicleModel }: Person): string =>
  [vehicleMake, vehicleModel].filter(Boolean).join(' ')

const icon = { size: 14, 'aria-hidden': true } as const

/** Whoever is not approved cannot sign in: a new driver waits, all others were kept out. */
const approvalText = (t: Translator, { approved, blocked }: Person): string => {
  if (approved) return t('driver_approved')
  return t(blocked ? 'person_blocked' : 'driver_waiting')
}

const approvalIcon = ({ approved, blocked }: Person) => {
  if (approved) return <IconCircleCheck {...icon} />
  return blocked ? <IconBan {...icon} /> : <IconClock {...icon} />
}

const approvalColor = ({ approved, blocked }: Person) => {
  if (approved) return 'primary'
  return blocked ? 'danger' : 'warn'
}

const invitationWords = {
  due: 'invitation_due',
  sent: 'invitation_sent',
  expired: 'invitation_expired',
  unsent: 'invitation_due',
} as const

/** What asking for it is called. */
export const getInviteWord = ({ invitation }: Person): string =>
  ({ unsent: 'invitation_link', due: 'invitation_send' } as Record<string, string>)[invitation] ?? 'invitation_again'

/** May they sign in, and have they been asked to? */
export const listStateBadges = (t: Translator, person: Person) => (
  <Stack gap={4} miw="max-content" align="flex-start">
    <Badge color={approvalColor(person)} variant="light" leftSection={approvalIcon(person)} tt="none" fw={600} miw="max-content">
      {approvalText(t, person)}
    </Badge>
    {person.mobileFault && (
      <Badge color="danger" variant="light" leftSection={<IconPhoneOff {...icon} />} tt="none" fw={600} miw="max-content">
        {t(person.mobileFault === 'wrong' ? 'mobile_wrong' : 'mobile_taken')}
      </Badge>
    )}
    {person.invitation !== 'none' && (
      <Badge
        color="neutral"
        variant="light"
        leftSection={person.invitation === 'sent' ? <IconMail {...icon} /> : <IconMailOff {...icon} />}
        tt="none"
        fw={600}
        miw="max-content"
      >
        {t(invitationWords[person.invitation])}
      </Badge>
    )}
  </Stack>
)

/** What the server keeps back reads as hidden. */
export const contactText = (t: Translator, person: Person, value: string | null) => {
  if (person.contactHidden) return <Text c="dimmed">{t('contact_hidden')}</Text>
  return <bdi dir="ltr">{value === null ? '–' : <LongWord>{value}</LongWord>}</bdi>
}
