// What the bookings can be filtered by.
import { Chip, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { statuses } from '@wayfare/core/booking'
import { paymentModes } from '@wayfare/core/settlement'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { statusesOf } from './bookings-view.ts'
import type { BookingsView } from './bookings-view.ts'
import '../../ui/form-styles.ts'

type BookingsFiltersProps = { view: BookingsView; onChange: (part: BookingsView) => void }

const input = { styles: { input: { minHeight: 44 } } } as const

const Statuses = ({ view, onChange }: BookingsFiltersProps) => {
  const t = useT()
  return (
    <Stack gap={6} role="group" aria-label={t('bookings_filter_status')}>
      <Text fw={500} aria-hidden>
        {t('status')}
      </Text>
      <Chip.Group multiple value={statusesOf(view)} onChange={(chosen) => onChange({ status: chosen.join(',') })}>
        <Group gap={8}>
          {statuses.map((one) => (
            <Chip key={one} value={one} variant="outline" styles={{ label: { minHeight: 44 } }}>
              {t(`status_${one.toLowerCase()}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Stack>
  )
}

/** Typing a day says that it is no longer simply today. */
const Day = ({ name, view, onChange }: BookingsFiltersProps & { name: 'from' | 'to' }) => {
  const t = useT()
  return (
    <TextInput
      {...input}
      type="date"
      size="md"
      label={t(name === 'from' ? 'filter_from' : 'filter_to')}
      value={view[name] ?? ''}
      onChange={(event) => onChange({ when: '', [name]: event.currentTarget.value })}
    />
  )
}

export const BookingsFilters = ({ view, onChange }: BookingsFiltersProps) => {
  const t = useT()
  const carTypes = useCarTypes().data ?? []
  const hasBoth = useSettings().data?.category === 'both'
  const any = { value: '', label: t('filter_any') }
  const select = (field: 'carType' | 'category' | 'paymentMode', label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      {...input}
      size="md"
      label={label}
      value={view[field] ?? ''}
      data={[any, ...data]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  )
  return (
    <Stack gap="md">
      <Statuses view={view} onChange={onChange} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: hasBoth ? 3 : 4 }}>
        <Day name="from" view={view} onChange={onChange} />
        <Day name="to" view={view} onChange={onChange} />
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
