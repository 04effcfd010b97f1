import { Stack } from '@mantine/core'
import { changeTripDate, type BookingView } from '@wayfare/contract/bookings'
import { checkTripDate } from '@wayfare/core/checks'
import { parseCityTime, toCityTime } from '@wayfare/core/city-time'
import { useRef, useState, type FormEvent } from 'react'
import { readServerNow } from '../../api/live.ts'
import { useT } from '../../i18n/provider.tsx'
import { TripDateField, useCityZone } from '../../shared/trip-date-field.tsx'
import { useWrite } from '../../api/use-write.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'

type ChangeDateDialogProps = { booking: BookingView; opened: boolean; onClose: () => void }

const ChangeDateForm = ({ booking, onClose }: Omit<ChangeDateDialogProps, 'opened'>) => {
  const t = useT()
  const zone = useCityZone()
  const field = useRef<HTMLInputElement>(null)
  const [date, setDate] = useState(() => toCityTime(booking.tripdate, zone))
  const [problem, setProblem] = useState<string | null>(null)
  const action = useWrite(changeTripDate)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const tripDate = parseCityTime(date, zone)
    const wrong = checkTripDate(tripDate, readServerNow())
    setProblem(wrong && t(wrong === 'select_proper' ? 'trip_date_missing' : wrong))
    if (wrong || tripDate === null) return field.current?.focus()
    if (await action.run({ id: booking.id, tripDate })) onClose()
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <TripDateField
          value={date}
          problem={problem}
          inputRef={field}
          onChange={(next) => {
            setProblem(null)
            setDate(next)
          }}
        />
        <FailureNote cause={action.cause} />
        <FormFoot label={t('change_date_save')} busy={action.busy} cancelLabel={t('back')} onCancel={onClose} />
      </Stack>
    </form>
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
