// One question about the rows of a table with a few answers: all of them, or one kind.
import { Chip } from '@mantine/core'
import styles from './data-table.module.css'
import { useText } from './text.ts'

type FilterChipsProps<Id extends string> = {
  label: string
  options: readonly { id: Id; label: string }[]
  /** null is all of them */
  value: Id | null
  onChange: (value: Id | null) => void
}

const everything: string = 'all'

export function FilterChips<Id extends string>({ label, options, value, onChange }: FilterChipsProps<Id>) {
  const t = useText()
  const take = (chosen: string | null) => onChange(options.find(({ id }) => id === chosen)?.id ?? null)
  return (
    <Chip.Group<false> value={value ?? everything} onChange={take}>
      <div className={styles.chipRow} role="group" aria-label={label}>
        {[{ id: everything, label: t('bookings_all') }, ...options].map((option) => (
          <Chip key={option.id} value={option.id} variant="outline" classNames={{ label: styles.chip ?? '' }}>
            {option.label}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  )
}
