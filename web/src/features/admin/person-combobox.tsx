// A person by phone, name or e-mail; the first one found is taken with Enter.
import { formatPersonName } from '@wayfare/core/accounts'
import { CloseButton, Loader } from '@mantine/core'
import { IconUserPlus, IconUserSearch } from '@tabler/icons-react'
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import styles from '../../shared/place-search.module.css'
import { useTypedUntil } from '../../shared/use-typed-until.ts'
import { usePersonSearch, type PeopleSearch, type PeopleSource } from './use-person-search.ts'

type Person = {
  id: string
  firstName: string
  lastName: string
  email: string | null
  mobile: string | null
  contactHidden: boolean
}

type PersonComboboxProps<P extends Person> = {
  /** for tests and for the way back to the field */
  part: string
  label: string
  value: P | null
  onChange: (person: P | null) => void
  problem: string | null
  source: PeopleSource<P>
  /** what is told when nobody is found */
  noneText: (typed: string) => string
  /** what is known of a person beside name and contact */
  factOf: (person: P) => ReactNode
  /** looked for at once; the only one found is taken */
  asked?: string
  /** what can be made of what was typed when nobody is found */
  unknown?: { label: (typed: string) => string; take: (typed: string) => void }
}

/** Whoever is quicker than the answer gets it as soon as it is there; of several people the list lets one choose. */
const useHurry = <P,>(found: PeopleSearch<P>, first: boolean, take: (person: P | null) => void) => {
  const [isHurried, setHurried] = useState(first)
  const { people, searching, failure, typed } = found
  useEffect(() => {
    if (!isHurried || searching) return
    setHurried(false)
    if (!failure && typed !== '' && people.length < 2) take(people[0] ?? null)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isHurried, searching])
  return setHurried
}

const useBox = <P extends Person>({ value, onChange, source, noneText, asked = '', unknown }: PersonComboboxProps<P>) => {
  const problemText = useProblemText()
  const [typed, setTyped] = useTypedUntil(value?.id, asked)
  const [opened, setOpened] = useState(asked !== '')
  const [active, setActive] = useState(0)
  const found = usePersonSearch(source, typed ?? '')
  const pick = (person: P) => {
    setTyped(null)
    setOpened(false)
    onChange(person)
  }
  const takeUnknown = () => {
    setTyped(null)
    setOpened(false)
    unknown?.take(found.typed)
  }
  const setHurried = useHurry(found, asked !== '', (person) => (person ? pick(person) : takeUnknown()))
  const enter = () => {
    const person = found.people[active]
    if (person) pick(person)
    else setHurried(true)
  }
  const type = (text: string) => {
    setHurried(false)
    setTyped(text)
    setOpened(true)
    setActive(0)
    if (value) onChange(null)
  }
  const note = () => {
    if (found.failure) return problemText(found.failure)
    if (found.typed === '' || found.searching || found.people.length > 0) return null
    return noneText(found.typed)
  }
  const chosen = value ? formatPersonName(value) : ''
  const isNobody = found.typed !== '' && !found.searching && !found.failure && found.people.length === 0
  const way = isNobody && unknown ? { label: unknown.label(found.typed), take: takeUnknown } : null
  const view = { text: typed ?? chosen, typed, opened, active, found, note: note(), unknown: way }
  return { ...view, setOpened, setActive, enter, pick, type }
}

type Box<P extends Person> = ReturnType<typeof useBox<P>>

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const pressKey = <P extends Person>(box: Box<P>, event: KeyboardEvent) => {
  const { people } = box.found
  const step = steps[event.key]
  if (step !== undefined) {
    event.preventDefault()
    box.setOpened(true)
    if (people.length > 0) box.setActive((box.active + step + people.length) % people.length)
  } else if (event.key === 'Enter' && box.typed !== null) {
    // nobody is chosen yet: that is no question for a price
    event.preventDefault()
    box.enter()
  } else if (event.key === 'Escape' && box.opened) {
    event.preventDefault()
    event.stopPropagation()
    box.setOpened(false)
  }
}

type ListProps<P extends Person> = { box: Box<P>; listId: string; label: string; factOf: (person: P) => ReactNode }

function PersonList<P extends Person>({ box, listId, label, factOf }: ListProps<P>) {
  const t = useT()
  const { people } = box.found
  return (
    <div className={styles.list}>
      <ul id={listId} role="listbox" aria-label={label} className={styles.options} hidden={people.length === 0}>
        {people.map((person, index) => (
          <li
            key={person.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === box.active}
            className={styles.option}
            data-active={index === box.active || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => box.pick(person)}
          >
            <span>
              <span className={styles.main}>
                <bdi>{formatPersonName(person)}</bdi>
              </span>
              <span className={styles.secondary}>
                <bdi>
                  {person.contactHidden ? t('contact_hidden') : [person.mobile, person.email].filter(Boolean).join(' · ')}
                </bdi>{' '}
                · <span className={styles.whole}>{factOf(person)}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
      {box.note && <p className={styles.note}>{box.note}</p>}
      {box.unknown && (
        <div className={styles.options}>
          <button
            type="button"
            className={styles.option}
            data-active
            onPointerDown={(event) => event.preventDefault()}
            onClick={box.unknown.take}
          >
            <IconUserPlus size={20} aria-hidden /> <bdi>{box.unknown.label}</bdi>
          </button>
        </div>
      )}
    </div>
  )
}

export function PersonCombobox<P extends Person>(props: PersonComboboxProps<P>) {
  const t = useT()
  const box = useBox(props)
  const id = useId()
  const listId = `${id}-list`
  const isOpen = box.opened && (box.found.people.length > 0 || box.note !== null)
  return (
    <div className={styles.box} data-part={props.part} onBlur={() => box.setOpened(false)}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
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
          aria-activedescendant={isOpen && box.found.people.length > 0 ? `${listId}-${box.active}` : undefined}
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
          <CloseButton tabIndex={-1} aria-label={t('place_clear', { label: props.label })} onClick={() => box.type('')} />
        )}
      </div>
      {isOpen && <PersonList box={box} listId={listId} label={props.label} factOf={props.factOf} />}
      <p role="alert" id={`${id}-problem`} className={styles.failure}>
        {props.problem}
      </p>
    </div>
  )
}
