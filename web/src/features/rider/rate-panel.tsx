import { Button, Text, Textarea, Title } from '@mantine/core'
import { rateBooking, type BookingView } from '@wayfare/contract/bookings'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './rider.module.css'
import { StarsInput } from './stars-input.tsx'

const Stars = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const [stars, setStars] = useState(0)
  const [review, setReview] = useState('')
  const action = useWrite(rateBooking)
  const title = `rate-${booking.id}`
  return (
    <section className={classes.part} aria-labelledby={title}>
      <Title order={3} size="h5" id={title}>
        {t('rate_title', { driver: booking.driverName ?? '' })}
      </Title>
      <StarsInput value={stars} onChange={setStars} />
      <Text size="sm" c="dimmed" role="status">
        {stars > 0 ? t('rate_star', { count: stars }) : t('rate_choose')}
      </Text>
      {stars > 0 && (
        <>
          <Textarea
            label={t('rate_note')}
            value={review}
            maxLength={1000}
            autosize
            minRows={2}
            onChange={(event) => setReview(event.currentTarget.value)}
          />
          <FailureNote cause={action.cause} onClose={action.forget} />
          <Button size="lg" loading={action.busy} onClick={() => void action.run({ id: booking.id, stars, review })}>
            {t('rate_send')}
          </Button>
        </>
      )}
    </section>
  )
}

/** Stars (arrow keys choose as well) and a note, once per trip; then what was given. */
export const RatePanel = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  if (booking.may.rate) return <Stars booking={booking} />
  if (booking.rating === null) return null
  return <Text className={classes.part ?? ''}>{t('rated_with', { stars: booking.rating, review: booking.review ?? '' })}</Text>
}
