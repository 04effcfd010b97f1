// What is sent and to whom, as the desk takes it down: the recipient's name and phone are both needed.
import { TextInput } from '@mantine/core'
import type { CarType } from '@wayfare/contract/catalog'
import { useT } from '../../i18n/provider.tsx'
import { ParcelExtras } from '../../shared/parcel-extras.tsx'
import { ParcelNotes } from '../../shared/parcel-notes.tsx'
import type { Parcel } from '../../shared/parcel.ts'
import styles from './add-booking.module.css'

type ParcelFieldsProps = {
  car: CarType
  parcel: Parcel
  /** the text, and the field it belongs to */
  problem: { part: string; text: string } | null
  onChange: (parcel: Parcel) => void
}

export const ParcelFields = ({ car, parcel, problem, onChange }: ParcelFieldsProps) => {
  const t = useT()
  const write = (part: Partial<Parcel>) => onChange({ ...parcel, ...part })
  const problemOf = (part: string) => (problem?.part === part ? problem.text : null)
  return (
    <>
      <ParcelExtras car={car} parcel={parcel} onChange={write} />
      <div className={styles.two}>
        <TextInput
          data-part="person"
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
          label={t('parcel_phone')}
          value={parcel.deliveryPersonPhone}
          error={problemOf('phone')}
          maxLength={40}
          required
          autoComplete="off"
          styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          onChange={(event) => write({ deliveryPersonPhone: event.currentTarget.value })}
        />
        <ParcelNotes parcel={parcel} onChange={write} />
      </div>
    </>
  )
}
