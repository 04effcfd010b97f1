import { Button, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { describeDistance } from '@wayfare/contract/distance-words'
import { isUnpaid } from '@wayfare/core/booking'
import { useBooking } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { LazyClaimPanel } from '../../shared/lazy-claim-panel.tsx'
import { isZero } from '../../shared/payment-parts.ts'
import classes from './driver.module.css'

const usePaid = (booking: BookingView): string => {
  const t = useT()
  const format = useFormat()
  if (isUnpaid(booking.status)) return t('done_card', { amount: format.exactMoney(booking.cardPaymentAmount) })
  if (Number(booking.cashPaymentAmount) === 0) return t('done_nothing')
  return t('done_cash', { cash: format.exactMoney(booking.cashPaymentAmount) })
}

/** The trip is over for the driver: what it brought, how it is paid, and on to the next. */
export const DoneCard = ({ booking, onClose }: { booking: BookingView; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  // a card may be paid while he still reads this
  const latest = useBooking(booking.id).data
  const shown = latest && latest.version > booking.version ? latest : booking
  const paid = usePaid(shown)
  const how = describeDistance(shown, t, format)
  const seconds = shown.totalTripTime ?? shown.estimateTime
  return (
    <section className={classes.done} aria-labelledby="done-title">
      <Stack align="center" gap="sm">
        <IconCircleCheck size={48} aria-hidden />
        <Title order={2} size="h3" id="done-title">
          {t('done_title', { amount: format.exactMoney(shown.driverShare) })}
        </Title>
        <Text ta="center" fw={600} role="status">
          {paid}
        </Text>
        <Text ta="center">
          {format.distance(shown.distance)} · {format.duration(seconds)}
        </Text>
        {how && (
          <Text ta="center" size="sm" c="dimmed">
            {how}
          </Text>
        )}
        {!isZero(shown.tip) && (
          <Text ta="center" fw={600} role="status">
            {t('done_tip', { amount: format.exactMoney(shown.tip) })}
          </Text>
        )}
        <LazyClaimPanel booking={shown} />
        <Button mih={64} fz="lg" fullWidth onClick={onClose}>
          {t('done_next')}
        </Button>
      </Stack>
    </section>
  )
}
