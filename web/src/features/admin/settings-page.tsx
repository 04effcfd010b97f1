// The settings of the operator in one form: what is changed takes effect at once, everywhere.
import { useT } from '../../i18n/provider.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export const SettingsPage = () => {
  const t = useT()
  return <SettingsFrame place="settings" title={t('nav_settings')} intro={t('settings_intro')} />
}
