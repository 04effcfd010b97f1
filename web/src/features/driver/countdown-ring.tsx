import { useT } from '../../i18n/provider.tsx'
import { useNow } from '../../shared/use-now.ts'
import classes from './driver.module.css'

const RADIUS = 34
const LENGTH = 2 * Math.PI * RADIUS

/** The time left for an offer, by the server's clock. */
export const CountdownRing = ({ from, until }: { from: number; until: number }) => {
  const t = useT()
  const now = useNow(250)
  const left = Math.max(0, until - now)
  const share = until > from ? Math.min(1, left / (until - from)) : 0
  const seconds = Math.ceil(left / 1000)
  return (
    <div className={classes.ring} role="timer" aria-label={t('offer_seconds_left', { count: seconds })}>
      <svg viewBox="0 0 80 80" aria-hidden>
        <circle cx="40" cy="40" r={RADIUS} className={classes.ringBack} />
        <circle
          cx="40"
          cy="40"
          r={RADIUS}
          className={classes.ringLeft}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
        />
      </svg>
      <span aria-hidden>{seconds}</span>
    </div>
  )
}
