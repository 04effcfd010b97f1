// When to be picked up, on the clocks of the city: the browser's own picker, which a phone knows best.
import { toCityTime } from '@wayfare/core/city-time'
import { bookLaterLeastMs, bookLaterMostMs } from '@wayfare/core/checks'
import { defaultSettings } from '@wayfare/core/settings'
import { useId } from 'react'
import { useSettings } from '../api/queries.ts'
import { useT } from '../i18n/provider.tsx'
import styles from './trip-date-field.module.css'
import { useNow } from './use-now.ts'

type TripDateFieldProps = {
  /** YYYY-MM-DDTHH:mm, empty until one is chosen */
  value: string
  onChange: (value: string) => void
  problem?: string | null
}

const minuteMs = 60_000

const zoneHere = () => new Intl.DateTimeFormat('en').resolvedOptions().timeZone

/** The zone the city's times are in. */
export const useCityZone = (): string => (useSettings().last ?? defaultSettings).timeZone

export const TripDateField = ({ value, onChange, problem = null }: TripDateFieldProps) => {
  const t = useT()
  const id = useId()
  const zone = useCityZone()
  const now = useNow(minuteMs)
  // the first whole minute that is far enough away
  const earliest = Math.ceil((now + bookLaterLeastMs) / minuteMs) * minuteMs
  const hint = zoneHere() === zone ? t('trip_date_hint') : t('trip_date_zone', { zone: zone.replaceAll('_', ' ') })
  return (
    <div className={styles.box}>
      <label htmlFor={id} className={styles.label}>
        {t('trip_date')}
      </label>
      <input
        id={id}
        type="datetime-local"
        className={styles.field}
        value={value}
        min={toCityTime(earliest, zone)}
        max={toCityTime(now + bookLaterMostMs, zone)}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className={styles.hint} data-problem={problem !== null || undefined}>
        {problem ?? hint}
      </p>
    </div>
  )
}
