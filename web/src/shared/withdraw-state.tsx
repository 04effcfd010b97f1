// What has become of a withdrawal, in a word and a colour.
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { WithdrawState } from '@wayfare/core/wallet'
import { useT } from '../i18n/provider.tsx'
import { StateBadge } from '../ui/state-badge.tsx'

const looks = {
  waiting: { color: 'warn', icon: IconClock },
  processed: { color: 'primary', icon: IconCircleCheck },
  declined: { color: 'gray', icon: IconCircleX },
  returned: { color: 'danger', icon: IconArrowBackUp },
} as const satisfies Record<WithdrawState, object>

export const WithdrawStateBadge = ({ state }: { state: WithdrawState }) => {
  const t = useT()
  return <StateBadge {...looks[state]}>{t(`withdraw_state_${state}`)}</StateBadge>
}
