// How the facts of a person read, in tables and drawers alike.
import { Stack, Text } from '@mantine/core'
import { IconBan, IconCircleCheck, IconClock, IconMail, IconMailOff, IconPhoneOff } from '@tabler/icons-react'
import type { Person } from '@wayfare/contract/people'
import { LongWord } from '../../ui/long-word.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { Translator } from '../../ui/text.ts'

export const formatVehicle = ({ vehicleMake, vehicleModel }: Person): string =>
  [vehicleMake, vehicleModel].filter(Boolean).join(' ')

/** Whoever is not approved cannot sign in: a new driver waits, all others were kept out. */
const approvals = {
  approved: { color: 'primary', icon: IconCircleCheck, text: 'driver_approved' },
  blocked: { color: 'danger', icon: IconBan, text: 'person_blocked' },
  waiting: { color: 'warn', icon: IconClock, text: 'driver_waiting' },
} as const

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
export const listStateBadges = (t: Translator, { approved, blocked, mobileFault, invitation }: Person) => {
  const { text, ...look } = approvals[approved ? 'approved' : blocked ? 'blocked' : 'waiting']
  return (
    <Stack gap={4} miw="max-content" align="flex-start" data-lines>
      <StateBadge {...look}>{t(text)}</StateBadge>
      {mobileFault && (
        <StateBadge color="danger" icon={IconPhoneOff}>
          {t(mobileFault === 'wrong' ? 'mobile_wrong' : 'mobile_taken')}
        </StateBadge>
      )}
      {invitation !== 'none' && (
        <StateBadge color="neutral" icon={invitation === 'sent' ? IconMail : IconMailOff}>
          {t(invitationWords[invitation])}
        </StateBadge>
      )}
    </Stack>
  )
}

/** What the server keeps back reads as hidden. */
export const contactText = (t: Translator, person: Person, value: string | null) => {
  if (person.contactHidden) return <Text c="dimmed">{t('contact_hidden')}</Text>
  return <bdi dir="ltr">{value === null ? '–' : <LongWord>{value}</LongWord>}</bdi>
}
