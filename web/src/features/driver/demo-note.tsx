import { Switch, Text } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import classes from './driver.module.css'
import type { Source } from './use-driver-place.ts'

type DemoNoteProps = { source: Source; onChange: (source: Source) => void }

/** Says openly that the car's position is made up, and lets a phone use its own. */
export const DemoNote = ({ source, onChange }: DemoNoteProps) => {
  const t = useT()
  return (
    <div className={classes.demo}>
      <Text size="sm">{t(source === 'demo' ? 'demo_position_note' : 'demo_position_off')}</Text>
      <Switch
        size="md"
        checked={source === 'gps'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'gps' : 'demo')}
        label={t('demo_use_gps')}
        styles={{ body: { alignItems: 'center', minHeight: 'var(--wf-touch)' } }}
      />
    </div>
  )
}
