import { Button, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { isBusy } from '@wayfare/core/booking'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { BookingTimeline } from '../../shared/booking-timeline.tsx'
import { CancelDialog } from '../../shared/cancel-dialog.tsx'
import { DriverCard } from '../../shared/driver-card.tsx'
import { FareLines } from '../../shared/fare-lines.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import { TripSentence } from '../../shared/trip-sentence.tsx'
import { asksByItself } from './asked-trips.ts'
import { RateDialog } from './rate-dialog.tsx'
import classes from './rider.module.css'

type TripPanelProps = { booking: BookingView; etaS: number | null }

const Code = ({ otp }: { otp: string }) => {
  const t = useT()
  return (
    <div className={classes.code}>
      <div>
        <Text fw={600}>{t('otp_title')}</Text>
        <Text size="sm">{t('otp_hint')}</Text>
      </div>
      <div className={classes.digits} role="img" aria-label={t('otp_label', { code: otp.split('').join(' ') })}>
        <bdi dir="ltr">{otp}</bdi>
      </div>
    </div>
  )
}

/** Nobody has taken the booking: what happens next and what one can do instead. */
const NoTaker = ({ onCancel, onOtherCar }: { onCancel: () => void; onOtherCar: () => void }) => {
  const t = useT()
  return (
    <Stack gap="sm" className={classes.noTaker}>
      <Text size="sm">{t('no_taker_keep_waiting')}</Text>
      <Group gap="sm">
        <Button variant="default" size="md" onClick={onOtherCar}>
          {t('no_taker_other_car')}
        </Button>
        <Button variant="default" size="md" onClick={onCancel}>
          {t('no_taker_cancel_and_retry')}
        </Button>
      </Group>
    </Stack>
  )
}

const More = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const isDriven = booking.tripEndTime !== null
  const [opened, { toggle, open }] = useDisclosure(isDriven)
  // what is to be paid is final once the trip is driven: then one wants to see what it is made of
  useEffect(() => {
    if (isDriven) open()
  }, [isDriven, open])
  const paidHow = booking.paidAt === null ? null : t(`payment_${booking.paymentMode}`)
  return (
    <div>
      <UnstyledButton className={classes.more} onClick={toggle} aria-expanded={opened}>
        <span>{t('trip_details')}</span>
        <Group gap={8}>
          <bdi>{format.money(booking.tripCost)}</bdi>
          <IconChevronDown size={18} aria-hidden className={classes.chevron} data-open={opened || undefined} />
        </Group>
      </UnstyledButton>
      <Collapse expanded={opened}>
        <Stack gap="md" pt="sm">
          <FareLines lines={booking.lines} paidHow={paidHow} />
          <BookingTimeline id={booking.id} />
          <Text size="xs" c="dimmed">
            {t('booking_id')} <bdi dir="ltr">{booking.id}</bdi>
          </Text>
        </Stack>
      </Collapse>
    </div>
  )
}

/** What one needs in the street: the code, then the car and its driver. */
const InTheStreet = ({ booking }: { booking: BookingView }) => {
  const isBeforeStart = booking.status === 'ACCEPTED' || booking.status === 'ARRIVED'
  const isWithDriver = booking.driver !== null && (isBusy(booking.status) || booking.status === 'PAID')
  return (
    <>
      {isBeforeStart && booking.otp !== null && <Code otp={booking.otp} />}
      {isWithDriver && <DriverCard booking={booking} />}
    </>
  )
}

/** Cancelling from the panel: for good, or to book the same way in another car. */
const useCancelling = (booking: BookingView) => {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'cancel' | 'other-car' | null>(null)
  const goHome = () => void navigate('/', { state: { trip: { pickup: booking.pickup, drop: booking.drop } } })
  return {
    dialog: {
      opened: opened !== null,
      onClose: () => setOpened(null),
      onCancelled: () => {
        if (opened === 'other-car') goHome()
      },
    },
    cancel: () => setOpened('cancel'),
    otherCar: () => (booking.may.cancel ? setOpened('other-car') : goHome()),
  }
}

/** The words of the live trip: one sentence first, then what one needs in the street, then the rest. */
export const TripPanel = ({ booking, etaS }: TripPanelProps) => {
  const t = useT()
  const { dialog, cancel, otherCar } = useCancelling(booking)
  const [rating, rate] = useDisclosure(false)
  useEffect(() => {
    if (booking.may.rate && asksByItself(booking.id)) rate.open()
  }, [booking.may.rate, booking.id, rate])
  const isStuck = booking.status === 'NEW' && booking.noTaker !== null
  return (
    <Stack gap="lg">
      <TripSentence booking={booking} etaS={etaS} />
      {booking.status === 'NEW' && !isStuck && <div className={classes.searching} aria-hidden />}
      {isStuck && <NoTaker onCancel={cancel} onOtherCar={otherCar} />}
      <InTheStreet booking={booking} />
      {booking.may.rate && (
        <Button size="lg" onClick={rate.open}>
          {t('rate_driver')}
        </Button>
      )}
      <StopsList pickup={booking.pickup} drop={booking.drop} />
      <More booking={booking} />
      {booking.may.cancel && !isStuck && (
        <Button variant="subtle" color="danger" size="md" onClick={cancel}>
          {t('cancel_confirm')}
        </Button>
      )}
      <CancelDialog booking={booking} {...dialog} />
      <RateDialog booking={booking} opened={rating} onClose={rate.close} />
    </Stack>
  )
}
