// What is sent and how it is handled: the car type's own lists, each with what it costs.
import type { CarType } from '@wayfare/contract/catalog'
import { useFormat, useT } from '../i18n/provider.tsx'
import { ChoiceList } from '../ui/choice-list.tsx'
import type { Parcel } from './parcel.ts'
import { isZero } from './payment-parts.ts'

type ParcelExtrasProps = { car: CarType; parcel: Parcel; onChange: (part: Partial<Parcel>) => void }

type ExtrasProps = { legend: string; extras: CarType['options']; value: string | null; onChange: (value: string) => void }

const Extras = ({ legend, extras, value, onChange }: ExtrasProps) => {
  const t = useT()
  const format = useFormat()
  if (extras.length === 0) return null
  const choices = extras.map(({ description, amount }) => ({
    value: description,
    label: description,
    side: isZero(amount) ? t('parcel_free') : t('parcel_extra', { price: format.money(amount) }),
  }))
  return <ChoiceList legend={legend} choices={choices} value={value} onChange={onChange} />
}

export const ParcelExtras = ({ car, parcel, onChange }: ParcelExtrasProps) => {
  const t = useT()
  return (
    <>
      <Extras
        legend={t('parcel_type')}
        extras={car.parcelTypes}
        value={parcel.parcelType}
        onChange={(parcelType) => onChange({ parcelType })}
      />
      <Extras
        legend={t('parcel_option')}
        extras={car.options}
        value={parcel.option}
        onChange={(option) => onChange({ option })}
      />
    </>
  )
}
