import { Button, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './driver.module.css'

/** The trip is paid: what it brought, and on to the next. */
export const DoneCard = ({ booking, onClose }: { booking: BookingView; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const seconds = booking.totalTripTime ?? booking.estimateTime
  return (
    <section className={classes.done} aria-labelledby="done-title">
      <Stack align="center" gap="sm">
        <IconCircleCheck size={48} aria-hidden />
        <Title order={2} size="h3" id="done-title">
          {t('done_title', { amount: format.money(booking.driverShare) })}
        </Title>
        <Text ta="center">
          {t('done_facts', {
            cash: format.money(booking.cashPaymentAmount),
            distance: format.distance(booking.distance),
            time: format.duration(seconds),
          })}
        </Text>
        <Button h={64} fz={18} fullWidth onClick={onClose}>
          {t('done_next')}
        </Button>
      </Stack>
    </section>
  )
}
