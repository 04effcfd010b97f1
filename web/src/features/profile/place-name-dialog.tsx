// A saved place as one wants it: its name, and whether it is home or work.
import { Stack, TextInput } from '@mantine/core'
import type { SavedPlace } from '@wayfare/contract/accounts-places'
import { useState, type FormEvent } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { PlaceMarkField } from './place-mark-field.tsx'
import { useChangingPlace } from './use-changing-place.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'

type PlaceNameDialogProps = { place: SavedPlace | null; onClose: () => void }

const NameForm = ({ place, onClose }: { place: SavedPlace; onClose: () => void }) => {
  const t = useT()
  const { change, busy, refusal } = useChangingPlace()
  const [name, setName] = useState(place.name)
  const [mark, setMark] = useState(place.mark)
  const [isMissing, setMissing] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setMissing(name.trim() === '')
    if (name.trim() === '') return form.querySelector('input')?.focus()
    if (await change(place, { name: name.trim(), mark })) onClose()
    return undefined
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <TextInput
          label={t('saved_place_name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isMissing ? t('saved_place_name_missing') : refusal}
          maxLength={300}
          data-autofocus
        />
        <PlaceMarkField value={mark} onChange={setMark} />
        <FormFoot label={t('save')} busy={busy} onCancel={onClose} />
      </Stack>
    </form>
  )
}

export const PlaceNameDialog = ({ place, onClose }: PlaceNameDialogProps) => {
  const t = useT()
  // the words stay while the dialog closes
  const [last, setLast] = useState<SavedPlace | null>(null)
  if (place && place !== last) setLast(place)
  return (
    <Dialog opened={place !== null} onClose={onClose} title={t('saved_place_rename_title')}>
      {last && <NameForm key={last.id} place={last} onClose={onClose} />}
    </Dialog>
  )
}
