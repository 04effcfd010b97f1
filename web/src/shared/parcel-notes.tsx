// What the driver should know where he takes a parcel and where he hands it over.
import { Textarea } from '@mantine/core'
import { parcelNoteNames, parcelNotes } from '@wayfare/core/parcel'
import { useT } from '../i18n/provider.tsx'
import { noteWords, type Parcel } from './parcel.ts'

type ParcelNotesProps = { parcel: Parcel; onChange: (part: Partial<Parcel>) => void }

export const ParcelNotes = ({ parcel, onChange }: ParcelNotesProps) => {
  const t = useT()
  return parcelNoteNames.map((note) => (
    <Textarea
      key={note}
      label={t(noteWords[note].ask)}
      value={parcel[note]}
      maxLength={parcelNotes[note].longest}
      rows={2}
      onChange={(event) => onChange({ [note]: event.currentTarget.value })}
    />
  ))
}
