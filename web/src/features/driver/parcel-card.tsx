import { Group, Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { findTripEnd } from '@wayfare/core/booking'
import { parcelNotesAt } from '@wayfare/core/parcel'
import { useT } from '../../i18n/provider.tsx'
import { noteWords } from '../../shared/parcel.ts'
import { CallButton } from './call-button.tsx'
import classes from './driver.module.css'

const Note = ({ label, text }: { label: string; text: string | null }) =>
  text ? (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text dir="auto" className={classes.note}>
        {text}
      </Text>
    </div>
  ) : null

/** What is carried; how to fetch it before, and to whom it goes after the pickup. */
export const ParcelCard = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  if (booking.category !== 'delivery') return null
  const kind = [booking.parcelType, booking.option].filter((one) => one !== null).join(' · ')
  const isFetched = findTripEnd(booking.status) === 'drop'
  const notes = parcelNotesAt(isFetched ? 'drop' : 'pickup').map((note) => (
    <Note key={note} label={t(noteWords[note].tell)} text={booking[note]} />
  ))
  return (
    <section className={classes.parcel} aria-label={t('task_parcel')}>
      <Group gap={10} wrap="nowrap">
        <IconPackage size={24} aria-hidden />
        <Text fw={700} fz="lg">
          {kind === '' ? t('task_parcel') : <bdi>{kind}</bdi>}
        </Text>
      </Group>
      {!isFetched && notes}
      {isFetched && booking.deliveryPersonPhone && (
        <Group justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" c="dimmed">
              {t('parcel_to')}
            </Text>
            <Text fw={700} fz="lg">
              <bdi>{booking.deliveryPerson}</bdi>
            </Text>
            <Text>
              <bdi dir="ltr">{booking.deliveryPersonPhone}</bdi>
            </Text>
          </div>
          <CallButton phone={booking.deliveryPersonPhone} label={t('call_recipient')} />
        </Group>
      )}
      {isFetched && notes}
    </section>
  )
}
