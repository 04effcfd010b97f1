import { useT } from '../i18n/provider.tsx'
import classes from './shared.module.css'

type StopsListProps = { pickup: { add: string }; drop: { add: string } }

/** From where to where, in words, with the two shapes the map uses. */
export const StopsList = ({ pickup, drop }: StopsListProps) => {
  const t = useT()
  return (
    <dl className={classes.stops}>
      <div>
        <dt>
          <span className={classes.from} aria-hidden />
          <span>{t('pickup')}</span>
        </dt>
        <dd>{pickup.add}</dd>
      </div>
      <div>
        <dt>
          <span className={classes.to} aria-hidden />
          <span>{t('destination')}</span>
        </dt>
        <dd>{drop.add}</dd>
      </div>
    </dl>
  )
}
