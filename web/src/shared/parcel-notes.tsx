// What the driver should know where he takes a parcel and where he hands it over.
import { Textarea } from '@mantine/core'
import { useT } from '../i18n/provider.tsx'
import type { Parcel } from './parcel.ts'

type ParcelNotesProps = { parcel: Parcel; onChange: (part: Partial<Parcel>) => void }

export const ParcelNotes = ({ parcel, onChange }: ParcelNotesProps) => {
  const t = useT()
  const note = (field: 'pickUpInstructions' | 'deliveryInstructions', label: string) => (
    <Textarea
      size="md"
      label={label}
      value={parcel[field]}
      maxLength={500}
      rows={2}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  )
  return (
    <>
      {note('pickUpInstructions', t('parcel_pickup_note'))}
      {note('deliveryInstructions', t('parcel_drop_note'))}
    </>
  )
}
