// Whether a person or a booking is under a legal hold, and the switch for it: for admins.
import { Switch } from '@mantine/core'
import { setBookingHold } from '@wayfare/contract/bookings-desk'
import { setPersonHold } from '@wayfare/contract/people-edit'
import type { BookingId, UserId } from '@wayfare/core/ids'
import { useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useMayCall } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'

type LegalHoldProps = { of: { person: UserId } | { booking: BookingId }; held: boolean }

/** The switch is as the server says; while it is being changed it waits. */
export const LegalHold = ({ of, held }: LegalHoldProps) => {
  const t = useT()
  const help = 'booking' in of ? 'legal_hold_booking_help' : 'legal_hold_person_help'
  const mayCall = useMayCall()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const toast = (_reply: unknown, input: { held: boolean }) => t(input.held ? 'legal_hold_begun' : 'legal_hold_ended')
  const ofPerson = useWrite(setPersonHold, { toast, stale: [queryKeys.people] })
  const ofBooking = useWrite(setBookingHold, {
    toast,
    stale: 'booking' in of ? [queryKeys.bookingRecord(of.booking)] : [],
  })
  const action = 'booking' in of ? ofBooking : ofPerson
  if (!mayCall('booking' in of ? setBookingHold : setPersonHold)) return null
  const change = (next: boolean) =>
    void ('booking' in of ? ofBooking.run({ id: of.booking, held: next }) : ofPerson.run({ id: of.person, held: next }))
  return (
    <Switch
      size="md"
      label={t('legal_hold_label')}
      description={t(isLocked ? 'demo_mode' : help)}
      error={action.refusal ?? undefined}
      checked={held}
      disabled={isLocked || action.busy}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
