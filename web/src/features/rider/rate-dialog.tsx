import { Button, Stack, Text, Textarea } from '@mantine/core'
import { rateBooking, type BookingView } from '@wayfare/contract/bookings'
import { useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { StarsInput } from './stars-input.tsx'

type RateDialogProps = { booking: BookingView; opened: boolean; onClose: () => void }

/** Stars (arrow keys choose as well) and a note, once per trip. */
export const RateDialog = ({ booking, opened, onClose }: RateDialogProps) => {
  const t = useT()
  const [stars, setStars] = useState(0)
  const [review, setReview] = useState('')
  const action = useWrite(rateBooking)
  const rate = async () => {
    const done = await action.run({ id: booking.id, stars, review })
    if (done) onClose()
  }
  const close = () => {
    action.forget()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('rate_title', { driver: booking.driverName ?? '' })}>
      <Stack>
        <StarsInput value={stars} onChange={setStars} />
        <Text size="sm" c="dimmed" role="status">
          {stars > 0 ? t('rate_star', { count: stars }) : t('rate_choose')}
        </Text>
        <Textarea
          label={t('rate_note')}
          value={review}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={(event) => setReview(event.currentTarget.value)}
        />
        <FailureNote cause={action.cause} onClose={action.forget} />
        <Button size="lg" disabled={stars === 0} loading={action.busy} onClick={() => void rate()}>
          {t('rate_send')}
        </Button>
      </Stack>
    </Dialog>
  )
}
