import { Group, Text } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import type { Manoeuvre } from '@wayfare/core/manoeuvres'
import { useFormat, useT } from '../../i18n/provider.tsx'
import type { NextStep } from './leg-route.ts'

type NextManoeuvreProps = { next: NextStep }

/** Degrees that the arrow is turned by; without one no arrow is shown. */
const angles: Partial<Record<Manoeuvre, number>> = {
  continue: 0,
  slightRight: 45,
  right: 90,
  sharpRight: 135,
  keepRight: 30,
  slightLeft: -45,
  left: -90,
  sharpLeft: -135,
  keepLeft: -30,
  uTurn: 180,
}

/** What to do next on the way, and how far off it is: "250 m · Turn left onto Vasagatan". */
export const NextManoeuvre = ({ next: { step, inM } }: NextManoeuvreProps) => {
  const t = useT()
  const format = useFormat()
  const { manoeuvre, street, exit, text } = step
  const isArrival = manoeuvre.startsWith('arrive')
  const words = () => {
    if (text) return <bdi>{text}</bdi>
    if (manoeuvre === 'roundabout' && exit === null) return t('manoeuvre_roundabout_enter')
    return street === '' || isArrival
      ? t(`manoeuvre_${manoeuvre}`, { exit: exit ?? 0 })
      : t(`manoeuvre_${manoeuvre}_onto`, { street, exit: exit ?? 0 })
  }
  const angle = angles[manoeuvre]
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      {angle !== undefined && <IconArrowUp size={22} aria-hidden style={{ transform: `rotate(${angle}deg)`, flexShrink: 0 }} />}
      <Text fw={600}>
        {format.distance(inM)} · {words()}
      </Text>
    </Group>
  )
}
