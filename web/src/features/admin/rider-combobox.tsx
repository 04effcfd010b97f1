// Who rides: by phone or name; the first one found is taken with Enter.
import { CloseButton, Loader } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import type { RiderFound } from '@wayfare/contract/accounts-desk'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import type { Translate } from '../../ui/text.ts'
import styles from '../../shared/place-search.module.css'
import { useRiderSearch } from './use-rider-search.ts'

export type RiderComboboxProps = {
  value: RiderFound | null
  onChange: (rider: RiderFound | null) => void
  problem: string | null
}

const nameOf = ({ firstName, lastName }: RiderFound): string => `${firstName} ${lastName}`.trim()

const contactOf = (rider: RiderFound, t: Translate): string =>
  rider.contactHidden ? t('contact_hidden') : [rider.mobile, rider.email].filter(Boolean).join(' · ')

const useBox = ({ value, onChange }: RiderComboboxProps) => {
  const t = useT()
  const problemText = useProblemText()
  const [typed, setTyped] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState(0)
  const found = useRiderSearch(typed ?? '')
  const pick = (rider: RiderFound) => {
    setTyped(null)
    setOpened(false)
    onChange(rider)
  }
  const type = (text: string) => {
    setTyped(text)
    setOpened(true)
    setActive(0)
    if (value) onChange(null)
  }
  const note = () => {
    if (found.failure) return problemText(found.failure)
    if (found.typed === '' || found.searching || found.riders.length > 0) return null
    return t('desk_rider_none', { text: found.typed })
  }
  const chosen = value ? nameOf(value) : ''
  return { text: typed ?? chosen, typed, opened, setOpened, active, setActive, found, note: note(), pick, type }
}

type Box = ReturnType<typeof useBox>

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const pressKey = (box: Box, event: KeyboardEvent) => {
  const { riders } = box.found
  const step = steps[event.key]
  if (step !== undefined) {
    event.preventDefault()
    box.setOpened(true)
    if (riders.length > 0) box.setActive((box.active + step + riders.length) % riders.length)
  } else if (event.key === 'Enter' && box.typed !== null) {
    // nobody is chosen yet: that is no question for a price
    event.preventDefault()
    const rider = riders[box.active]
    if (rider) box.pick(rider)
  } else if (event.key === 'Escape' && box.opened) {
    event.preventDefault()
    event.stopPropagation()
    box.setOpened(false)
  }
}

type ListProps = { box: Box; listId: string; label: string }

const RiderList = ({ box, listId, label }: ListProps) => {
  const t = useT()
  const { riders } = box.found
  return (
    <div className={styles.list}>
      <ul id={listId} role="listbox" aria-label={label} className={styles.options} hidden={riders.length === 0}>
        {riders.map((rider, index) => (
          <li
            key={rider.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === box.active}
            className={styles.option}
            data-active={index === box.active || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => box.pick(rider)}
          >
            <span>
              <bdi className={styles.main}>{nameOf(rider)}</bdi>
              <span className={styles.secondary}>
                <bdi>{contactOf(rider, t)}</bdi> · {t('desk_rider_bookings', { count: rider.bookings })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {box.note && <p className={styles.note}>{box.note}</p>}
    </div>
  )
}

export const RiderCombobox = (props: RiderComboboxProps) => {
  const t = useT()
  const box = useBox(props)
  const id = useId()
  const listId = `${id}-list`
  const isOpen = box.opened && (box.found.riders.length > 0 || box.note !== null)
  return (
    <div className={styles.box} data-part="rider" onBlur={() => box.setOpened(false)}>
      <label htmlFor={id} className={styles.label}>
        {t('desk_rider')}
      </label>
      <div className={styles.field}>
        <IconUserSearch size={20} aria-hidden />
        <input
          id={id}
          className={styles.input}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && box.found.riders.length > 0 ? `${listId}-${box.active}` : undefined}
          aria-invalid={props.problem !== null || undefined}
          aria-describedby={`${id}-problem`}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('desk_rider_placeholder')}
          value={box.text}
          onFocus={(event) => {
            event.currentTarget.select()
            box.setOpened(true)
          }}
          onChange={(event) => box.type(event.currentTarget.value)}
          onKeyDown={(event) => pressKey(box, event)}
        />
        {box.found.searching && <Loader size="xs" className={styles.busy} />}
        {box.text !== '' && (
          <CloseButton tabIndex={-1} aria-label={t('place_clear', { label: t('desk_rider') })} onClick={() => box.type('')} />
        )}
      </div>
      {isOpen && <RiderList box={box} listId={listId} label={t('desk_rider')} />}
      <p role="alert" id={`${id}-problem`} className={styles.failure}>
        {props.problem}
      </p>
    </div>
  )
}
