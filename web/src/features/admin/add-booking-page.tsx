// The desk books for a rider on the phone, by keyboard: the rider, the way, the price, the booking.
import { Alert, Anchor, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { AddBookingForm } from './add-booking-form.tsx'
import styles from './add-booking.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PricePanel } from './price-panel.tsx'
import { focusPart, useAddBooking, type AddBooking } from './use-add-booking.ts'

const Booked = ({ desk: { booked } }: { desk: AddBooking }) => {
  const t = useT()
  const format = useFormat()
  return (
    <div role="status">
      {booked && (
        <Alert color="primary" title={t('booking_done_title')}>
          {t('booking_success')}{' '}
          <Anchor component={Link} to={`/bookings/${booked.id}`} inherit fw={700}>
            <bdi dir="ltr">{booked.id}</bdi>
          </Anchor>{' '}
          · <bdi>{booked.customerName}</bdi> · {format.dateTime(booked.tripdate)}
        </Alert>
      )}
    </div>
  )
}

const Keys = () => {
  const t = useT()
  const keys = [
    ['N', t('desk_key_new')],
    ['/', t('desk_key_rider')],
    ['Enter', t('desk_key_price')],
    ['Esc', t('desk_key_back')],
  ]
  return (
    <div className={styles.keys}>
      {keys.map(([key, label]) => (
        <span key={key}>
          <kbd>{key}</kbd> {label}
        </span>
      ))}
    </div>
  )
}

export const AddBookingPage = () => {
  const t = useT()
  const desk = useAddBooking()
  useKeys([
    { keys: 'n', label: t('desk_key_new'), run: () => desk.startAnew() },
    { keys: '/', label: t('desk_key_rider'), run: () => focusPart('rider') },
    { keys: 'Escape', label: t('desk_key_back'), run: desk.forgetPrice },
  ])
  useEffect(() => focusPart('rider'), [])
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_add_booking')} intro={t('desk_intro')} />
      <Keys />
      <Booked desk={desk} />
      <div className={styles.desk}>
        <AddBookingForm desk={desk} />
        <PricePanel desk={desk} />
      </div>
    </Stack>
  )
}
