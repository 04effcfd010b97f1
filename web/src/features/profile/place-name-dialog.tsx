// A saved place as one wants it: its name, and whether it is home or work.
import { TextInput } from '@mantine/core'
import type { SavedPlace } from '@wayfare/contract/accounts-places'
import { useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { PlaceMarkField } from './place-mark-field.tsx'
import { useChangingPlace } from './use-changing-place.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'

type PlaceNameDialogProps = { place: SavedPlace | null; onClose: () => void }

const NameForm = ({ place, onClose }: { place: SavedPlace; onClose: () => void }) => {
  const t = useT()
  const change = useChangingPlace()
  const form = useForm(
    { name: place.name, mark: place.mark },
    {
      check: ({ name }) => (name.trim() === '' ? { name: 'saved_place_name_missing' } : {}),
      send: async ({ name, mark }) => {
        await change(place, { name: name.trim(), mark })
        onClose()
      },
      at: 'name',
    },
  )
  return (
    <Form form={form}>
      <TextInput {...form.text('name')} label={t('saved_place_name')} maxLength={300} data-autofocus />
      <PlaceMarkField value={form.draft.mark} onChange={(mark) => form.set({ mark })} />
      <FormFoot label={t('save')} busy={form.busy} onCancel={onClose} />
    </Form>
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
