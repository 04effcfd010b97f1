// One place of a trip, set on the map: the map is moved below a pin in its middle, and the address there is read.
import { Button, CloseButton } from '@mantine/core'
import { reversePlace } from '@wayfare/contract/places'
import type { Stop } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useRef, useState } from 'react'
import { callEndpoint } from '../api/call.ts'
import { useT } from '../i18n/provider.tsx'
import { CentreMap } from '../map/centre-map.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import styles from './place-map-dialog.module.css'

type PlaceMapDialogProps = { label: string; start: LatLng | null; onPick: (stop: Stop) => void; onClose: () => void }

type Found = { at: LatLng; address: string | null; problem: string | null }

/** The address in the middle of the map; an answer about an earlier middle is of no interest any more. */
const useMiddle = () => {
  const problemText = useProblemText()
  const [found, setFound] = useState<Found | null>(null)
  const turn = useRef(0)
  const move = (at: LatLng) => {
    const mine = ++turn.current
    const tell = (answer: Omit<Found, 'at'>) => mine === turn.current && setFound({ at, ...answer })
    setFound(null)
    callEndpoint(reversePlace, at).then(
      ({ address }) => tell({ address, problem: null }),
      (cause: unknown) => tell({ address: null, problem: problemText(cause) }),
    )
  }
  return { found, move }
}

export const PlaceMapDialog = ({ label, start, onPick, onClose }: PlaceMapDialogProps) => {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  const { found, move } = useMiddle()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const address = found?.address ?? null
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={label} onClose={onClose}>
      <header className={styles.head}>
        <strong>{label}</strong>
        <CloseButton size={44} aria-label={t('close')} onClick={() => dialog.current?.close()} />
      </header>
      <div className={styles.map}>
        <CentreMap label={t('place_map_label')} start={start} onMove={move} />
      </div>
      <div className={styles.foot}>
        <p className={styles.address} role="status" dir="auto">
          {address ?? found?.problem ?? t('place_map_hint')}
        </p>
        <Button
          size="lg"
          fullWidth
          disabled={address === null}
          onClick={() => found && address !== null && onPick({ ...found.at, add: address })}
        >
          {t('place_map_confirm')}
        </Button>
      </div>
    </dialog>
  )
}
