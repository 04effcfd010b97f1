// One of several, each a card with a picture, a name, a note and a price: radio buttons that are easy to hit.
import { useId, type ReactNode } from 'react'
import styles from './choice-list.module.css'

export type Choice<Value extends string> = {
  value: Value
  label: string
  note?: string | undefined
  side?: string | undefined
  icon?: ReactNode
  disabled?: boolean
}

export type ChoiceListProps<Value extends string> = {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
}

export const ChoiceList = <Value extends string>({ legend, choices, value, onChange }: ChoiceListProps<Value>) => {
  const name = useId()
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => {
          const noteId = `${name}-${choice.value}`
          return (
            <label
              key={choice.value}
              className={styles.choice}
              data-checked={choice.value === value || undefined}
              data-disabled={choice.disabled || undefined}
            >
              <input
                type="radio"
                className={styles.radio}
                name={name}
                value={choice.value}
                checked={choice.value === value}
                disabled={choice.disabled ?? false}
                onChange={() => onChange(choice.value)}
                aria-label={choice.side ? `${choice.label}, ${choice.side}` : choice.label}
                aria-describedby={choice.note ? noteId : undefined}
              />
              {choice.icon && <span className={styles.icon}>{choice.icon}</span>}
              <span className={styles.words}>
                <bdi className={styles.name}>{choice.label}</bdi>
                {choice.note && (
                  <span className={styles.note} id={noteId}>
                    {choice.note}
                  </span>
                )}
              </span>
              {choice.side && <bdi className={styles.side}>{choice.side}</bdi>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
