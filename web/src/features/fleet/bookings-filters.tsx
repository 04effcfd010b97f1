// What the bookings can be filtered by.
import { Chip, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { statuses } from '@wayfare/core/booking'
import { paymentModes } from '@wayfare/core/settlement'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { FilterDays, FilterSelect } from '../../ui/filter-fields.tsx'
import { listStatuses, type BookingsPart, type BookingsView } from './bookings-view.ts'

type BookingsFiltersProps = { view: BookingsView; onChange: (part: BookingsPart) => void }

const Statuses = ({ view, onChange }: BookingsFiltersProps) => {
  const t = useT()
  return (
    <Stack gap={6} role="group" aria-label={t('bookings_filter_status')}>
      <Text fw={500} aria-hidden>
        {t('status')}
      </Text>
      <Chip.Group multiple value={listStatuses(view)} onChange={(chosen) => onChange({ status: chosen.join(',') })}>
        <Group gap={8}>
          {statuses.map((one) => (
            <Chip key={one} value={one} variant="outline" styles={{ label: { minHeight: 'var(--wf-touch)' } }}>
              {t(`status_${one.toLowerCase()}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Stack>
  )
}

export const BookingsFilters = ({ view, onChange }: BookingsFiltersProps) => {
  const t = useT()
  const carTypes = useCarTypes().data ?? []
  const hasBoth = useSettings().data?.category === 'both'
  const select = (field: 'carType' | 'category' | 'paymentMode', label: string, options: { value: string; label: string }[]) => (
    <FilterSelect label={label} value={view[field]} options={options} onChange={(value) => onChange({ [field]: value })} />
  )
  return (
    <Stack gap="md">
      <Statuses view={view} onChange={onChange} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: hasBoth ? 3 : 4 }}>
        {/* typing a day says that it is no longer simply today */}
        <FilterDays view={view} onChange={(part) => onChange({ when: '', ...part })} />
        {select(
          'carType',
          t('car_type'),
          carTypes.map(({ id, name }) => ({ value: id, label: name })),
        )}
        {select(
          'paymentMode',
          t('filter_payment'),
          paymentModes.map((mode) => ({ value: mode, label: t(`pay_mode_${mode}`) })),
        )}
        {hasBoth &&
          select('category', t('setting_category'), [
            { value: 'taxi', label: t('category_taxi') },
            { value: 'delivery', label: t('category_delivery') },
          ])}
      </SimpleGrid>
    </Stack>
  )
}
