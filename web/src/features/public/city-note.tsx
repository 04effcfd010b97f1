// How far the city map is, as long as it is not ready.
import { Alert } from '@mantine/core'
import type { Basemap } from '@wayfare/contract/places'
import { useT } from '../../i18n/provider.tsx'

export const CityNote = ({ basemap }: { basemap: Basemap | null }) => {
  const t = useT()
  if (!basemap || basemap.state === 'ready') return null
  if (basemap.state === 'failed') {
    return (
      <Alert color="danger" variant="light" role="alert">
        {t('city_map_failed')}
      </Alert>
    )
  }
  const percent = Math.round(basemap.progress * 100)
  return (
    <Alert color="info" variant="light" role="status">
      {t('city_map_preparing', { percent })}
      <progress value={percent} max={100} aria-label={t('city_map_preparing', { percent })} style={{ width: '100%' }} />
    </Alert>
  )
}
