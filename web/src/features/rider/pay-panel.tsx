import type { BookingView } from '@wayfare/contract/bookings'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { computeAmountToPay } from '../../shared/pay-dialog.tsx'
import { PayForm } from '../../shared/pay-form.tsx'

/** Paying where one reads what it costs. */
export const PayPanel = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const { code, appName } = useSettings().data ?? defaultSettings
  const amount = computeAmountToPay(booking)
  return (
    <section aria-label={t('pay_amount', { amount: format.exactMoney(amount) })}>
      <PayForm order={{ id: booking.id, amount, currency: code, product: `${appName} ${booking.id}` }} />
    </section>
  )
}
