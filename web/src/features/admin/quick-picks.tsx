// Buttons for what was chosen before: one stop of the Tab key, the arrows go between them.
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './add-booking.module.css'

type QuickPick = { key: string; label: string; text: ReactNode; onPick: () => void }

type QuickPicksProps = { label: string; picks: readonly QuickPick[] }

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const stepOf = (event: KeyboardEvent<HTMLElement>): number => {
  const isMirrored = document.dir === 'rtl' || document.documentElement.dir === 'rtl'
  if (event.key === 'ArrowRight') return isMirrored ? -1 : 1
  if (event.key === 'ArrowLeft') return isMirrored ? 1 : -1
  return steps[event.key] ?? 0
}

export const QuickPicks = ({ label, picks }: QuickPicksProps) => {
  const [active, setActive] = useState(0)
  if (picks.length === 0) return null
  const current = Math.min(active, picks.length - 1)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOf(event)
    if (step === 0) return
    event.preventDefault()
    const next = (current + step + picks.length) % picks.length
    setActive(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div role="group" aria-label={label} className={styles.picks} onKeyDown={move}>
      {picks.map((pick, index) => (
        <button
          key={pick.key}
          type="button"
          className={styles.pick}
          aria-label={pick.label}
          title={pick.label}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setActive(index)}
          onClick={pick.onPick}
        >
          {pick.text}
        </button>
      ))}
    </div>
  )
}
