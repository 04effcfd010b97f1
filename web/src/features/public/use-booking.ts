// From an estimate to a booking and its live trip: once, however often it is tried, and what is refused is told.
import { createBooking, type BookingView } from '@wayfare/contract/bookings'
import { bookingsFor } from '@wayfare/core/accounts'
import { isPrepaying } from '@wayfare/core/booking'
import { useNavigate } from 'react-router'
import { isCallError } from '../../api/call.ts'
import { useIsDemo } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { orderOf } from '../../shared/booking-order.ts'
import type { PaymentChoice } from '../../shared/payment-parts.ts'
import { useAlert, useProblem, useTell } from '../../ui/dialogs.tsx'
import { useNotify } from '../../ui/use-notify.ts'
import type { Parcel } from '../../shared/parcel.ts'
import type { Estimate } from '../../shared/use-quote.ts'
import { keepEstimate } from './kept-estimate.ts'

/** Refusals that are told in plain words; other failures show their code as well. */
const plainKeys = ['no_driver_found_alert_messege', 'user_issue_contact_admin', 'wallet_balance_low', 'deliveryDetailMissing']

/** After these the estimate is of no use any more. */
const staleKeys = ['quote_expired', 'fare_changed', 'past_booking_error']

export type BookingProps = {
  estimate: Estimate
  parcel: Parcel
  onPromo: (code: string) => void
  onClose: () => void
  onBooked: () => void
}

/** Asks to sign in or to register: the estimate waits in this tab for whoever comes back. */
const useSignInFirst = ({ estimate, parcel }: BookingProps, payment: PaymentChoice) => {
  const t = useT()
  const navigate = useNavigate()
  const tell = useTell()
  const leaveTo = (path: string) => {
    keepEstimate({ estimate, parcel, payment })
    void navigate(path)
  }
  return () =>
    tell('must_login', {
      action: { label: t('sign_in'), run: () => leaveTo('/login') },
      other: { label: t('register'), run: () => leaveTo('/register') },
    })
}

export const useBooking = (props: BookingProps, payment: PaymentChoice) => {
  const { estimate, parcel, onPromo, onClose, onBooked } = props
  const t = useT()
  const navigate = useNavigate()
  const { me } = useSession()
  const isDemo = useIsDemo()
  const alert = useAlert()
  const tell = useTell()
  const problem = useProblem()
  const notify = useNotify()
  const askToSignIn = useSignInFirst(props, payment)
  const sendToDesk = () =>
    tell('user_issue_contact_admin', {
      action: { label: t('booking_admin_desk'), run: () => void navigate('/addbookings') },
    })
  /** Booked in another window, or by an answer that never came: there it is. */
  const showBooked = (id: unknown) =>
    alert(t('quote_used'), {
      title: t('quote_used_title'),
      action: { label: t('nav_bookings'), run: () => void navigate(typeof id === 'string' ? `/bookings/${id}` : '/bookings') },
    })
  /** The trip itself says how it stands. */
  const follow = ({ id }: BookingView) => {
    onClose()
    void navigate('/bookings', { state: { shown: id } })
  }
  const fail = (cause: unknown) => {
    const key = isCallError(cause) ? cause.key : ''
    if (key === 'must_login') return askToSignIn()
    if (isCallError(cause) && key === 'quote_used') return showBooked(cause.details?.['bookingId'])
    // of the demo's cars none may be online yet, whoever asks
    if (key === 'no_driver_found_alert_messege' && isDemo) {
      return tell(key, { after: t('demo_cars_coming') })
    }
    const isPromo = key.startsWith('promo_')
    problem(cause, {
      withCode: !isPromo && !plainKeys.includes(key),
      ...(staleKeys.includes(key) ? { onClose } : {}),
      // used up in between: the estimate is asked again and says what holds now
      ...(isPromo ? { onClose: () => onPromo(estimate.asked.promo ?? '') } : {}),
    })
  }
  const { run, busy, reply: booked } = useWrite(createBooking, { refuse: fail, stale: [queryKeys.carQuotes] })
  const book = async () => {
    if (!me) return askToSignIn()
    if (bookingsFor[me.userType] === 'riders') return sendToDesk()
    if (bookingsFor[me.userType] === null) return tell('user_issue_contact_admin')
    const booking = await run(orderOf(estimate.quote, payment, parcel))
    if (!booking) return undefined
    onBooked()
    if (!isPrepaying(booking.status)) {
      notify(`${t('booking_success')} ${booking.id}`)
      follow(booking)
    }
    return undefined
  }
  const leave = () => (booked ? follow(booked) : onClose())
  return { busy, booked, book, leave }
}
