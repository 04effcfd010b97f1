import { IconArrowMerge, IconArrowUp, IconMapPin, IconRotate } from '@tabler/icons-react'
import type { Manoeuvre, NextStep } from '@wayfare/core/manoeuvres'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './trip.module.css'
import type { WayLeft } from './way-left.ts'

/** Degrees that the arrow is turned by. */
const angles: Partial<Record<Manoeuvre, number>> = {
  depart: 0,
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

/** The same place for each turn, so that the words do not jump. Of a roundabout it says which exit. */
const Sign = ({ next: { manoeuvre, exit } }: { next: NextStep }) => {
  const format = useFormat()
  const angle = angles[manoeuvre]
  const icon = { size: 36, 'aria-hidden': true } as const
  if (angle !== undefined) return <IconArrowUp {...icon} style={{ transform: `rotate(${angle}deg)` }} />
  if (manoeuvre === 'merge') return <IconArrowMerge {...icon} />
  if (manoeuvre !== 'roundabout') return <IconMapPin {...icon} />
  if (exit === null) return <IconRotate {...icon} />
  return (
    <span className={classes.exit} aria-hidden>
      {format.number(exit)}
    </span>
  )
}

const useWords = ({ manoeuvre, street, exit, text }: NextStep): string => {
  const t = useT()
  if (text) return text
  if (manoeuvre === 'roundabout' && exit === null) return t('manoeuvre_roundabout_enter')
  return street === '' || manoeuvre.startsWith('arrive')
    ? t(`manoeuvre_${manoeuvre}`, { exit: exit ?? 0 })
    : t(`manoeuvre_${manoeuvre}_onto`, { street, exit: exit ?? 0 })
}

const Turn = ({ next }: { next: NextStep }) => {
  const t = useT()
  const format = useFormat()
  const words = useWords(next)
  return (
    <section className={classes.manoeuvre} aria-label={t('next_manoeuvre')}>
      <Sign next={next} />
      <p>
        <strong>{format.distance(next.metres)}</strong>
        <bdi>{words}</bdi>
      </p>
    </section>
  )
}

/** Over the map, to be read at a glance: how far off the next turn is, which way, and onto which street. Nothing at the kerb. */
export const NextManoeuvre = ({ left: { next, isThere } }: { left: WayLeft }) => (next && !isThere ? <Turn next={next} /> : null)
