import { Stack } from '@mantine/core'
import type { FareLines as Lines } from '@wayfare/contract/bookings'
import { useFormat, useT } from '../i18n/provider.tsx'
import classes from './shared.module.css'

type FareLinesProps = { lines: Lines; totalLabel?: string; paidHow?: string | null }

/** What the price is made of; the total stands out and is the sum of the two lines above it. */
export const FareLines = ({ lines, totalLabel, paidHow }: FareLinesProps) => {
  const t = useT()
  const format = useFormat()
  const rows: [string, string][] = [
    [t('fare_base'), lines.base],
    [t('fare_distance'), lines.distance],
    [t('fare_time'), lines.time],
  ]
  return (
    <Stack gap={4}>
      <dl className={classes.lines}>
        {rows.map(([label, amount]) => (
          <div key={label} className={classes.small}>
            <dt>{label}</dt>
            <dd>{format.money(amount)}</dd>
          </div>
        ))}
        <div>
          <dt>{lines.minimumApplied ? t('fare_minimum') : t('fare_fare')}</dt>
          <dd>{format.money(lines.fare)}</dd>
        </div>
        <div>
          <dt>{t('fare_convenience_fees')}</dt>
          <dd>{format.money(lines.convenienceFees)}</dd>
        </div>
        <div className={classes.total}>
          <dt>{totalLabel ?? t('fare_total')}</dt>
          <dd>{format.money(lines.grandTotal)}</dd>
        </div>
        {paidHow && (
          <div>
            <dt>{t('fare_paid_how')}</dt>
            <dd>{paidHow}</dd>
          </div>
        )}
      </dl>
    </Stack>
  )
}
