// A place found by the search, kept under a name of one's own.
import { TextInput } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { addSavedPlace } from '@wayfare/contract/accounts-places'
import type { Stop } from '@wayfare/core/booking'
import type { PlaceMark } from '@wayfare/core/place-words'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { PlaceSearch } from '../../shared/place-search.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { PlaceMarkField } from './place-mark-field.tsx'
import { stalePlaces } from './stale-places.ts'

const mostLetters = 300

type Draft = { stop: Stop | null; name: string; mark: PlaceMark | null }

const nothing: Draft = { stop: null, name: '', mark: null }

export const AddPlace = () => {
  const t = useT()
  const { send } = useWrite(addSavedPlace, { stale: stalePlaces, toast: t('saved_place_added') })
  const form = useForm<Draft>(nothing, {
    check: ({ stop, name }) => (stop && name.trim() === '' ? { name: 'saved_place_name_missing' } : {}),
    send: async ({ stop, name, mark }) => {
      if (!stop) return
      await send({ name: name.trim(), lat: stop.lat, lng: stop.lng, mark })
      form.set(nothing)
    },
    at: 'name',
  })
  const { stop, mark } = form.draft
  return (
    <Form form={form}>
      <PlaceSearch
        label={t('saved_place_add')}
        placeholder={t('saved_place_find')}
        value={stop}
        onChange={(chosen) => form.set({ stop: chosen, mark: null, name: chosen?.add.slice(0, mostLetters) ?? '' })}
        withCurrent
        icon={<IconMapPin size={20} aria-hidden />}
      />
      {stop && (
        <>
          <TextInput
            {...form.text('name')}
            label={t('saved_place_name')}
            description={t('saved_place_name_hint')}
            maxLength={mostLetters}
          />
          <PlaceMarkField value={mark} onChange={(chosen) => form.set({ mark: chosen })} />
          <FormFoot label={t('save')} busy={form.busy} />
        </>
      )}
    </Form>
  )
}
