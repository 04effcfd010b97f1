// How far and how long a way is, and when it begins where that is not now.
import { Group, Text } from '@mantine/core'
import { IconCalendar, IconClock, IconRoute } from '@tabler/icons-react'
import { useFormat, useT } from '../i18n/provider.tsx'

type QuoteFactsProps = { quote: { distanceM: number; durationS: number; tripDate: number | null } }

export const QuoteFacts = ({ quote }: QuoteFactsProps) => {
  const t = useT()
  const format = useFormat()
  return (
    <Group gap="lg">
      <Group gap={6}>
        <IconRoute size={20} aria-hidden />
        <Text fw={600}>{format.distance(quote.distanceM)}</Text>
      </Group>
      <Group gap={6}>
        <IconClock size={20} aria-hidden />
        <Text fw={600}>{format.duration(quote.durationS)}</Text>
      </Group>
      {quote.tripDate !== null && (
        <Group gap={6}>
          <IconCalendar size={20} aria-hidden />
          <Text fw={600}>{t('estimate_for', { time: format.dateTime(quote.tripDate) })}</Text>
        </Group>
      )}
    </Group>
  )
}
