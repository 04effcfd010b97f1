// What a rider can do about a trip now: pay it, move it to another time, give it up.
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { BookingView } from '@wayfare/contract/bookings'
import { isPrepaying } from '@wayfare/core/booking'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { CancelTooLate, isTooLateToCancel } from '../../shared/cancel-too-late.tsx'
import { CancelUnpaid } from '../../shared/cancel-unpaid.tsx'
import { computeAmountToPay, PayDialog } from '../../shared/pay-dialog.tsx'
import { isScheduled } from '../../shared/trip-words.ts'
import { useNow } from '../../shared/use-now.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const ChangeDateDialog = makeLazyPart(async () => (await import('./change-date-dialog.tsx')).ChangeDateDialog, null)

/** Before the trip, where it waits for the card. */
export const PayNow = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      {booking.may.pay && isPrepaying(booking.status) && (
        <Button size="lg" onClick={open}>
          {t('pay_now', { amount: format.exactMoney(computeAmountToPay(booking)) })}
        </Button>
      )}
      {/* it outlives the right to pay, for as long as it shows the success */}
      {opened && <PayDialog booking={booking} opened onClose={close} onPaid={close} />}
    </>
  )
}

export const ChangeDate = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const [opened, { open, close }] = useDisclosure(false)
  const now = useNow(15_000, booking.bookLater)
  const isOpen = booking.may.changeDate && (isScheduled(booking, now) || isPrepaying(booking.status))
  if (!isOpen && !opened) return null
  return (
    <>
      <Button variant="default" size="md" onClick={open}>
        {t('change_date')}
      </Button>
      <ChangeDateDialog booking={booking} opened={opened} onClose={close} />
    </>
  )
}

export const GiveUp = ({ booking, onCancel }: { booking: BookingView; onCancel: () => void }) => {
  const t = useT()
  // where the code was wrong too often the panel names the desk already
  if (isTooLateToCancel(booking) && !booking.otpLocked) return <CancelTooLate booking={booking} />
  if (!booking.may.cancel) return null
  if (isPrepaying(booking.status)) return <CancelUnpaid booking={booking} />
  return (
    <Button variant="subtle" color="danger" size="md" onClick={onCancel}>
      {t('cancel_confirm')}
    </Button>
  )
}
