import { Alert, Anchor, Button, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { listChat } from '@wayfare/contract/chat'
import { isCancelled, isPrepaying, isWaitingForDriver } from '@wayfare/core/booking'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useMayCall } from '../api/session.tsx'
import { useFormat, useT } from '../i18n/provider.tsx'
import { StatusChip } from './status-chip.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CancelUnpaid } from './cancel-unpaid.tsx'
import { ChatRecord } from './chat-record.tsx'
import { DistanceNote } from './distance-note.tsx'
import { LazyClaimPanel } from './lazy-claim-panel.tsx'
import { DriverCard } from './driver-card.tsx'
import { FareChangesList } from './fare-changes-list.tsx'
import { FareLines, readBookingMoney } from './fare-lines.tsx'
import { LazyTrackMap } from './lazy-track-map.tsx'
import { isZero } from './payment-parts.ts'
import { ParcelFacts } from './parcel-facts.tsx'
import { ParcelPhotos } from './parcel-photos.tsx'
import classes from './shared.module.css'
import { StopsList } from './stops-list.tsx'
import { TripSentence, useTripSentence } from './trip-sentence.tsx'
import { useLiveTrip } from './use-live-trip.ts'
import { ReceiptLines } from './receipt-lines.tsx'

type BookingDetailProps = {
  booking: BookingView
  /** the desk sees who made each step, the customer and the money of all sides */
  desk?: boolean
  /** how the desk answers a claim */
  decision?: ReactNode
  children?: ReactNode
}

const Money = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const lines = [
    { label: t('driver_share'), value: format.exactMoney(booking.driverShare) },
    { label: t('fare_convenience_fees'), value: format.exactMoney(booking.convenienceFees) },
    { label: t('cash_payment'), value: format.exactMoney(booking.cashPaymentAmount) },
    { label: t('customer_paid'), value: format.exactMoney(booking.customerPaid) },
    ...(isZero(booking.tip) ? [] : [{ label: t('tip'), value: format.exactMoney(booking.tip) }]),
  ]
  return <ReceiptLines lines={lines} />
}

const Facts = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const seconds = booking.totalTripTime ?? booking.estimateTime
  return (
    <Text size="sm" c="dimmed">
      {t('trip_facts', {
        date: format.dateTime(booking.tripdate),
        distance: format.distance(booking.distance),
        time: format.duration(seconds),
      })}
    </Text>
  )
}

const Customer = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t('customer')}
      </Text>
      <Text fw={500}>{booking.customerName}</Text>
      {booking.customerContact && (
        <Text size="sm">
          <Anchor inherit href={`tel:${booking.customerContact}`}>
            <bdi dir="ltr">{booking.customerContact}</bdi>
          </Anchor>
        </Text>
      )}
    </div>
  )
}

const Outcome = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const isGivenUp = isCancelled(booking.status) && booking.reason !== null
  return (
    <>
      {isGivenUp && (
        <Text>{t('cancelled_because', { reason: booking.reason ?? '', who: t(`by_${booking.cancelledBy ?? 'system'}`) })}</Text>
      )}
      {!isZero(booking.cancelFee) && (
        <Text>
          {t('fare_cancel_fee')} <bdi>{format.exactMoney(booking.cancelFee)}</bdi>
        </Text>
      )}
      {booking.rating !== null && <Text>{t('rated_with', { stars: booking.rating, review: booking.review ?? '' })}</Text>}
    </>
  )
}

const Sentence = ({ booking, etaS, desk }: { booking: BookingView; etaS: number | null; desk: boolean }) => {
  const t = useT()
  if (!desk) return <TripSentence booking={booking} etaS={etaS} />
  const isLost = isWaitingForDriver(booking.status) && booking.noTaker !== null
  return isLost ? <Alert color="warn">{t(`no_taker_${booking.noTaker}`)}</Alert> : null
}

/** A fleet admin does not read what others write to each other. */
const DeskChat = ({ booking }: { booking: BookingView }) => {
  return useMayCall()(listChat) ? <ChatRecord booking={booking} /> : null
}

/** Everything about one booking: state, map, people, way, money and what happened. */
export const BookingDetail = ({ booking, desk = false, decision, children }: BookingDetailProps) => {
  const t = useT()
  const trip = useLiveTrip(booking)
  const { sentence } = useTripSentence(booking, trip.etaS)
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <StatusChip status={booking.status} />
        <Facts booking={booking} />
      </Group>
      <Sentence booking={booking} etaS={trip.etaS} desk={desk} />
      <div className={classes.sheetMap}>
        <LazyTrackMap booking={booking} trip={trip} label={sentence} inPage />
      </div>
      <StopsList pickup={booking.pickup} drop={booking.drop} />
      <ParcelFacts booking={booking} />
      <ParcelPhotos booking={booking} />
      {desk && <Customer booking={booking} />}
      {booking.driver && <DriverCard booking={booking} />}
      {desk && <DeskChat booking={booking} />}
      <Divider />
      <LazyClaimPanel booking={booking}>{decision}</LazyClaimPanel>
      <FareLines lines={booking.lines} money={readBookingMoney(booking)} />
      <DistanceNote booking={booking} />
      <FareChangesList booking={booking} />
      {desk && <Money booking={booking} />}
      <Outcome booking={booking} />
      {booking.may.receipt && (
        <Button
          component={Link}
          to={`/bookings/${booking.id}/receipt`}
          variant="default"
          size="md"
          leftSection={<IconReceipt size={20} aria-hidden />}
        >
          {t('receipt_link')}
        </Button>
      )}
      <Divider />
      <Title order={3} size="h5">
        {t('timeline_label')}
      </Title>
      <BookingTimeline id={booking.id} withWho={desk} />
      {children}
      {!desk && <CancelBooking booking={booking} />}
    </Stack>
  )
}

/** At the end of it, or in the foot of a drawer. */
export const CancelBooking = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const [cancelling, setCancelling] = useState(false)
  if (booking.may.cancel && isPrepaying(booking.status)) return <CancelUnpaid booking={booking} />
  return (
    <>
      {booking.may.cancel && (
        <Button color="danger" variant="light" size="md" onClick={() => setCancelling(true)}>
          {t('cancel_confirm')}
        </Button>
      )}
      <CancelDialog booking={booking} opened={cancelling} onClose={() => setCancelling(false)} />
    </>
  )
}
