import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useId } from 'react'
import { useT } from '../../i18n/provider.tsx'
import classes from './rider.module.css'

type StarsInputProps = { value: number; onChange: (stars: number) => void }

const all = [1, 2, 3, 4, 5] as const

/** Five radio buttons that look like stars: arrow keys, taps and screen readers find what they know. */
export const StarsInput = ({ value, onChange }: StarsInputProps) => {
  const t = useT()
  const name = useId()
  return (
    <fieldset className={classes.stars}>
      <legend className="wf-hidden">{t('rate_stars_label')}</legend>
      {all.map((star) => (
        <label key={star} className={classes.star}>
          <input
            type="radio"
            className="wf-hidden"
            name={name}
            value={star}
            checked={star === value}
            onChange={() => onChange(star)}
            data-autofocus={star === 1 || undefined}
            aria-label={t('rate_star', { count: star })}
          />
          {star <= value ? <IconStarFilled size={40} aria-hidden /> : <IconStar size={40} aria-hidden />}
        </label>
      ))}
    </fieldset>
  )
}
