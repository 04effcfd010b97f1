// One place of a trip: a field with its list on large screens, a search over the whole screen on phones.
import { CloseButton } from '@mantine/core'
import type { PlaceSuggestion } from '@wayfare/contract/places'
import type { Stop } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useT } from '../i18n/provider.tsx'
import { PlaceCombobox } from './place-combobox.tsx'
import styles from './place-search.module.css'
import { makeLazyPart } from '../ui/lazy-part.ts'
import { useNarrow } from '../ui/use-narrow.ts'

const PlaceMapDialog = makeLazyPart(async () => (await import('./place-map-dialog.tsx')).PlaceMapDialog, null)

type PlaceSearchProps = {
  label: string
  placeholder: string
  value: Stop | null
  onChange: (stop: Stop | null) => void
  near?: LatLng | null
  withCurrent?: boolean
  /** offers to set the place on the map */
  withMap?: boolean
  icon: ReactNode
  onFocus?: () => void
  /** why it cannot stay as it is: shown below, the field marked */
  problem?: string | null
  onType?: () => void
  onPlace?: (place: PlaceSuggestion | null) => void
  onResolving?: (resolving: boolean) => void
}

type SearchProps = PlaceSearchProps & { onMap: (() => void) | undefined }

const PhoneSearch = (props: SearchProps) => {
  const t = useT()
  const id = useId()
  const [opened, setOpened] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!opened) return
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [opened])
  const close = () => {
    dialog.current?.close()
    setOpened(false)
  }
  return (
    <div className={styles.box}>
      <span className={styles.label} id={`${id}-label`}>
        {props.label}
      </span>
      <button
        type="button"
        className={styles.field}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={props.problem ? `${id}-problem` : undefined}
        onClick={() => {
          props.onFocus?.()
          setOpened(true)
        }}
      >
        <span className={styles.icon}>{props.icon}</span>
        <span id={`${id}-value`} className={styles.value} dir="auto" data-empty={!props.value?.add || undefined}>
          {props.value?.add || props.placeholder}
        </span>
      </button>
      <p role="alert" id={`${id}-problem`} className={styles.failure}>
        {props.problem}
      </p>
      {opened && (
        <dialog ref={dialog} className={styles.screen} aria-label={props.label} onClose={close}>
          <CloseButton size={44} aria-label={t('close')} onClick={close} className={styles.screenClose} />
          <PlaceCombobox
            {...props}
            problem={null}
            id={id}
            near={props.near ?? null}
            withCurrent={props.withCurrent ?? false}
            inline
            onChange={(stop) => {
              props.onChange(stop)
              if (stop) close()
            }}
          />
        </dialog>
      )}
    </div>
  )
}

const Search = (props: SearchProps) => {
  const id = useId()
  if (useNarrow()) return <PhoneSearch {...props} />
  return <PlaceCombobox {...props} id={id} near={props.near ?? null} withCurrent={props.withCurrent ?? false} />
}

export const PlaceSearch = (props: PlaceSearchProps) => {
  const [onMap, setOnMap] = useState(false)
  // a place that was set on the map closes the search below it
  const [turn, setTurn] = useState(0)
  return (
    <>
      <Search key={turn} {...props} onMap={props.withMap ? () => setOnMap(true) : undefined} />
      {onMap && (
        <PlaceMapDialog
          label={props.label}
          start={props.value ?? props.near ?? null}
          onClose={() => setOnMap(false)}
          onPick={(stop) => {
            setOnMap(false)
            setTurn(turn + 1)
            props.onChange(stop)
          }}
        />
      )}
    </>
  )
}
