import { Chip, Group, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useFormat, useT } from '../../i18n/provider.tsx'

export type ApprovalFilter = 'waiting' | 'approved'

type DriversToolbarProps = {
  show: ApprovalFilter | null
  onShow: (show: ApprovalFilter | null) => void
  /** how many wait for an approval */
  waiting: number
  search: string
  onSearch: (search: string) => void
}

/** As high as a finger. */
const tall = { label: { minHeight: 44 } }

export const DriversToolbar = ({ show, onShow, waiting, search, onSearch }: DriversToolbarProps) => {
  const t = useT()
  const format = useFormat()
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        aria-label={t('driver_accounts_search')}
        placeholder={t('driver_accounts_search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        maw={420}
        size="md"
        styles={{ input: { minHeight: 44 } }}
      />
      <Chip.Group value={show ?? 'all'} onChange={(value) => onShow(value === 'waiting' || value === 'approved' ? value : null)}>
        <Group gap={6} role="group" aria-label={t('driver_accounts_filter')}>
          <Chip value="all" variant="outline" styles={tall}>
            {t('bookings_all')}
          </Chip>
          <Chip value="waiting" variant="outline" styles={tall}>
            {t('driver_accounts_waiting', { count: format.number(waiting) })}
          </Chip>
          <Chip value="approved" variant="outline" styles={tall}>
            {t('driver_accounts_approved')}
          </Chip>
        </Group>
      </Chip.Group>
    </Stack>
  )
}
