import { Switch } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import type { Source } from './use-driver-place.ts'

export type DemoNoteProps = { source: Source; onChange: (source: Source) => void }

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
