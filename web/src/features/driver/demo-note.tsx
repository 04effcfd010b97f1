import { Text } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import classes from './driver.module.css'
import type { DemoNoteProps } from './demo-switch.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const DemoSwitch = makeLazyPart(
  async () => (await import('./demo-switch.tsx')).DemoSwitch,
  <div className={classes.demoSwitch} />,
)

/** Says openly that the car's position is made up, and lets a phone use its own. */
export const DemoNote = ({ source, onChange }: DemoNoteProps) => {
  const t = useT()
  return (
    <div className={classes.demo}>
      <Text size="sm">{t(source === 'demo' ? 'demo_position_note' : 'demo_position_off')}</Text>
      <DemoSwitch source={source} onChange={onChange} />
    </div>
  )
}
