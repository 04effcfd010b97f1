// Who runs the service and where to find it: the settings that visitors read.
import { useT } from '../../i18n/provider.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export const AppInfoPage = () => {
  const t = useT()
  return <SettingsFrame place="appInfo" title={t('nav_app_info')} intro={t('app_info_intro')} />
}
