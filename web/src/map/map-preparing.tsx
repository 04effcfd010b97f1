import '@mantine/core/styles/Progress.layer.css'
import { Progress, Skeleton, Stack, Text } from '@mantine/core'
import type { Basemap } from '@wayfare/contract/places'
import { useT } from '../i18n/provider.tsx'
import classes from './map.module.css'

/** Stands where the map will be: a quiet sentence while the city is prepared, and the truth when that failed. */
export const MapPreparing = ({ basemap, label }: { basemap: Basemap | null; label: string }) => {
  const t = useT()
  if (!basemap) {
    return (
      <div className={classes.frame} aria-busy="true">
        <Skeleton height="100%" radius={0} />
      </div>
    )
  }
  const percent = Math.round(basemap.progress * 100)
  return (
    <section className={classes.frame} aria-label={label}>
      <div className={classes.preparing}>
        <Stack gap="sm">
          <Text fw={600} role="status">
            {basemap.state === 'preparing' ? t('map_preparing', { percent }) : t('map_failed')}
          </Text>
          {basemap.state === 'preparing' && <Progress value={percent} aria-label={t('map_preparing_label')} />}
          <Text size="sm" c="dimmed">
            {basemap.state === 'preparing' ? t('map_preparing_note') : t('map_failed_note')}
          </Text>
        </Stack>
      </div>
    </section>
  )
}
