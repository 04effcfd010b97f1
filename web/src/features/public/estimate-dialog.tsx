// What the ride will cost and how it is paid, before anything is booked; then the payment that the booking waits for, if it does.
import { Button } from '@mantine/core'
import { bookingsFor } from '@wayfare/core/accounts'
import { isPrepaying } from '@wayfare/core/booking'
import { useSession } from '../../api/session.tsx'
import { useCarTypes, useWallet } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { carOf } from '../../shared/parcel.ts'
import { PayDialog } from '../../shared/pay-dialog.tsx'
import { canWalletPayAll, type PaymentChoice as Payment } from '../../shared/payment-parts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EstimateBody } from './estimate-body.tsx'
import styles from './estimate-dialog.module.css'
import { useBooking, type BookingProps } from './use-booking.ts'
import { useNarrow } from '../../ui/use-narrow.ts'

type EstimateDialogProps = BookingProps & {
  asking: boolean
  /** how one chose to pay, perhaps before signing in */
  chosen: Payment | undefined
  onPayment: (payment: Payment) => void
  onParcel: () => void
}

/** Card, until something else is chosen; a wallet that cannot pay it any more is none either. */
const usePayment = (payable: string, chosen: Payment = { mode: 'card', useWallet: false }) => {
  const { me } = useSession()
  const mayBook = me !== null && bookingsFor[me.userType] === 'oneself'
  const balance = useWallet(mayBook).data?.balance ?? null
  const isShort = chosen.mode === 'wallet' && !canWalletPayAll(payable, balance)
  const payment: Payment = isShort ? { ...chosen, mode: 'card' } : chosen
  return { payment, balance: mayBook ? balance : null, mayChoose: me === null || mayBook }
}

export const EstimateDialog = (props: EstimateDialogProps) => {
  const t = useT()
  const format = useFormat()
  const isNarrow = useNarrow()
  const { quote } = props.estimate
  const paying = { ...usePayment(quote.payableAmount, props.chosen), setPayment: props.onPayment }
  const { busy, booked, book, leave } = useBooking(props, paying.payment)
  const car = carOf(quote.carType, useCarTypes().data ?? [])
  if (booked && isPrepaying(booked.status)) return <PayDialog booking={booked} opened onClose={leave} onPaid={leave} />
  return (
    <Dialog
      opened
      onClose={leave}
      title={[t('estimate_title'), car?.name].filter(Boolean).join(' · ')}
      size={480}
      classNames={{ inner: styles.inner ?? '', content: styles.content ?? '' }}
      transitionProps={{ transition: isNarrow ? 'slide-up' : 'pop', duration: 180 }}
    >
      <EstimateBody {...props} paying={paying} />
      <div className={styles.actions}>
        <Button size="lg" fullWidth loading={busy} disabled={props.asking} onClick={book} data-autofocus>
          {t(quote.tripDate === null ? 'book_now_for' : 'book_later_for', { price: format.money(quote.payableAmount) })}
        </Button>
      </div>
    </Dialog>
  )
}
