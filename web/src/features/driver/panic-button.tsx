// The driver's emergency button: one more tap, so that no pocket calls for help, then a call and an alert to the desk.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertOctagon, IconPhone } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { raisePanic } from '@wayfare/contract/trips'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useState } from 'react'
import { callEndpoint, isCallError } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { readKept, writeKept } from '../../api/unsent.ts'
import { useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { makePhoneLink } from '../../shared/phone-link.ts'
import { RowAction } from './row-action.tsx'

type PanicButtonProps = { booking: BookingView; place: () => LatLng | null }
type Alarm = { state: 'none' | 'sending' | 'told' } | { state: 'refused'; cause: unknown }

const RETRY_MS = 3000
const ANSWER_MS = 8000

const name = 'panic'

/** Tries until the server has heard it, or has said why it will not; also after the page was left. */
const useAlarm = ({ booking, place }: PanicButtonProps) => {
  const id = booking.id
  const userId = useSession().me?.id ?? ''
  const [isKept] = useState(() => readKept(userId, name) === id)
  const [alarm, setAlarm] = useState<Alarm>({ state: isKept ? 'sending' : 'none' })
  const [attempt, setAttempt] = useState(isKept ? 1 : 0)
  useEffect(() => {
    if (attempt === 0) return undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const at = place()
    const location = at ? { location: { lat: at.lat, lng: at.lng } } : {}
    callEndpoint(raisePanic, { id, ...location }, { signal: AbortSignal.timeout(ANSWER_MS) })
      .then(() => {
        writeKept(userId, name, null)
        if (!isGone) setAlarm({ state: 'told' })
      })
      .catch((cause: unknown) => {
        const isRefused = isCallError(cause) && cause.status >= 400 && cause.status < 500 && cause.status !== 429
        if (isRefused) writeKept(userId, name, null)
        if (isGone) return
        if (isRefused) setAlarm({ state: 'refused', cause })
        else retry = setTimeout(() => setAttempt((count) => count + 1), RETRY_MS)
      })
    return () => {
      isGone = true
      clearTimeout(retry)
    }
    // the place is read when the alarm goes out
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt, id, userId])
  const raise = () => {
    writeKept(userId, name, id)
    setAlarm({ state: 'sending' })
    setAttempt((count) => count + 1)
  }
  return { alarm, raise }
}

const News = ({ alarm }: { alarm: Alarm }) => {
  const t = useT()
  const problemText = useProblemText()
  return (
    <div role="alert">
      {alarm.state === 'sending' && <Alert color="warn">{t('panic_sending')}</Alert>}
      {alarm.state === 'told' && <Alert color="success">{t('panic_told')}</Alert>}
      {alarm.state === 'refused' && <Alert color="danger">{problemText(alarm.cause)}</Alert>}
    </div>
  )
}

/** For rides, where the operator has such a button. */
export const PanicButton = (props: PanicButtonProps) => {
  const t = useT()
  const settings = useSettings().data
  const [opened, setOpened] = useState(false)
  const { alarm, raise } = useAlarm(props)
  if (!settings?.panic || props.booking.category !== 'taxi') return null
  const number = settings.panicNumber
  const isOn = alarm.state === 'sending' || alarm.state === 'told'
  return (
    <>
      <RowAction
        icon={<IconAlertOctagon size={24} aria-hidden />}
        label={t('panic_button')}
        onClick={() => setOpened(true)}
        danger
        pressed={isOn}
      />
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('panic_title')} size={420}>
        <Stack>
          <Text>{t(number === '' ? 'panic_text_desk' : 'panic_text', { number })}</Text>
          <News alarm={alarm} />
          {number !== '' && (
            <Button
              component="a"
              href={makePhoneLink(number)}
              h={72}
              fz={18}
              color="danger"
              leftSection={<IconPhone size={24} aria-hidden />}
              onClick={raise}
            >
              {t('panic_call', { number })}
            </Button>
          )}
          <Button
            h={64}
            fz={18}
            color="danger"
            variant={number === '' ? 'filled' : 'outline'}
            disabled={alarm.state === 'sending'}
            onClick={raise}
          >
            {t('panic_desk')}
          </Button>
          <Button h={64} variant="default" onClick={() => setOpened(false)}>
            {t('close')}
          </Button>
        </Stack>
      </Dialog>
    </>
  )
}
