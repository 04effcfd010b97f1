// What is sent and to whom, as the desk takes it down: the recipient's name and phone are both needed.
import { Textarea, TextInput } from '@mantine/core'
import type { CarType } from '@wayfare/contract/catalog'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { isZero } from '../../shared/payment-parts.ts'
import type { Parcel } from '../../shared/parcel.ts'
import { ChoiceList } from '../../ui/choice-list.tsx'
import styles from './add-booking.module.css'

export type ParcelFieldsProps = {
  car: CarType
  parcel: Parcel
  /** the text, and the field it belongs to */
  problem: { part: string; text: string } | null
  onChange: (parcel: Parcel) => void
}

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

export const ParcelFields = ({ car, parcel, problem, onChange }: ParcelFieldsProps) => {
  const t = useT()
  const write = (part: Partial<Parcel>) => onChange({ ...parcel, ...part })
  const problemOf = (part: string) => (problem?.part === part ? problem.text : null)
  return (
    <>
      <Extras
        legend={t('parcel_type')}
        extras={car.parcelTypes}
        value={parcel.parcelType}
        onChange={(parcelType) => write({ parcelType })}
      />
      <Extras legend={t('parcel_option')} extras={car.options} value={parcel.option} onChange={(option) => write({ option })} />
      <div className={styles.two}>
        <TextInput
          data-part="person"
          size="md"
          label={t('desk_parcel_person')}
          value={parcel.deliveryPerson}
          error={problemOf('person')}
          maxLength={100}
          required
          autoComplete="off"
          onChange={(event) => write({ deliveryPerson: event.currentTarget.value })}
        />
        <TextInput
          data-part="phone"
          type="tel"
          size="md"
          label={t('parcel_phone')}
          value={parcel.deliveryPersonPhone}
          error={problemOf('phone')}
          maxLength={40}
          required
          autoComplete="off"
          styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          onChange={(event) => write({ deliveryPersonPhone: event.currentTarget.value })}
        />
        <Textarea
          size="md"
          label={t('parcel_pickup_note')}
          value={parcel.pickUpInstructions}
          maxLength={500}
          rows={2}
          onChange={(event) => write({ pickUpInstructions: event.currentTarget.value })}
        />
        <Textarea
          size="md"
          label={t('parcel_drop_note')}
          value={parcel.deliveryInstructions}
          maxLength={500}
          rows={2}
          onChange={(event) => write({ deliveryInstructions: event.currentTarget.value })}
        />
      </div>
    </>
  )
}
