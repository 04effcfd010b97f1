import { Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { fareWords } from '@wayfare/contract/fare-words'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../api/queries.ts'
import type { Format } from '@wayfare/core/format'
import { useFormat, useT } from '../i18n/provider.tsx'
import type { Translator } from '../ui/text.ts'
import { computeFareChange, formatSigned, listFareChanges, type FareChange } from './fare-changes.ts'
import classes from './shared.module.css'
import { ReceiptLines } from './receipt-lines.tsx'

const wordsOf = (change: FareChange, t: Translator, format: Format): string => {
  switch (change.cause) {
    case 'distance':
      return t('differs_distance', { before: format.distance(change.before), after: format.distance(change.after) })
    case 'time':
      return t('differs_time', { before: format.duration(change.before), after: format.duration(change.after) })
    case 'drop':
      return t('differs_drop', { place: change.place })
    case 'minimum':
      return t(change.applies ? 'differs_minimum' : 'differs_no_minimum')
    case 'heldBack':
      return t('fare_held_back')
    case 'fees':
      return t('fare_convenience_fees')
    default:
      return t(fareWords[change.cause].label)
  }
}

/** Why the final fare is not the estimate, cause by cause; nothing while it is. */
export const FareChangesList = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const { code } = useSettings().last ?? defaultSettings
  const by = computeFareChange(booking, code)
  const changes = listFareChanges(booking, code)
  if (by === null || changes.length === 0) return null
  const money = (amount: string) => {
    const { sign, amount: size } = formatSigned(amount)
    return `${sign} ${format.money(size)}`
  }
  const lines = changes.map((change) => ({
    label: wordsOf(change, t, format),
    value: 'amount' in change ? money(change.amount) : '',
    weight: 'small' as const,
  }))
  return (
    <section className={classes.differs} aria-label={t('differs_title', { amount: format.money(booking.estimate) })}>
      <Text size="sm" fw={600}>
        {t('differs_title', { amount: format.money(booking.estimate) })}
      </Text>
      <ReceiptLines lines={[...lines, { label: t('differs_in_all'), value: money(by), weight: 'small' }]} />
    </section>
  )
}
