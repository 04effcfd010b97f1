// What has become of a withdrawal, in a word and a colour.
import { Badge } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { WithdrawState } from '@wayfare/core/wallet'
import { useT } from '../i18n/provider.tsx'

const looks = {
  waiting: { color: 'warn', Icon: IconClock },
  processed: { color: 'primary', Icon: IconCircleCheck },
  declined: { color: 'gray', Icon: IconCircleX },
  returned: { color: 'danger', Icon: IconArrowBackUp },
} as const satisfies Record<WithdrawState, object>

export const WithdrawStateBadge = ({ state }: { state: WithdrawState }) => {
  const t = useT()
  const { color, Icon } = looks[state]
  return (
    <Badge color={color} variant="light" tt="none" fw={600} miw="max-content" leftSection={<Icon size={14} aria-hidden />}>
      {t(`withdraw_state_${state}`)}
    </Badge>
  )
}
