import { Switch } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import type { DemoNoteProps } from './demo-note.tsx'

export const DemoSwitch = ({ source, onChange }: DemoNoteProps) => {
  const t = useT()
  return (
    <Switch
      size="md"
      checked={source === 'gps'}
      onChange={(event) => onChange(event.currentTarget.checked ? 'gps' : 'demo')}
      label={t('demo_use_gps')}
      styles={{ body: { alignItems: 'center', minHeight: 'var(--wf-touch)' } }}
    />
  )
}
