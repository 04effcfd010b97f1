// A place found by the search, kept under a name of one's own.
import { Button, TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { addSavedPlace } from '@wayfare/contract/accounts-profile'
import type { Stop } from '@wayfare/core/booking'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { PlaceSearch } from '../../shared/place-search.tsx'
import { useRereadPlaces } from './reread-places.ts'
import { useSayDone } from '../../shared/say-done.ts'

const mostLetters = 300

const useAdding = () => {
  const t = useT()
  const problemText = useProblemText()
  const sayDone = useSayDone()
  const reread = useRereadPlaces()
  const [stop, setStop] = useState<Stop | null>(null)
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const choose = (chosen: Stop | null) => {
    setStop(chosen)
    setWrong(null)
    setName(chosen?.add.slice(0, mostLetters) ?? '')
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!stop) return
    if (name.trim() === '') {
      setWrong(t('saved_place_name_missing'))
      return form.querySelector<HTMLElement>('[name=placeName]')?.focus()
    }
    setBusy(true)
    try {
      await call(addSavedPlace, { name: name.trim(), lat: stop.lat, lng: stop.lng })
      await reread()
      choose(null)
      sayDone('saved_place_added')
    } catch (cause) {
      setWrong(problemText(cause))
    } finally {
      setBusy(false)
    }
  }
  const type = (text: string) => {
    setName(text)
    setWrong(null)
  }
  return { stop, choose, name, type, busy, wrong, submit }
}

export const AddPlace = () => {
  const t = useT()
  const { stop, choose, name, type, busy, wrong, submit } = useAdding()
  return (
    <form onSubmit={(event) => void submit(event)} noValidate style={{ display: 'grid', gap: 16 }}>
      <PlaceSearch
        label={t('saved_place_add')}
        placeholder={t('saved_place_find')}
        value={stop}
        onChange={choose}
        withCurrent
        icon={<IconMapPin size={20} aria-hidden />}
      />
      {stop && (
        <>
          <TextInput
            name="placeName"
            label={t('saved_place_name')}
            description={t('saved_place_name_hint')}
            value={name}
            onChange={(event) => type(event.currentTarget.value)}
            error={wrong}
            maxLength={mostLetters}
            size="md"
          />
          <Button type="submit" size="md" loading={busy} style={{ justifySelf: 'start' }}>
            {t('save')}
          </Button>
        </>
      )}
    </form>
  )
}
