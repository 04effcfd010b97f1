// Who rides: by phone, name or e-mail; whom nobody knows is a new customer.
import type { RiderMatch } from '@wayfare/contract/people-riders'
import { useT } from '../../i18n/provider.tsx'
import { makeCaller, type Caller } from './caller.ts'
import { PersonCombobox } from './person-combobox.tsx'
import { riders } from './use-person-search.ts'

type RiderComboboxProps = {
  value: RiderMatch | null
  onChange: (rider: RiderMatch | null) => void
  onCaller: (caller: Caller) => void
  problem: string | null
  /** the number of whoever is calling */
  asked: string
}

export const RiderCombobox = ({ onCaller, ...props }: RiderComboboxProps) => {
  const t = useT()
  return (
    <PersonCombobox
      {...props}
      part="rider"
      label={t('desk_rider')}
      source={riders}
      noneText={(text) => t('desk_rider_none', { text })}
      factOf={({ bookings }) => t('desk_rider_bookings', { count: bookings })}
      unknown={{ label: (text) => t('desk_caller_new', { text }), take: (text) => onCaller(makeCaller(text)) }}
    />
  )
}
