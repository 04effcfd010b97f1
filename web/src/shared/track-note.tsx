import { useT } from '../i18n/provider.tsx'
import type { Translator } from '../ui/text.ts'
import classes from './shared.module.css'
import type { LiveTrip } from './use-live-trip.ts'
import { useNow } from './use-now.ts'

/** A position older than this (ms) is told with its age: the driver may have another app in front. */
const OLD_MS = 25_000

/** Seconds are told for two minutes. */
const lastWords = (t: Translator, seconds: number): string =>
  seconds < 120 ? t('track_last_position', { seconds }) : t('track_last_minutes', { minutes: Math.floor(seconds / 60) })

/** What a live map says when the driver is not where they could be seen. */
export const TrackNote = ({ trip }: { trip: Pick<LiveTrip, 'isLive' | 'isUnknown' | 'seenAt'> }) => {
  const t = useT()
  const now = useNow(5000, trip.isLive)
  const age = trip.seenAt === null ? 0 : now - trip.seenAt
  const isOld = trip.isLive && age > OLD_MS
  const words = isOld ? lastWords(t, Math.round(age / 1000)) : t('location_fetch_error')
  return (
    <div className={classes.trackNote} role="status">
      {(isOld || trip.isUnknown) && <span>{words}</span>}
    </div>
  )
}
