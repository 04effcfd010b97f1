// Now or later: two radio buttons side by side, and for later the time on the clocks of the city.
import { IconBolt, IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'
import { useT } from '../i18n/provider.tsx'
import { TripDateField } from './trip-date-field.tsx'
import type { TripTime } from './trip-wish.ts'
import styles from './when-choice.module.css'

type WhenChoiceProps = { value: TripTime; problem: string | null; onChange: (time: TripTime) => void }

export const WhenChoice = ({ value, problem, onChange }: WhenChoiceProps) => {
  const t = useT()
  const name = useId()
  const { later, date } = value
  const choices = [
    { isLater: false, label: t('when_now'), icon: <IconBolt size={18} aria-hidden /> },
    { isLater: true, label: t('when_later'), icon: <IconCalendar size={18} aria-hidden /> },
  ]
  return (
    <div className={styles.when}>
      <fieldset className={styles.set}>
        <legend className="wf-hidden">{t('when_legend')}</legend>
        {choices.map(({ isLater, label, icon }) => (
          <label key={label} className={styles.choice} data-checked={isLater === later || undefined}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={isLater === later}
              onChange={() => onChange({ later: isLater, date })}
            />
            {icon}
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {later && <TripDateField value={date} problem={problem} onChange={(next) => onChange({ later, date: next })} />}
    </div>
  )
}
