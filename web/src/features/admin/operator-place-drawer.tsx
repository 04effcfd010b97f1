// A place of the operator as a form: a new one, or one that is changed.
import { Select, Switch, TextInput } from '@mantine/core'
import { resolvePlace, type PlaceSuggestion } from '@wayfare/contract/places'
import type { OperatorPlace } from '@wayfare/contract/places-operator'
import type { LatLng } from '@wayfare/core/geo'
import { asId } from '@wayfare/core/ids'
import { operatorPlaceKinds } from '@wayfare/core/place-words'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useEditedRow } from '../../shared/use-edited-row.ts'
import { useRowFields } from '../../shared/use-row-fields.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { useForm, type FormState } from '../../ui/use-form.ts'
import '../../ui/select-styles.ts'
import {
  checkOperatorPlaceDraft,
  makeOperatorPlace,
  makeOperatorPlaceDraft,
  operatorPlaceLabels,
  readPoint,
  writePoint,
  type OperatorPlaceDraft,
  type OperatorPlaceInput,
} from './operator-place-form.ts'
import { PlacePicker } from './place-picker.tsx'
import type { CatalogueDrawerProps } from './use-catalogue-rows.tsx'

type Form = FormState<OperatorPlaceDraft>

/** A place of the map itself: not a street, and neither one's own nor the operator's. */
const isOfTheMap = ({ kind, placeId }: PlaceSuggestion): boolean => kind === 'landmark' && !placeId.startsWith('o:')

/** Whether the row speaks for a place of the map, as long as it was chosen as one. */
const StandsFor = ({ form, first }: { form: Form; first: string }) => {
  const t = useT()
  const { mapPlaceId } = form.draft
  const [last, setLast] = useState(first)
  if (mapPlaceId !== '' && mapPlaceId !== last) setLast(mapPlaceId)
  const known = useRead(['places', 'one', last], resolvePlace, { placeId: asId(last) }, { enabled: last !== '' })
  if (last === '') return null
  return (
    <Switch
      size="md"
      label={t('operator_place_stands_for', { name: known.data?.address ?? last.split(':').at(-1) ?? '' })}
      description={t('operator_place_stands_for_hint')}
      checked={mapPlaceId !== ''}
      onChange={(event) => form.set({ mapPlaceId: event.currentTarget.checked ? last : '' })}
    />
  )
}

const useKindOptions = () => {
  const t = useT()
  return operatorPlaceKinds.map((value) => ({ value, label: t(`place_kind_${value}`) }))
}

const Fields = ({ form, first }: { form: Form; first: string }) => {
  const t = useT()
  const { text } = useRowFields(form, operatorPlaceLabels)
  const kinds = useKindOptions()
  const { draft, problems, set } = form
  const pick = (at: LatLng, place: PlaceSuggestion | null) => {
    const chosen = place && isOfTheMap(place) ? place : null
    const name = draft.name === '' && chosen ? { name: chosen.structuredFormatting.mainText } : {}
    set({ at: writePoint(at), ...name, ...(chosen ? { mapPlaceId: chosen.placeId } : {}) })
  }
  return (
    <>
      <PlacePicker at={readPoint(draft.at)} error={problems.at && t(problems.at)} onPick={pick} />
      <TextInput {...text('name')} maxLength={120} data-autofocus />
      <TextInput {...text('otherNames')} description={t('operator_place_other_names_hint')} maxLength={2500} />
      <Select
        size="md"
        label={t('operator_place_kind')}
        description={t('operator_place_kind_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        comboboxProps={{ keepMounted: false }}
        data={kinds}
        value={draft.kind}
        onChange={(kind) => kind && set({ kind: kind as OperatorPlaceDraft['kind'] })}
      />
      <StandsFor form={form} first={first} />
      <SegmentedField
        label={t('operator_place_state')}
        {...(draft.hidden ? { hint: t('operator_place_hidden_hint') } : {})}
        values={['shown', 'hidden'] as const}
        value={draft.hidden ? 'hidden' : 'shown'}
        textOf={(state) => t(state === 'hidden' ? 'operator_place_hidden' : 'operator_place_shown')}
        onChange={(state) => set({ hidden: state === 'hidden' })}
      />
    </>
  )
}

type Props = CatalogueDrawerProps<OperatorPlace, OperatorPlaceInput>

export const OperatorPlaceDrawer = ({ row: place, busy, onSave, read, onClose }: Props) => {
  const t = useT()
  const form: FormState<OperatorPlaceDraft> = useForm(makeOperatorPlaceDraft(place), {
    check: checkOperatorPlaceDraft,
    send: (draft) => onSave(makeOperatorPlace(draft), edited.row, edited.refuse),
    refused: (key) => (key === 'name_taken' ? { name: key } : {}),
  })
  const edited = useEditedRow(form, { first: place, draftOf: makeOperatorPlaceDraft, read }, (field, draft) => ({
    label: t(operatorPlaceLabels[field]),
    text:
      field === 'kind'
        ? t(`place_kind_${draft.kind}`)
        : field === 'hidden'
          ? t(draft.hidden ? 'operator_place_hidden' : 'operator_place_shown')
          : draft[field],
  }))
  return (
    <FormDrawer title={t(place ? 'operator_place_edit' : 'operator_place_add')} form={form} busy={busy} onClose={onClose}>
      {edited.contest && <RowChangedNote {...edited.contest} name={form.draft.name} busy={busy} onMine={form.submit} />}
      <Fields form={form} first={place?.mapPlaceId ?? ''} />
    </FormDrawer>
  )
}
