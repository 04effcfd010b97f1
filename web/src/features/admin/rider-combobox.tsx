// Who rides: by phone, name or e-mail.
import type { RiderMatch } from '@wayfare/contract/people-riders'
import { useT } from '../../i18n/provider.tsx'
import { PersonCombobox } from './person-combobox.tsx'
import { riders } from './use-person-search.ts'

type RiderComboboxProps = {
  value: RiderMatch | null
  onChange: (rider: RiderMatch | null) => void
  problem: string | null
}

export const RiderCombobox = (props: RiderComboboxProps) => {
  const t = useT()
  return (
    <PersonCombobox
      {...props}
      part="rider"
      label={t('desk_rider')}
      source={riders}
      noneText={(text) => t('desk_rider_none', { text })}
      factOf={({ bookings }) => t('desk_rider_bookings', { count: bookings })}
    />
  )
}
