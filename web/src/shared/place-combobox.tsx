// A text field with a list of places under it, for keyboard, mouse and touch.
import { CloseButton, Loader } from '@mantine/core'
import { IconCurrentLocation, IconMap2, IconMapPin, IconRoad, IconStar } from '@tabler/icons-react'
import { type PlaceSuggestion, resolvePlace } from '@wayfare/contract/places'
import type { Stop } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { callEndpoint } from '../api/call.ts'
import { useT } from '../i18n/provider.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import { findCurrentPlace } from './current-place.ts'
import { HighlightedText } from './highlighted-text.tsx'
import styles from './place-search.module.css'
import { usePlaceSuggestions } from './use-place-suggestions.ts'
import { useTypedUntil } from './use-typed-until.ts'

type PlaceComboboxProps = {
  id: string
  label: string
  placeholder: string
  value: Stop | null
  onChange: (stop: Stop | null) => void
  /** places near here come first */
  near: LatLng | null
  /** offers the device's own position */
  withCurrent: boolean
  icon: ReactNode
  /** the list stays open below the field instead of floating over the page */
  inline?: boolean
  /** offers to set the place on the map */
  onMap?: (() => void) | undefined
  onFocus?: () => void
  onType?: () => void
  /** why it cannot stay as it is */
  problem?: string | null
  /** which place is being taken, before its position is known; null for the device's own */
  onPlace?: (place: PlaceSuggestion | null) => void
  /** a place was taken and its position is not known yet; false once it is, or could not be found */
  onResolving?: (resolving: boolean) => void
}

const icons = {
  landmark: IconMapPin,
  crossing: IconRoad,
  street: IconRoad,
  address: IconMapPin,
  saved: IconStar,
  home: IconStar,
  work: IconStar,
}

type Own = { kind: 'current' } | { kind: 'place'; place: PlaceSuggestion }
type Option = Own | { kind: 'map' }

const keyOf = (option: Option): string => (option.kind === 'place' ? option.place.placeId : option.kind)

const stopOf = async (option: Own): Promise<Stop> => {
  if (option.kind === 'current') return findCurrentPlace()
  const { coords } = await callEndpoint(resolvePlace, { placeId: option.place.placeId })
  return { ...coords, add: option.place.description }
}

const useCombobox = ({ value, onChange, onType, onPlace, onResolving, onMap, near, withCurrent }: PlaceComboboxProps) => {
  const problemText = useProblemText()
  // while nothing is being typed the field shows what was chosen
  const [typed, setTyped] = useTypedUntil(value && `${value.lat} ${value.lng}`)
  const [opened, setOpened] = useState(false)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const found = usePlaceSuggestions(typed ?? '', near)
  const first: Option[] = [...(withCurrent ? [{ kind: 'current' } as const] : []), ...(onMap ? [{ kind: 'map' } as const] : [])]
  const places = found.places.map((place): Option => ({ kind: 'place', place }))
  // whoever types wants what matches; the own position and the map come first only while the field is empty
  const options = typed?.trim() ? [...places, ...first] : [...first, ...places]
  const active = options.findIndex((option) => keyOf(option) === activeKey)
  const setActive = (index: number) => setActiveKey(options[index] ? keyOf(options[index]) : null)
  // what was picked or typed last: an answer about an earlier pick is of no interest any more
  const turn = useRef(0)
  const wait = (resolving: boolean) => {
    setBusy(resolving)
    onResolving?.(resolving)
  }
  const pick = (option: Option) => {
    if (option.kind === 'map') {
      setOpened(false)
      return onMap?.()
    }
    const mine = ++turn.current
    const last = (then: () => void) => mine === turn.current && then()
    onPlace?.(option.kind === 'place' ? option.place : null)
    wait(true)
    setFailure(null)
    setOpened(false)
    stopOf(option)
      .then((stop) =>
        last(() => {
          setTyped(null)
          onChange(stop)
        }),
      )
      .catch((cause: unknown) => last(() => setFailure(problemText(cause))))
      .finally(() => last(() => wait(false)))
    return undefined
  }
  const type = (text: string) => {
    turn.current += 1
    if (busy) wait(false)
    setTyped(text)
    setOpened(true)
    setActiveKey(null)
    setFailure(null)
    onType?.()
    if (value) onChange(null)
  }
  const leave = () => {
    setOpened(false)
    setActiveKey(null)
  }
  const giveUp = () => {
    turn.current += 1
    leave()
  }
  /** The first place that matches all that is typed: what is listed may still be the answer to less of it. */
  const pickFirst = () => {
    const mine = ++turn.current
    found
      .ask()
      .then((answer) => {
        const best = answer.find(({ isGuess }) => !isGuess)
        if (best && mine === turn.current) pick({ kind: 'place', place: best })
      })
      // the list says that it could not be asked
      .catch(() => undefined)
  }
  return { typed, opened, setOpened, active, setActive, busy, failure, found, options, pick, pickFirst, type, leave, giveUp }
}

type Box = ReturnType<typeof useCombobox>

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const pressKey = (box: Box, event: KeyboardEvent) => {
  const step = steps[event.key]
  const chosen = box.options[box.active]
  if (step !== undefined) {
    event.preventDefault()
    box.setOpened(true)
    const count = box.options.length
    if (count > 0) box.setActive((box.active + step + count + (box.active < 0 && step < 0 ? 1 : 0)) % count)
  } else if (event.key === 'Enter' && box.opened) {
    event.preventDefault()
    if (chosen) box.pick(chosen)
    else box.pickFirst()
  } else if (event.key === 'Escape' && box.opened) {
    event.preventDefault()
    event.stopPropagation()
    box.giveUp()
  }
}

const OptionText = ({ option }: { option: Option }) => {
  const t = useT()
  if (option.kind !== 'place') {
    const Icon = option.kind === 'map' ? IconMap2 : IconCurrentLocation
    return (
      <>
        <Icon size={20} aria-hidden className={styles.optionIcon} />
        <span className={styles.main}>{t(option.kind === 'map' ? 'place_set_on_map' : 'place_use_current')}</span>
      </>
    )
  }
  const { structuredFormatting: text, kind } = option.place
  const Icon = icons[kind]
  const secondary = kind === 'home' || kind === 'work' ? t(`place_mark_${kind}`) : text.secondaryText
  return (
    <>
      <Icon size={20} aria-hidden className={styles.optionIcon} />
      <span>
        <span className={styles.main}>
          <HighlightedText text={text.mainText} marks={text.mainTextMatchedSubstrings} />
        </span>
        {secondary && <span className={styles.secondary}>{secondary}</span>}
      </span>
    </>
  )
}

const useListNote = (box: Box): string | null => {
  const t = useT()
  const problemText = useProblemText()
  if (box.found.failure) return problemText(box.found.failure)
  if (!box.typed?.trim()) return null
  if (box.found.searching) return null
  const { places, typed } = box.found
  if (places.length === 0) return t('place_none_found', { text: typed })
  return places.every(({ isGuess }) => isGuess) ? t('place_did_you_mean', { text: typed }) : null
}

type PartProps = { props: PlaceComboboxProps; box: Box; listId: string }

const optionId = (listId: string, index: number) => `${listId}-${index}`

const FieldEnd = ({ box, label, isEmpty }: { box: Box; label: string; isEmpty: boolean }) => {
  const t = useT()
  const isBusy = box.busy || (box.typed !== null && box.typed !== '' && box.found.searching)
  return (
    <>
      {isBusy && <Loader size="xs" className={styles.busy} />}
      {!isEmpty && !box.busy && <CloseButton aria-label={t('place_clear', { label })} onClick={() => box.type('')} />}
    </>
  )
}

const PlaceField = ({ props, box, listId, isOpen }: PartProps & { isOpen: boolean }) => {
  const text = box.typed ?? props.value?.add ?? ''
  const told = box.failure ?? props.problem ?? null
  return (
    <div className={styles.field}>
      <span className={styles.icon}>{props.icon}</span>
      <input
        id={props.id}
        className={styles.input}
        role="combobox"
        aria-expanded={isOpen && box.options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={box.active >= 0 ? optionId(listId, box.active) : undefined}
        aria-invalid={told !== null || undefined}
        aria-describedby={told ? `${listId}-failure` : undefined}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        placeholder={props.placeholder}
        value={text}
        onFocus={(event) => {
          event.currentTarget.select()
          box.setOpened(true)
          props.onFocus?.()
        }}
        onChange={(event) => box.type(event.currentTarget.value)}
        onKeyDown={(event) => pressKey(box, event)}
      />
      <FieldEnd box={box} label={props.label} isEmpty={text === ''} />
    </div>
  )
}

const PlaceList = ({ props, box, listId, note }: PartProps & { note: string | null }) => (
  <div className={styles.list}>
    {note && <p className={styles.note}>{note}</p>}
    <ul id={listId} role="listbox" aria-label={props.label} className={styles.options} hidden={box.options.length === 0}>
      {box.options.map((option, index) => (
        <li
          key={keyOf(option)}
          id={optionId(listId, index)}
          role="option"
          aria-selected={index === box.active}
          className={styles.option}
          data-active={index === box.active || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => box.pick(option)}
        >
          <OptionText option={option} />
        </li>
      ))}
    </ul>
  </div>
)

export const PlaceCombobox = (props: PlaceComboboxProps) => {
  const box = useCombobox(props)
  const note = useListNote(box)
  const listId = useId()
  const hasList = box.options.length > 0 || note !== null
  const isOpen = props.inline === true || (box.opened && hasList)
  return (
    <div
      className={styles.box}
      data-inline={props.inline || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) box.leave()
      }}
    >
      <label htmlFor={props.id} className={styles.label}>
        {props.label}
      </label>
      <PlaceField props={props} box={box} listId={listId} isOpen={isOpen} />
      {isOpen && <PlaceList props={props} box={box} listId={listId} note={note} />}
      <p role="alert" id={`${listId}-failure`} className={styles.failure}>
        {box.failure ?? props.problem}
      </p>
    </div>
  )
}
