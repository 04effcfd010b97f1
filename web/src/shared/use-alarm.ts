// An alert to the desk, which is tried until the server has heard it or has said why it will not; also after the page was left.
import type { BookingView } from '@wayfare/contract/bookings'
import { raisePanic } from '@wayfare/contract/trips'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useState } from 'react'
import { callEndpoint, isCallError } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { readKept, writeKept } from '../api/unsent.ts'

export type AlarmProps = { booking: BookingView; place: () => LatLng | null }
export type Alarm = { state: 'none' | 'sending' | 'told' } | { state: 'refused'; cause: unknown }

const RETRY_MS = 3000
const ANSWER_MS = 8000

const name = 'panic'

export const useAlarm = ({ booking, place }: AlarmProps) => {
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
