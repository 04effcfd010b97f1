// A place found by the search, kept under a name of one's own.
import { Button, TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { addSavedPlace } from '@wayfare/contract/accounts-places'
import type { Stop } from '@wayfare/core/booking'
import type { PlaceMark } from '@wayfare/core/place-words'
import { useState, type FormEvent } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { PlaceSearch } from '../../shared/place-search.tsx'
import { PlaceMarkField } from './place-mark-field.tsx'
import { stalePlaces } from './stale-places.ts'

const mostLetters = 300

const useAdding = () => {
  const t = useT()
  const { run, busy, refusal, forget } = useWrite(addSavedPlace, { stale: stalePlaces, toast: t('saved_place_added') })
  const [stop, setStop] = useState<Stop | null>(null)
  const [name, setName] = useState('')
  const [mark, setMark] = useState<PlaceMark | null>(null)
  const [isMissing, setMissing] = useState(false)
  const forgive = () => {
    setMissing(false)
    forget()
  }
  const choose = (chosen: Stop | null) => {
    setStop(chosen)
    forgive()
    setMark(null)
    setName(chosen?.add.slice(0, mostLetters) ?? '')
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!stop) return
    setMissing(name.trim() === '')
    if (name.trim() === '') return form.querySelector<HTMLElement>('[name=placeName]')?.focus()
    if (await run({ name: name.trim(), lat: stop.lat, lng: stop.lng, mark })) choose(null)
    return undefined
  }
  const type = (text: string) => {
    setName(text)
    forgive()
  }
  return { stop, choose, name, type, mark, setMark, busy, wrong: isMissing ? t('saved_place_name_missing') : refusal, submit }
}

export const AddPlace = () => {
  const t = useT()
  const { stop, choose, name, type, mark, setMark, busy, wrong, submit } = useAdding()
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
          />
          <PlaceMarkField value={mark} onChange={setMark} />
          <Button type="submit" size="md" loading={busy} style={{ justifySelf: 'start' }}>
            {t('save')}
          </Button>
        </>
      )}
    </form>
  )
}
