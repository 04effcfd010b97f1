// Paying the card part of a booking: by which provider, how long there is, and what came of it.
import { Alert, Stack, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { isCancelled, isPrepaying, isUnpaid } from '@wayfare/core/booking'
import { defaultSettings } from '@wayfare/core/settings'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTopic } from '../api/live.ts'
import { useSettings } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DoneMark } from '../ui/done-mark.tsx'
import { PayForm } from './pay-form.tsx'
import { isZero } from './payment-parts.ts'
import { formatClock, useNow } from './use-now.ts'

type PayDialogProps = {
  booking: BookingView
  opened: boolean
  /** closed without having paid */
  onClose: () => void
  /** paid, and the success has been seen */
  onPaid: () => void
}

/** How long the success stays (ms). */
const DONE_MS = 1500

/** What is to be paid by card: all of the trip that the wallet does not pay, also where it was to be cash; then its claim. */
export const computeAmountToPay = (booking: BookingView): string => {
  if (booking.claim && !isUnpaid(booking.status)) return booking.claim.payableAmount
  return isZero(booking.cardPaymentAmount) ? booking.cashPaymentAmount : booking.cardPaymentAmount
}

const Success = ({ before }: { before: boolean }) => {
  const t = useT()
  return (
    <Stack align="center" py="md" gap="sm">
      <DoneMark />
      <Text size="lg" fw={600} role="status">
        {t('pay_done')}
      </Text>
      {before && <Text c="dimmed">{t('pay_done_next')}</Text>}
    </Stack>
  )
}

/** How much longer the booking waits; the clock is for the eye, the sentence is said once a minute. */
const Expiry = ({ leftMs }: { leftMs: number }) => {
  const t = useT()
  return (
    <Text size="sm" c="dimmed" role="timer">
      {t('pay_expires', { time: formatClock(leftMs) })}
    </Text>
  )
}

/** Whether it was paid meanwhile, in another window or by news that came late; the success then closes by itself. */
const useIsPaid = ({ booking, opened, onPaid }: PayDialogProps, ofClaim: boolean): boolean => {
  const [heard, setHeard] = useState(false)
  useTopic(opened ? 'me' : null, (event) => {
    if (event.name !== 'payment' || event.payment.bookingId !== booking.id) return
    if (event.payment.status === 'paid' && event.payment.settledAs === 'booking') setHeard(true)
  })
  const isTripPaid = !isUnpaid(booking.status) && !isCancelled(booking.status)
  const isPaid = heard || (ofClaim ? booking.claim?.paidAt != null : isTripPaid)
  const finish = useEffectEvent(onPaid)
  useEffect(() => {
    if (!isPaid) return undefined
    const timer = setTimeout(finish, DONE_MS)
    return () => clearTimeout(timer)
  }, [isPaid])
  return isPaid
}

const useTimeLeft = ({ booking, opened }: PayDialogProps) => {
  const isWaiting = isPrepaying(booking.status) && booking.payBy !== null
  const now = useNow(1000, opened && isWaiting)
  const leftMs = isWaiting && booking.payBy !== null ? booking.payBy - now : null
  return { leftMs, isLate: isCancelled(booking.status) || (leftMs !== null && leftMs <= 0) }
}

export const PayDialog = (props: PayDialogProps) => {
  const t = useT()
  const format = useFormat()
  const { booking } = props
  const { code, appName } = useSettings().data ?? defaultSettings
  const { leftMs, isLate } = useTimeLeft(props)
  // what is being paid stays what it was, also when the news of the payment is here before its answer
  const [first] = useState(() => ({
    amount: computeAmountToPay(booking),
    before: isPrepaying(booking.status),
    ofClaim: booking.claim !== null && !isUnpaid(booking.status),
  }))
  const isPaid = useIsPaid(props, first.ofClaim)
  return (
    <Dialog
      opened={props.opened}
      onClose={isPaid ? props.onPaid : props.onClose}
      title={t('pay_amount', { amount: format.exactMoney(first.amount) })}
      size={440}
    >
      {isPaid ? (
        <Success before={first.before} />
      ) : (
        <PayForm
          order={{ id: booking.id, amount: first.amount, currency: code, product: `${appName} ${booking.id}` }}
          backLabel={t('pay_later')}
          onBack={props.onClose}
          disabled={isLate}
        >
          {leftMs !== null && !isLate && <Expiry leftMs={leftMs} />}
          {isLate && (
            <Alert color="warn" role="alert">
              {t('pay_expired')}
            </Alert>
          )}
        </PayForm>
      )}
    </Dialog>
  )
}
