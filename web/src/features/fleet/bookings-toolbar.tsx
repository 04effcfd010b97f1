import { Chip, Group, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { statuses } from '@wayfare/core/booking'
import type { Status } from '@wayfare/core/booking'
import { useT } from '../../i18n/provider.tsx'

type BookingsToolbarProps = {
  status: Status | null
  onStatus: (status: Status | null) => void
  search: string
  onSearch: (search: string) => void
}

/** What a taxi booking can be; the others come with cards. */
const offered = statuses.filter((status) => status !== 'PAYMENT_PENDING' && status !== 'PENDING')

export const BookingsToolbar = ({ status, onStatus, search, onSearch }: BookingsToolbarProps) => {
  const t = useT()
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        aria-label={t('bookings_search')}
        placeholder={t('bookings_search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        maw={420}
        size="md"
      />
      <Chip.Group value={status ?? 'ALL'} onChange={(value) => onStatus(offered.find((one) => one === value) ?? null)}>
        <Group gap={6} role="group" aria-label={t('bookings_filter_status')}>
          <Chip value="ALL" size="sm" variant="outline">
            {t('bookings_all')}
          </Chip>
          {offered.map((one) => (
            <Chip key={one} value={one} size="sm" variant="outline">
              {t(`status_${one.toLowerCase()}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Stack>
  )
}
