// What became of a payment, as the database knows it: whoever comes back from a provider lands here, and sees it change.
import { Button, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconClockX, IconWallet, IconX } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { getTip } from '@wayfare/contract/bookings-tip'
import type { Payment } from '@wayfare/contract/payments'
import { asId, type BookingId } from '@wayfare/core/ids'
import { defaultSettings } from '@wayfare/core/settings'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { useTopic } from '../../api/live.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useBooking, useProviders, useRead, useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { CardForm } from '../../shared/card-form.tsx'
import { PayDialog } from '../../shared/pay-dialog.tsx'
import { PayForm } from '../../shared/pay-form.tsx'
import { useLeaving } from '../../shared/use-leaving.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { PaymentAmount, PaymentFacts } from './payment-card.tsx'
import { describePayment } from './payment-words.ts'
import classes from './payments.module.css'
import { usePayment } from './use-payment.ts'

type Part = { payment: Payment }

const Mark = ({ payment: { status, purpose, settledAs } }: Part) => {
  if (status === 'open') return <Loader size="lg" />
  const isLate = purpose !== 'topUp' && settledAs === 'wallet'
  const [Icon, isPaid] =
    status === 'paid'
      ? ([isLate ? IconWallet : IconCheck, !isLate] as const)
      : ([status === 'failed' ? IconX : IconClockX, false] as const)
  return (
    <span className={classes.mark} data-paid={isPaid || undefined}>
      <Icon size={36} aria-hidden />
    </span>
  )
}

/** A tip is an order of its own: its booking is paid. */
const orderOf = ({ id, bookingId, purpose, amount, currency }: Payment, appName: string) => {
  const order = purpose === 'tip' ? id : (bookingId ?? id)
  return { id: order, amount, currency, product: `${appName} ${order}` }
}

/** Back to where the person left off: the server takes the open try up again. */
const GoOn = ({ payment }: Part) => {
  const t = useT()
  const { me } = useSession()
  const { appName } = useSettings().data ?? defaultSettings
  const { leaving, leave } = useLeaving()
  const link = useProviders().data?.find(({ name }) => name === payment.provider)?.link ?? null
  if (link === null) return null
  return (
    <CardForm link={link} order={orderOf(payment, appName)} me={me} onSubmit={leave}>
      <Button type="submit" size="lg" fullWidth loading={leaving}>
        {t('pay_continue')}
      </Button>
    </CardForm>
  )
}

const OtherWay = ({ payment, onOpen }: Part & { onOpen: () => void }) => {
  const t = useT()
  const isOpen = payment.status === 'open'
  return (
    <>
      {isOpen && <GoOn payment={payment} />}
      <Button size="lg" variant={isOpen ? 'default' : 'filled'} onClick={onOpen}>
        {t(isOpen ? 'pay_other_way' : 'try_again')}
      </Button>
      {isOpen && (
        <Text size="sm" c="dimmed">
          {t('pay_other_way_text')}
        </Text>
      )}
    </>
  )
}

type More = Part & { id: BookingId; booking: BookingView | null }

const SeeMore = ({ payment, id, booking }: More) => {
  const t = useT()
  const isPaid = payment.status === 'paid'
  const isList = isPaid && payment.purpose !== 'tip'
  return (
    <>
      <Button component={Link} to={isList ? '/bookings' : `/bookings/${id}`} size="lg" variant={isPaid ? 'filled' : 'default'}>
        {t('payment_see_booking')}
      </Button>
      {isPaid && booking?.may.receipt && (
        <Button component={Link} to={`/bookings/${id}/receipt`} size="lg" variant="default">
          {t('payment_see_receipt')}
        </Button>
      )}
      {payment.settledAs === 'wallet' && (
        <Button component={Link} to="/wallet" size="lg" variant="default">
          {t('payment_see_wallet')}
        </Button>
      )}
    </>
  )
}

const BookingWays = ({ payment, id }: Part & { id: BookingId }) => {
  const t = useT()
  useTopic('bookings')
  const booking = useBooking(id)
  const [opened, dialog] = useDisclosure(false)
  const isPaid = payment.status === 'paid'
  if (!booking.data && booking.loading) return <Skeleton height={48} />
  const mayPay = !isPaid && booking.data?.may.pay === true
  const isOver = !isPaid && booking.data?.may.pay === false
  return (
    <Stack gap="sm">
      {mayPay && <OtherWay payment={payment} onOpen={dialog.open} />}
      {isOver && <Text>{t('payment_not_needed')}</Text>}
      {booking.data && opened && <PayDialog booking={booking.data} opened onClose={dialog.close} onPaid={dialog.close} />}
      <SeeMore payment={payment} id={id} booking={booking.data} />
    </Stack>
  )
}

/** Of a top-up and of a tip: neither is what a booking costs. In a currency of before, nothing is paid any more. */
const OwnOrderWays = ({ payment, children }: Part & { children: ReactNode }) => {
  const t = useT()
  const format = useFormat()
  const { appName, code } = useSettings().data ?? { ...defaultSettings, code: payment.currency }
  const [opened, dialog] = useDisclosure(false)
  return (
    <Stack gap="sm">
      {payment.status !== 'paid' && payment.currency === code && <OtherWay payment={payment} onOpen={dialog.open} />}
      <Dialog
        opened={opened}
        onClose={dialog.close}
        title={t('pay_amount', { amount: format.exactMoney(payment.amount) })}
        size={440}
      >
        <PayForm order={orderOf(payment, appName)} backLabel={t('pay_later')} onBack={dialog.close} />
      </Dialog>
      {children}
    </Stack>
  )
}

/** Another tip may have come first, the driver may have gone, or it is too late: then there is nothing to try again. */
const TipWays = ({ payment, id }: Part & { id: BookingId }) => {
  const t = useT()
  const isPaid = payment.status === 'paid'
  const tip = useRead(queryKeys.tip(id), getTip, { id }, { enabled: !isPaid })
  if (!isPaid && !tip.data && tip.loading) return <Skeleton height={48} />
  const more = <SeeMore payment={payment} id={id} booking={null} />
  if (isPaid || tip.data?.offer) return <OwnOrderWays payment={payment}>{more}</OwnOrderWays>
  return (
    <Stack gap="sm">
      {tip.data && <Text>{t('payment_not_needed')}</Text>}
      {more}
    </Stack>
  )
}

const Ways = ({ payment }: Part) => {
  const t = useT()
  const { bookingId, purpose } = payment
  if (bookingId !== null && purpose === 'tip') return <TipWays payment={payment} id={bookingId} />
  if (bookingId !== null) return <BookingWays payment={payment} id={bookingId} />
  return (
    <OwnOrderWays payment={payment}>
      <Button component={Link} to="/wallet" size="lg" variant={payment.status === 'paid' ? 'filled' : 'default'}>
        {t('payment_see_wallet')}
      </Button>
    </OwnOrderWays>
  )
}

const Told = ({ payment }: Part) => {
  const t = useT()
  const words = describePayment(payment)
  return (
    <section className={classes.card}>
      <Stack align="center" gap="sm">
        <Mark payment={payment} />
        <div role="status">
          <Title order={1} size="h3" ta="center">
            {t(words.title)}
          </Title>
          <Text ta="center" c="dimmed" mt={4}>
            {t(words.text)}
          </Text>
        </div>
      </Stack>
      <PaymentAmount payment={payment} />
      <PaymentFacts payment={payment} />
      <Ways payment={payment} />
    </section>
  )
}

export const PaymentPage = () => {
  const { id = '' } = useParams()
  const slice = usePayment(asId<'payment'>(id))
  // what is known stays in sight through a lost connection
  const payment = slice.data ?? slice.last
  return (
    <div className={classes.page}>
      {slice.error.flag && <LoadAlert cause={slice.error.cause} onAgain={slice.reload} />}
      {payment && <Told payment={payment} />}
      {!payment && !slice.error.flag && <Skeleton height={420} />}
    </div>
  )
}
