import { Alert, Button, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { findTripEnd, isChatOpen, isPaid, isWaitingForDriver } from '@wayfare/core/booking'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { BookingTimeline } from '../../shared/booking-timeline.tsx'
import { CancelTerms } from '../../shared/cancel-terms.tsx'
import { LazyClaimPanel } from '../../shared/lazy-claim-panel.tsx'
import { CancelDialog } from '../../shared/cancel-dialog.tsx'
import { DeskContact } from '../../shared/desk-contact.tsx'
import { DriverCard } from '../../shared/driver-card.tsx'
import { DistanceNote } from '../../shared/distance-note.tsx'
import { FareChangesList } from '../../shared/fare-changes-list.tsx'
import { FareLines, readBookingMoney } from '../../shared/fare-lines.tsx'
import { ParcelFacts } from '../../shared/parcel-facts.tsx'
import { ParcelPhotos } from '../../shared/parcel-photos.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import { TripSentence } from '../../shared/trip-sentence.tsx'
import { isScheduled } from '../../shared/trip-words.ts'
import { useNow } from '../../shared/use-now.ts'
import { shouldAskOnce } from './asked-trips.ts'
import classes from './rider.module.css'
import { ChangeDate, GiveUp, PayNow, usePaying } from './trip-actions.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const TripSafety = makeLazyPart(async () => (await import('./trip-safety.tsx')).TripSafety, null)
const TipPanel = makeLazyPart(async () => (await import('./tip-panel.tsx')).TipPanel, null)
const RateDialog = makeLazyPart(async () => (await import('./rate-dialog.tsx')).RateDialog, null)

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
  const isDriven = booking.tripEndTime !== null
  const [opened, { toggle, open }] = useDisclosure(isDriven)
  // what is to be paid is final once the trip is driven: then one wants to see what it is made of
  useEffect(() => {
    if (isDriven) open()
  }, [isDriven, open])
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
          <DistanceNote booking={booking} />
          <FareChangesList booking={booking} />
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

/** Asks for a rating once by itself, as soon as nothing else is open. */
const useRating = ({ id, may }: BookingView, isOther: boolean) => {
  const [opened, { open, close }] = useDisclosure(false)
  const isWanted = may.rate && !isOther
  useEffect(() => {
    if (isWanted && shouldAskOnce(id)) open()
  }, [isWanted, id, open])
  return { opened, open, close }
}

/** Whether drivers are being asked now, and whether none of them came. */
const useSearch = (booking: BookingView) => {
  const now = useNow(5000, isWaitingForDriver(booking.status))
  if (!isWaitingForDriver(booking.status) || isScheduled(booking, now)) return 'none'
  return booking.noTaker === null ? 'searching' : 'stuck'
}

/** The words of the live trip: one sentence first, then what one needs in the street, then the rest. */
export const TripPanel = ({ booking, etaS }: TripPanelProps) => {
  const t = useT()
  const { dialog, cancel, otherCar } = useCancelling(booking)
  const paying = usePaying(booking)
  const rating = useRating(booking, paying.opened)
  const search = useSearch(booking)
  return (
    <Stack gap="lg">
      <TripSentence booking={booking} etaS={etaS} />
      {search === 'searching' && <div className={classes.searching} aria-hidden />}
      {search === 'stuck' && <NoTaker onCancel={cancel} onOtherCar={otherCar} />}
      <PayNow booking={booking} paying={paying} />
      <LazyClaimPanel booking={booking} />
      <InTheStreet booking={booking} />
      <TripSafety booking={booking} />
      {booking.may.rate && (
        <Button size="lg" onClick={rating.open}>
          {t('rate_driver')}
        </Button>
      )}
      {isPaid(booking.status) && <TipPanel booking={booking} />}
      <StopsList pickup={booking.pickup} drop={booking.drop} />
      <ParcelFacts booking={booking} />
      <ParcelPhotos booking={booking} />
      <ChangeDate booking={booking} />
      <More booking={booking} />
      {search !== 'stuck' && <GiveUp booking={booking} onCancel={cancel} />}
      <CancelDialog booking={booking} {...dialog} />
      <RateDialog booking={booking} opened={rating.opened} onClose={rating.close} />
    </Stack>
  )
}
