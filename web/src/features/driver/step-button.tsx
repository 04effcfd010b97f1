import { Alert, Button, Stack, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { isAtDrop, type PhotoKind } from '@wayfare/core/booking'
import { measureArrivalGapM } from '@wayfare/core/tracking'
import { useEffect, useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { DeskContact } from '../../shared/desk-contact.tsx'
import { useAlert, useProblemText } from '../../ui/dialogs.tsx'
import classes from './driver.module.css'
import { PhotoButton } from './photo-button.tsx'
import type { DeviceReading } from './share-location.ts'
import { findMissingPhoto } from './trip-photo.ts'
import { findNextStep, type StepName } from './trip-step.ts'
import type { Steps } from './use-driver-steps.ts'
import type { AheadNow } from './use-ahead.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { ErrorNote } from '../../ui/error-note.tsx'

/** `booking` is as the driver has left it, `known` as the server knows it. */
type StepButtonProps = {
  booking: BookingView
  known: BookingView
  steps: Steps
  place: () => DeviceReading | null
  ahead: AheadNow | null
}

const useLabel = (booking: BookingView): Record<StepName, string> => {
  const t = useT()
  const format = useFormat()
  const isParcel = booking.category === 'delivery'
  return {
    arrive: t('step_arrive'),
    start: t(isParcel ? 'step_start_parcel' : 'step_start'),
    reach: t(isParcel ? 'step_reach_parcel' : 'step_reach'),
    collectCash: t('step_collect', { amount: format.exactMoney(booking.cashPaymentAmount) }),
  }
}

const loadOtp = async () => (await import('./otp-dialog.tsx')).OtpDialog
const OtpDialog = makeLazyPart(loadOtp, null)

/** What has not reached the server yet, and what becomes of it. */
const Waiting = ({ booking, steps }: { booking: BookingView; steps: Steps }) => {
  const t = useT()
  const own = steps.waiting.filter(({ bookingId }) => bookingId === booking.id)
  const isSent = steps.busy !== null && own.length === 1
  return (
    <div role="status">
      {own.length > 0 && !isSent && (
        <Text size="sm" c="dimmed" ta="center">
          {t('steps_waiting', { count: own.length })}
        </Text>
      )}
    </div>
  )
}

/** No code helps any more: how the driver reaches the desk, which has been told. */
const Locked = () => {
  const t = useT()
  return (
    <Alert color="danger" role="alert">
      <Stack gap="sm" align="start">
        <Text>{t('otp_locked_driver')}</Text>
        <DeskContact />
      </Stack>
    </Alert>
  )
}

const refusedOf = ({ booking, steps }: StepButtonProps) => (steps.refused?.bookingId === booking.id ? steps.refused : null)

const Refused = ({ cause }: { cause: unknown }) => {
  const problemText = useProblemText()
  return <ErrorNote text={cause === null ? null : problemText(cause)} />
}

type NextProps = StepButtonProps & { name: StepName; onStart: () => void }

/** Who is not at the pickup is asked before the rider is told that he is. */
const useArrive = ({ booking, steps, place, ahead }: StepButtonProps) => {
  const t = useT()
  const format = useFormat()
  const ask = useAlert()
  const arrive = () => void steps.act(booking.id, { name: 'arrive' })
  return () => {
    const from = place()
    const [roadM, accuracyM] = [ahead?.metres ?? null, from?.accuracy ?? 0]
    const metres = from && measureArrivalGapM(from, booking.pickup, { roadM, accuracyM })
    if (metres === null || ahead?.isThere) return arrive()
    const question = t('arrive_away_ask', { distance: format.distance(metres) })
    ask(question, { title: t('arrive_away_title'), action: { label: t('arrive_away_confirm'), run: arrive } })
  }
}

/** Cash is collected once the server, which counts it, knows of the end; where nothing is to be collected it says so. */
const useCash = (name: StepName, booking: BookingView, known: BookingView): string | null => {
  const t = useT()
  if (name !== 'collectCash') return null
  if (!isAtDrop(known.status)) return t('amount_when_online')
  return Number(booking.cashPaymentAmount) === 0 ? t('collect_nothing') : null
}

const Next = (props: NextProps) => {
  const { name, booking, known, steps, onStart } = props
  const arrive = useArrive(props)
  const label = useLabel(booking)[name]
  const note = useCash(name, booking, known)
  const isQueued = steps.waiting.some(({ bookingId, deed }) => bookingId === booking.id && deed.name === name)
  if (note) return <Text ta="center">{note}</Text>
  const run = () => {
    if (name === 'start') onStart()
    else if (name === 'arrive') arrive()
    else void steps.act(booking.id, { name })
  }
  return (
    <Button mih={64} fz="var(--wf-text-step)" fullWidth loading={steps.busy === name} disabled={isQueued} onClick={run}>
      {label}
    </Button>
  )
}

/** Start asks for the rider's code when there is one. */
const Do = (props: StepButtonProps & { name: StepName }) => {
  const { booking, steps, name } = props
  const [asking, setAsking] = useState(false)
  const refused = refusedOf(props)
  const begin = async (otp: string | null) => {
    const outcome = await steps.act(booking.id, { name: 'start', otp })
    if (outcome.kind !== 'refused') setAsking(false)
  }
  const ask = () => {
    steps.forgetRefused()
    setAsking(true)
  }
  return (
    <>
      {!asking && <Refused cause={refused?.cause ?? null} />}
      <Waiting booking={booking} steps={steps} />
      <Next {...props} name={name} onStart={booking.otpSecure ? ask : () => void begin(null)} />
      {asking && (
        <OtpDialog
          opened
          busy={steps.busy === 'start'}
          cause={refused?.name === 'start' ? refused.cause : null}
          onStart={(otp) => void begin(otp)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const Instead = (props: StepButtonProps & { photo: PhotoKind | null; isLocked: boolean }) => {
  const { booking, steps, photo, isLocked } = props
  return (
    <>
      {!isLocked && <Refused cause={refusedOf(props)?.cause ?? null} />}
      <Waiting booking={booking} steps={steps} />
      {photo && <PhotoButton booking={booking} kind={photo} steps={steps} />}
      {isLocked && <Locked />}
    </>
  )
}

/** The one thing to do next: a photo where one is asked for, then the step, unless the desk alone can take it. */
export const StepButton = (props: StepButtonProps) => {
  const { booking, known } = props
  const settings = useSettings().data
  const name = findNextStep(booking)
  const photo = findMissingPhoto(booking, settings)
  const isLocked = name === 'start' && known.otpLocked
  // fetched ahead: at the pickup there may be no network
  useEffect(() => void loadOtp().catch(() => {}), [])
  return (
    <div className={classes.step}>
      {name && !photo && !isLocked ? <Do {...props} name={name} /> : <Instead {...props} photo={photo} isLocked={isLocked} />}
    </div>
  )
}
