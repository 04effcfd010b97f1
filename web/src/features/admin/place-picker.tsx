// Where a place is: found by the search, pressed on the map, or dragged there.
import { Input, Stack, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { reversePlace, type PlaceSuggestion } from '@wayfare/contract/places'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useMemo, useRef, useState } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useT } from '../../i18n/provider.tsx'
import { PlaceSearch } from '../../shared/place-search.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import styles from './add-booking.module.css'

const PickMap = makeLazyPart(async () => (await import('../../map/pick-map.tsx')).PickMap, null)

type PlacePickerProps = {
  at: LatLng | null
  error: string | undefined
  /** `place`: what the search found there, unless the map was pressed */
  onPick: (at: LatLng, place: PlaceSuggestion | null) => void
}

/** The address of a point that was pressed, as the map has it; an answer about an earlier one is of no interest any more. */
const useAddress = (at: LatLng | null) => {
  const [found, setFound] = useState<{ key: string; address: string } | null>(null)
  const key = at ? `${at.lat},${at.lng}` : ''
  useEffect(() => {
    if (!at || found?.key === key) return undefined
    let isLatest = true
    callEndpoint(reversePlace, at)
      .then(({ address }) => isLatest && setFound({ key, address }))
      .catch(() => isLatest && setFound({ key, address: '' }))
    return () => {
      isLatest = false
    }
  }, [at, key, found])
  const known = found?.key === key ? found.address : ''
  return { address: known, know: (point: LatLng, address: string) => setFound({ key: `${point.lat},${point.lng}`, address }) }
}

export const PlacePicker = ({ at, error, onPick }: PlacePickerProps) => {
  const t = useT()
  const [lat, lng] = [at?.lat, at?.lng]
  const point = useMemo(() => (lat === undefined || lng === undefined ? null : { lat, lng }), [lat, lng])
  const { address, know } = useAddress(point)
  // taken while its position is still asked for: the answer comes to the field as it was then
  const chosen = useRef<PlaceSuggestion | null>(null)
  return (
    <Stack gap="xs">
      <PlaceSearch
        label={t('operator_place_at')}
        placeholder={t('operator_place_find')}
        value={point && { ...point, add: address || `${point.lat}, ${point.lng}` }}
        onPlace={(place) => {
          chosen.current = place
        }}
        onChange={(stop) => {
          if (!stop) return
          const { add, ...found } = stop
          know(found, add)
          onPick(found, chosen.current)
        }}
        icon={<IconMapPin size={20} aria-hidden />}
      />
      <div className={styles.map}>
        <PickMap label={t('operator_place_at')} at={point} onPick={(pressed) => onPick(pressed, null)} />
      </div>
      <Text size="sm" c="dimmed">
        {t('operator_place_pick')}
      </Text>
      {error && <Input.Error size="md">{error}</Input.Error>}
    </Stack>
  )
}
