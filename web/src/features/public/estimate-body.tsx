// The estimate itself: the way, when, the parcel, the price and its lines, how to pay, a code, and what cancelling costs.
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { CancelTerms } from '../../shared/cancel-terms.tsx'
import { FareLines, quotedMoneyOf } from '../../shared/fare-lines.tsx'
import { splitPayment, type PaymentChoice as Payment } from '../../shared/payment-parts.ts'
import { QuoteFacts } from '../../shared/quote-facts.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import styles from './estimate-dialog.module.css'
import type { Parcel } from '../../shared/parcel.ts'
import { PaymentChoice } from './payment-choice.tsx'
import { PromoField } from './promo-field.tsx'
import type { Estimate, Quote } from '../../shared/use-quote.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const RouteMap = makeLazyPart(async () => (await import('../../map/route-map.tsx')).RouteMap, null)

type Paying = {
  payment: Payment
  setPayment: (payment: Payment) => void
  balance: string | null
  mayChoose: boolean
}

type EstimateBodyProps = {
  estimate: Estimate
  parcel: Parcel
  asking: boolean
  paying: Paying
  onPromo: (code: string) => void
  onParcel: () => void
}

const ParcelLine = ({ estimate, parcel, onParcel }: EstimateBodyProps) => {
  const t = useT()
  if (estimate.quote.category === 'taxi') return null
  const kind = [estimate.quote.parcelType, estimate.quote.option].filter((one) => one !== null).join(' · ')
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" className={styles.promo}>
      <Group gap={10} wrap="nowrap" className={styles.grow}>
        <IconPackage size={22} aria-hidden className={styles.fixed} />
        <div>
          {kind !== '' && (
            <Text fw={600}>
              <bdi>{kind}</bdi>
            </Text>
          )}
          <Text size="sm">
            <bdi>{parcel.deliveryPerson}</bdi> <bdi dir="ltr">{parcel.deliveryPersonPhone}</bdi>
          </Text>
        </div>
      </Group>
      <Anchor component="button" type="button" className={styles.link ?? ''} onClick={onParcel}>
        {t('parcel_change')}
      </Anchor>
    </Group>
  )
}

/** The price; what it is made of unfolds. */
const PriceLines = ({ quote, money }: { quote: Quote; money: ReturnType<typeof quotedMoneyOf> }) => {
  const t = useT()
  const format = useFormat()
  return (
    <details className={styles.price}>
      <summary className={styles.summary}>
        <span>{t('estimate_lines')}</span>
        <bdi>{format.money(quote.payableAmount)}</bdi>
      </summary>
      <FareLines lines={quote.lines} money={money} />
    </details>
  )
}

export const EstimateBody = (props: EstimateBodyProps) => {
  const t = useT()
  const { code } = useSettings().data ?? defaultSettings
  const { estimate, asking, paying, onPromo } = props
  const { quote } = estimate
  const parts = paying.mayChoose ? splitPayment(quote.payableAmount, paying.payment, paying.balance, code) : null
  return (
    <Stack gap="md">
      <div className={styles.map}>
        <RouteMap pickup={quote.pickup} drop={quote.drop} polyline={quote.polyline} />
      </div>
      <StopsList pickup={quote.pickup} drop={quote.drop} />
      <QuoteFacts quote={quote} />
      <ParcelLine {...props} />
      <PriceLines quote={quote} money={quotedMoneyOf(quote, parts)} />
      {paying.mayChoose && (
        <PaymentChoice
          value={paying.payment}
          onChange={paying.setPayment}
          payable={quote.payableAmount}
          balance={paying.balance}
          category={quote.category}
        />
      )}
      <PromoField estimate={estimate} busy={asking} onApply={onPromo} />
      <Text size="sm" c="dimmed">
        <CancelTerms slabs={quote.cancelSlabs} /> {t(quote.category === 'taxi' ? 'estimate_final_fare' : 'estimate_fixed_fare')}
      </Text>
    </Stack>
  )
}
