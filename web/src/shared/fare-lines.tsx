import { Stack } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import type { FareLines as Lines } from '@wayfare/contract/fare'
import { listFareRows } from '@wayfare/contract/fare-words'
import type { Format } from '@wayfare/core/format'
import { useFormat, useT } from '../i18n/provider.tsx'
import { isZero } from './payment-parts.ts'
import type { PaymentParts } from './payment-parts.ts'
import classes from './shared.module.css'
import type { Quote } from './use-quote.ts'

/** What is not due at once, what is taken off, what is left to pay, and who pays which part of it. */
type FareMoney = {
  heldBack?: string
  discount: string
  promoCode: string | null
  payable: string
  parts: PaymentParts | null
}

type FareLinesProps = { lines: Lines; totalLabel?: string; money?: FareMoney }

/** The money of a booking as the same lines for everyone. */
export const readBookingMoney = (booking: BookingView): FareMoney => ({
  heldBack: booking.claim?.driverShare ?? '0',
  discount: booking.discountAmount,
  promoCode: booking.promoCode,
  payable: booking.payableAmount,
  parts: { wallet: booking.usedWalletMoney, card: booking.cardPaymentAmount, cash: booking.cashPaymentAmount },
})

/** The money of a price that is asked for; `parts` are null until it is said who pays. */
export const quotedMoneyOf = (quote: Quote, parts: PaymentParts | null): FareMoney => ({
  discount: quote.discountAmount,
  promoCode: quote.promo?.code ?? null,
  payable: quote.payableAmount,
  parts,
})

const MoneyLines = ({ money }: { money: FareMoney }) => {
  const t = useT()
  const format = useFormat()
  const { discount, promoCode, payable, parts } = money
  const given = parts ? (['wallet', 'card', 'cash'] as const).filter((part) => !isZero(parts[part])) : []
  return (
    <>
      {!isZero(discount) && (
        <>
          <div>
            <dt>{t('fare_discount', { code: promoCode ?? '' })}</dt>
            <dd>
              <bdi>{`− ${format.exactMoney(discount)}`}</bdi>
            </dd>
          </div>
          <div className={classes.total}>
            <dt>{t('fare_payable')}</dt>
            <dd>
              <bdi>{format.exactMoney(payable)}</bdi>
            </dd>
          </div>
        </>
      )}
      {given.map((part) => (
        <div key={part}>
          <dt>{t(`fare_part_${part}`)}</dt>
          <dd>
            <bdi>{format.exactMoney(parts?.[part] ?? '0')}</bdi>
          </dd>
        </div>
      ))}
    </>
  )
}

/** An amount that is taken off has its minus apart: the sign is ours to set. */
const signedMoney = (amount: string, format: Format): string =>
  amount.startsWith('-') ? `− ${format.money(amount.slice(1))}` : format.money(amount)

/** What the price is made of; the total stands out and is the sum of the two lines above it. */
export const FareLines = ({ lines, totalLabel, money }: FareLinesProps) => {
  const t = useT()
  const format = useFormat()
  return (
    <Stack gap={4}>
      <dl className={classes.lines}>
        {listFareRows(lines, money?.heldBack).map(({ label, amount, explains }) => (
          <div key={label} className={explains ? classes.small : undefined}>
            <dt>{t(label)}</dt>
            <dd>
              <bdi>{signedMoney(amount, format)}</bdi>
            </dd>
          </div>
        ))}
        <div className={money && !isZero(money.discount) ? undefined : classes.total}>
          <dt>{totalLabel ?? t('fare_total')}</dt>
          <dd>
            <bdi>{format.money(lines.grandTotal)}</bdi>
          </dd>
        </div>
        {money && <MoneyLines money={money} />}
      </dl>
    </Stack>
  )
}
