// Another name for a saved place.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { changeSavedPlace } from '@wayfare/contract/accounts-places'
import type { SavedPlace } from '@wayfare/contract/accounts-places'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { stalePlaces } from './stale-places.ts'

type PlaceNameDialogProps = { place: SavedPlace | null; onClose: () => void }

const NameForm = ({ place, onClose }: { place: SavedPlace; onClose: () => void }) => {
  const t = useT()
  const { run, busy, refusal } = useWrite(changeSavedPlace, { stale: stalePlaces })
  const [name, setName] = useState(place.name)
  const [isMissing, setMissing] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setMissing(name.trim() === '')
    if (name.trim() === '') return form.querySelector('input')?.focus()
    if (await run({ id: place.id, name: name.trim(), lat: place.lat, lng: place.lng })) onClose()
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
          size="md"
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" size="md" disabled={busy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="md" loading={busy}>
            {t('save')}
          </Button>
        </Group>
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
    <Modal
      opened={place !== null}
      onClose={onClose}
      title={t('saved_place_rename_title')}
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
    >
      {last && <NameForm key={last.id} place={last} onClose={onClose} />}
    </Modal>
  )
}
