// Who runs the service and where to find it (the settings that visitors read), and what answers for its map.
import { Stack } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import { MapEnginesCard } from './map-engines-card.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export const AppInfoPage = () => {
  const t = useT()
  return (
    <Stack gap="lg" maw={1160}>
      <SettingsFrame place="appInfo" title={t('nav_app_info')} intro={t('app_info_intro')} />
      <MapEnginesCard />
    </Stack>
  )
}
