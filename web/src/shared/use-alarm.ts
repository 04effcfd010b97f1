// An alert to the desk about a booking, and what becomes of it.
import type { BookingView } from '@wayfare/contract/bookings'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../api/session.tsx'
import { listAlarms } from './alarms.ts'

export type AlarmProps = { booking: BookingView; place: () => LatLng | null }

export const useAlarm = ({ booking: { id }, place }: AlarmProps) => {
  const alarms = listAlarms(useSession().me?.id ?? '')
  const alarm = useSyncExternalStore(alarms.subscribe, () => alarms.get(id))
  // whoever renders anew may know of another place
  useEffect(() => alarms.askWhere(place))
  useEffect(() => alarms.resume(), [alarms])
  return { alarm, raise: () => alarms.raise(id) }
}
