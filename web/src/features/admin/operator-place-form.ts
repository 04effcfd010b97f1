// A place of the operator as a form holds it, and what is wrong with it.
import type { InputOf } from '@wayfare/contract/endpoint'
import type { addOperatorPlace, OperatorPlace } from '@wayfare/contract/places-operator'
import type { LatLng } from '@wayfare/core/geo'
import { asId } from '@wayfare/core/ids'

export type OperatorPlaceInput = InputOf<typeof addOperatorPlace>

/** `otherNames` with commas between; `at` is "lat, lng" in degrees; no `mapPlaceId` is empty. */
export type OperatorPlaceDraft = Pick<OperatorPlace, 'name' | 'kind' | 'hidden'> & {
  otherNames: string
  at: string
  mapPlaceId: string
}

/** Text keys. */
export const operatorPlaceLabels: Record<keyof OperatorPlaceDraft, string> = {
  name: 'operator_place_name',
  otherNames: 'operator_place_other_names',
  kind: 'operator_place_kind',
  hidden: 'operator_place_state',
  at: 'operator_place_at',
  mapPlaceId: 'operator_place_map',
}

export const writePoint = ({ lat, lng }: LatLng): string => `${lat.toFixed(6)}, ${lng.toFixed(6)}`

export const readPoint = (at: string): LatLng | null => {
  const [lat, lng] = at.split(',').map(Number)
  return at === '' || lat === undefined || lng === undefined ? null : { lat, lng }
}

export const makeOperatorPlaceDraft = (place: OperatorPlace | null): OperatorPlaceDraft => ({
  name: place?.name ?? '',
  otherNames: place?.otherNames.join(', ') ?? '',
  kind: place?.kind ?? 'landmark',
  hidden: place?.hidden ?? false,
  at: place ? writePoint(place) : '',
  mapPlaceId: place?.mapPlaceId ?? '',
})

const splitNames = (text: string): string[] => [
  ...new Set(
    text
      // the Arabic comma, too
      .split(/[,،]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

const most = { names: 20, letters: 120 }

type Problems = Partial<Record<keyof OperatorPlaceDraft, string>>

/** The keys of what is wrong, by field. */
export const checkOperatorPlaceDraft = ({ name, otherNames, at }: OperatorPlaceDraft): Problems => {
  const names = splitNames(otherNames)
  const isTooMuch = names.length > most.names || names.some(({ length }) => length > most.letters)
  return {
    ...(name.trim() === '' ? { name: 'field_required' } : {}),
    ...(isTooMuch ? { otherNames: 'operator_place_names_many' } : {}),
    ...(readPoint(at) ? {} : { at: 'operator_place_at_missing' }),
  }
}

/** What is sent; the draft has a position. */
export const makeOperatorPlace = (draft: OperatorPlaceDraft): OperatorPlaceInput => ({
  name: draft.name.trim(),
  otherNames: splitNames(draft.otherNames),
  kind: draft.kind,
  ...(readPoint(draft.at) ?? { lat: 0, lng: 0 }),
  hidden: draft.hidden,
  mapPlaceId: draft.mapPlaceId === '' ? null : asId(draft.mapPlaceId),
})
