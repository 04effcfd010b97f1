// A booking that waits for its payment is given up without a reason, after a moment in which one can think again.
import { Button, Group, Stack, Text } from '@mantine/core'
import { cancelBooking, type BookingView } from '@wayfare/contract/bookings'
import { useEffect, useState } from 'react'
import { useT } from '../i18n/provider.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { useWrite } from '../api/use-write.ts'

/** The moment to think again (ms). */
const UNDO_MS = 1500

/** The fixed reason for such a booking. */
const incomplete = 'Incomplete booking'

export const CancelUnpaid = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const [leaving, setLeaving] = useState(false)
  const { run, busy, cause } = useWrite(cancelBooking)
  useEffect(() => {
    if (!leaving) return undefined
    const timer = setTimeout(() => {
      void run({ id: booking.id, reason: incomplete }).then(() => setLeaving(false))
    }, UNDO_MS)
    return () => clearTimeout(timer)
  }, [leaving, run, booking.id])
  return (
    <Stack gap="xs">
      {leaving ? (
        <Group justify="space-between" wrap="nowrap" gap="sm" mih="var(--wf-touch)">
          <Text role="status">{t('drop_unpaid_busy')}</Text>
          <Button variant="default" autoFocus disabled={busy} onClick={() => setLeaving(false)}>
            {t('undo')}
          </Button>
        </Group>
      ) : (
        <Button variant="subtle" color="danger" size="md" onClick={() => setLeaving(true)}>
          {t('cancel_confirm')}
        </Button>
      )}
      <FailureNote cause={cause} />
    </Stack>
  )
}
