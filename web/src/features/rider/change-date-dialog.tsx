import { changeTripDate, type BookingView } from '@wayfare/contract/bookings'
import { checkTripDate } from '@wayfare/core/checks'
import { parseCityTime, toCityTime } from '@wayfare/core/city-time'
import { readServerNow } from '../../api/live.ts'
import { useT } from '../../i18n/provider.tsx'
import { TripDateField, useCityZone } from '../../shared/trip-date-field.tsx'
import { useWrite } from '../../api/use-write.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'

type ChangeDateDialogProps = { booking: BookingView; opened: boolean; onClose: () => void }

const ChangeDateForm = ({ booking, onClose }: Omit<ChangeDateDialogProps, 'opened'>) => {
  const t = useT()
  const zone = useCityZone()
  const action = useWrite(changeTripDate)
  const known = toCityTime(booking.tripdate, zone)
  // what was not touched stays the same moment, also where the clocks show it twice
  const read = (date: string) => (date === known ? booking.tripdate : parseCityTime(date, zone, readServerNow()))
  const form = useForm(
    { date: known },
    {
      check: ({ date }) => {
        const wrong = checkTripDate(read(date), readServerNow())
        return wrong ? { date: wrong === 'select_proper' ? 'trip_date_missing' : wrong } : {}
      },
      send: async ({ date }) => {
        const tripDate = read(date)
        if (tripDate !== null && (await action.run({ id: booking.id, tripDate }))) onClose()
      },
    },
  )
  const { value, error = null, onChange } = form.typed('date')
  return (
    <Form form={form}>
      <TripDateField value={value} problem={error} onChange={onChange} />
      <FailureNote cause={action.cause} />
      <FormFoot label={t('change_date_save')} busy={form.busy} cancelLabel={t('back')} onCancel={onClose} />
    </Form>
  )
}

/** Another time for a booking for later, on the clocks of the city. */
export const ChangeDateDialog = ({ booking, opened, onClose }: ChangeDateDialogProps) => {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('change_date_title')}>
      <ChangeDateForm booking={booking} onClose={onClose} />
    </Dialog>
  )
}
