// A booking's status as icon, word and soft fill: never colour alone.
import { Badge } from '@mantine/core'
import {
  IconCalendarTime,
  IconCar,
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconFlag,
  IconMapPin,
  IconPlayerPlay,
  IconSearch,
} from '@tabler/icons-react'
import type { Status } from '@wayfare/core/booking'
import { useText } from '../ui/text.ts'

type Look = { color: string; icon: typeof IconCar }

const looks: Record<Status, Look> = {
  PAYMENT_PENDING: { color: 'warn', icon: IconClock },
  NEW: { color: 'info', icon: IconSearch },
  ACCEPTED: { color: 'info', icon: IconCar },
  ARRIVED: { color: 'info', icon: IconMapPin },
  STARTED: { color: 'primary', icon: IconPlayerPlay },
  REACHED: { color: 'primary', icon: IconFlag },
  PENDING: { color: 'warn', icon: IconCash },
  PAID: { color: 'primary', icon: IconCash },
  COMPLETE: { color: 'neutral', icon: IconCircleCheck },
  CANCELLED: { color: 'danger', icon: IconCircleX },
}

type StatusChipProps = {
  status: Status
  size?: 'sm' | 'md' | 'lg'
  /** it is for later: nobody is looked for yet */
  scheduled?: boolean
}

export const StatusChip = ({ status, size = 'md', scheduled = false }: StatusChipProps) => {
  const t = useText()
  const { color, icon } = looks[status]
  const Icon = scheduled ? IconCalendarTime : icon
  return (
    <Badge color={color} size={size} leftSection={<Icon size={14} aria-hidden />} fw={600}>
      {t(scheduled ? 'view_scheduled' : `status_${status.toLowerCase()}`)}
    </Badge>
  )
}
