// What the ride will cost and how it is paid, before anything is booked; then the success, or the payment that it waits for.
import { Button, Stack, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { isPrepaying } from '@wayfare/core/booking'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useWallet } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { PayDialog } from '../../shared/pay-dialog.tsx'
import { canWalletPayAll, type PaymentChoice as Payment } from '../../shared/payment-parts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DoneMark } from '../../ui/done-mark.tsx'
import { EstimateBody } from './estimate-body.tsx'
import styles from './estimate-dialog.module.css'
import { useBooking, type BookingProps } from './use-booking.ts'
import { useNarrow } from '../../ui/use-narrow.ts'

type EstimateDialogProps = BookingProps & { asking: boolean; onParcel: () => void }

const BookedNote = ({ booking, onClose }: { booking: BookingView; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Stack align="center" py="md">
      <DoneMark />
      <Text size="lg" ta="center" role="status">
        {t('booking_success')} <bdi dir="ltr">{booking.id}</bdi>
      </Text>
      <Text c="dimmed" ta="center">
        {booking.bookLater ? t('booking_success_later', { time: format.dateTime(booking.tripdate) }) : t('booking_success_next')}
      </Text>
      <Button size="lg" fullWidth onClick={onClose} data-autofocus>
        {t('booking_follow')}
      </Button>
    </Stack>
  )
}

/** Card, until something else is chosen; a wallet that cannot pay it any more is none either. */
const usePayment = (payable: string) => {
  const { me } = useSession()
  const isRider = me?.userType === 'rider'
  const balance = useWallet(isRider).data?.balance ?? null
  const [chosen, setPayment] = useState<Payment>({ mode: 'card', useWallet: false })
  const isShort = chosen.mode === 'wallet' && !canWalletPayAll(payable, balance)
  const payment: Payment = isShort ? { ...chosen, mode: 'card' } : chosen
  return { payment, setPayment, balance: isRider ? balance : null, mayChoose: me === null || isRider }
}

export const EstimateDialog = (props: EstimateDialogProps) => {
  const t = useT()
  const format = useFormat()
  const isNarrow = useNarrow()
  const { busy, booked, book, leave } = useBooking(props)
  const { quote } = props.estimate
  const paying = usePayment(quote.payableAmount)
  if (booked && isPrepaying(booked.status)) return <PayDialog booking={booked} opened onClose={leave} onPaid={leave} />
  return (
    <Dialog
      opened
      onClose={leave}
      title={booked ? t('booking_done_title') : t('estimate_title')}
      size={480}
      classNames={{ inner: styles.inner ?? '', content: styles.content ?? '' }}
      transitionProps={{ transition: isNarrow ? 'slide-up' : 'pop', duration: 180 }}
    >
      {booked ? (
        <BookedNote booking={booked} onClose={leave} />
      ) : (
        <>
          <EstimateBody {...props} paying={paying} />
          <div className={styles.actions}>
            <Button
              size="lg"
              fullWidth
              loading={busy}
              disabled={props.asking}
              onClick={() => book(paying.payment)}
              data-autofocus
            >
              {t(quote.tripDate === null ? 'book_now_for' : 'book_later_for', { price: format.money(quote.payableAmount) })}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
