import { Alert, Button, Collapse, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { findTripEnd, isBilled, isChatOpen, isWaitingForDriver } from '@wayfare/core/booking'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { BookingTimeline } from '../../shared/booking-timeline.tsx'
import { CancelTerms } from '../../shared/cancel-terms.tsx'
import { CancelDialog } from '../../shared/cancel-dialog.tsx'
import { DeskContact } from '../../shared/desk-contact.tsx'
import { DriverCard } from '../../shared/driver-card.tsx'
import { FareLines, readBookingMoney } from '../../shared/fare-lines.tsx'
import { ParcelFacts } from '../../shared/parcel-facts.tsx'
import { ParcelPhotos } from '../../shared/parcel-photos.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import { TripSentence } from '../../shared/trip-sentence.tsx'
import { isScheduled } from '../../shared/trip-words.ts'
import { useNow } from '../../shared/use-now.ts'
import classes from './rider.module.css'
import { ChangeDate, GiveUp, PayNow } from './trip-actions.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const TripSafety = makeLazyPart(async () => (await import('./trip-safety.tsx')).TripSafety, null)
const loadEnd = () => import('./trip-end.tsx')
const TripEnd = makeLazyPart(async () => (await loadEnd()).TripEnd, <Skeleton height={480} />)

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

/** The code was wrong too often: the rider looks at the car once more, and the desk helps. */
const CodeLocked = () => {
  const t = useT()
  return (
    <Alert color="warn" role="alert">
      <Stack gap="sm" align="start">
        <Text>{t('otp_locked_rider')}</Text>
        <DeskContact />
      </Stack>
    </Alert>
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
  const [opened, { toggle }] = useDisclosure(false)
  return (
    <div>
      <UnstyledButton className={classes.more} onClick={toggle} aria-expanded={opened}>
        <span>{t('trip_details')}</span>
        <Group gap={8}>
          <bdi>{format.exactMoney(booking.payableAmount)}</bdi>
          <IconChevronDown size={18} aria-hidden className={classes.chevron} data-open={opened || undefined} />
        </Group>
      </UnstyledButton>
      <Collapse expanded={opened}>
        <Stack gap="md" pt="sm">
          <FareLines lines={booking.lines} money={readBookingMoney(booking)} />
          {isWaitingForDriver(booking.status) && (
            <Text size="sm" c="dimmed">
              <CancelTerms slabs={booking.cancelSlabs} />
            </Text>
          )}
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
  const isBeforeStart = findTripEnd(booking.status) === 'pickup'
  const isWithDriver = booking.driver !== null && isChatOpen(booking.status)
  return (
    <>
      {isBeforeStart && booking.otp !== null && !booking.otpLocked && <Code otp={booking.otp} />}
      {isBeforeStart && booking.otpLocked && <CodeLocked />}
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

/** Whether drivers are being asked now, and whether none of them came. */
const useSearch = (booking: BookingView) => {
  const now = useNow(5000, isWaitingForDriver(booking.status))
  if (!isWaitingForDriver(booking.status) || isScheduled(booking, now)) return 'none'
  return booking.noTaker === null ? 'searching' : 'stuck'
}

const OnTheWay = ({ booking, etaS }: TripPanelProps) => {
  const { dialog, cancel, otherCar } = useCancelling(booking)
  const search = useSearch(booking)
  const isOnTrip = booking.tripStartTime !== null
  // its end is here before the car is, also where the network is not
  useEffect(() => {
    if (isOnTrip) void loadEnd().catch(() => undefined)
  }, [isOnTrip])
  return (
    <Stack gap="lg">
      <TripSentence booking={booking} etaS={etaS} />
      {search === 'searching' && <div className={classes.searching} aria-hidden />}
      {search === 'stuck' && <NoTaker onCancel={cancel} onOtherCar={otherCar} />}
      <PayNow booking={booking} />
      <InTheStreet booking={booking} />
      <TripSafety booking={booking} />
      <StopsList pickup={booking.pickup} drop={booking.drop} />
      <ParcelFacts booking={booking} />
      <ParcelPhotos booking={booking} />
      <ChangeDate booking={booking} />
      <More booking={booking} />
      {search !== 'stuck' && <GiveUp booking={booking} onCancel={cancel} />}
      <CancelDialog booking={booking} {...dialog} />
    </Stack>
  )
}

/** The words of the live trip: one sentence first, then what one needs in the street, then the rest; its end is a sheet of its own. */
export const TripPanel = ({ booking, etaS }: TripPanelProps) =>
  isBilled(booking.status) ? (
    <Stack gap="lg">
      <TripSentence booking={booking} etaS={null} />
      <TripEnd booking={booking} />
    </Stack>
  ) : (
    <OnTheWay booking={booking} etaS={etaS} />
  )
