// The switch of single keys, where one's other preferences are.
import { Switch } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import '../../ui/switch-styles.ts'
import { useKeysOn } from '../../ui/use-keys.ts'

export const KeysSwitch = () => {
  const t = useT()
  const [on, set] = useKeysOn()
  return (
    <Switch
      size="md"
      label={t('keys_switch')}
      description={t('keys_switch_help')}
      checked={on}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}
