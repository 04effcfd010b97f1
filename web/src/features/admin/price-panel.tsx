// What the caller is told: the way on the map, how long, what it costs, when a car can be there; then the booking.
import { Button, Stack, Text, Title } from '@mantine/core'
import { decodePolyline } from '@wayfare/core/geo'
import { defaultSettings } from '@wayfare/core/settings'
import { useEffect, useMemo, useRef } from 'react'
import { useSettings, useSupply } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { FareLines, quotedMoneyOf } from '../../shared/fare-lines.tsx'
import { QuoteFacts } from '../../shared/quote-facts.tsx'
import type { Quote } from '../../shared/use-quote.ts'
import { splitPayment } from '../../shared/payment-parts.ts'
import styles from './add-booking.module.css'
import type { AddBooking } from './use-add-booking.ts'
import { useWays } from './use-ways.ts'
import { WayChoice } from './way-choice.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const MapView = makeLazyPart(async () => (await import('../../map/map-view.tsx')).MapView, null)

type PanelProps = { desk: AddBooking }

const WayMap = ({ desk: { draft }, polyline }: PanelProps & { polyline: string }) => {
  const t = useT()
  const { pickup, drop } = draft
  const route = useMemo(() => decodePolyline(polyline), [polyline])
  const fit = useMemo(() => [...(pickup ? [pickup] : []), ...(drop ? [drop] : []), ...route], [pickup, drop, route])
  const label = pickup && drop ? t('map_route_label', { from: pickup.add, to: drop.add }) : t('desk_map_label')
  return (
    <div className={styles.map}>
      <MapView label={label} pickup={pickup} drop={drop} route={route} fit={fit} inPage />
    </div>
  )
}

/** When a free car of this type could be at the pickup. */
const Nearest = ({ price }: { price: Quote }) => {
  const t = useT()
  const format = useFormat()
  const supply = useSupply(price.tripDate === null ? price.pickup : null).data
  if (price.tripDate !== null || !supply) return null
  const car = supply.carTypes.find(({ carType }) => carType === price.carType)
  if (!car || car.free === 0) return <Text c="var(--mantine-color-error)">{t('car_none_near')}</Text>
  if (car.nearestS === null) return null
  return <Text fw={600}>{t('desk_nearest', { time: format.duration(car.nearestS) })}</Text>
}

const Known = ({ desk, price }: PanelProps & { price: Quote }) => {
  const t = useT()
  const format = useFormat()
  const { code } = useSettings().data ?? defaultSettings
  const button = useRef<HTMLButtonElement>(null)
  const { draft, busy } = desk
  useEffect(() => {
    if (price) button.current?.focus()
  }, [price])
  const parts = splitPayment(price.payableAmount, draft.payment, draft.rider?.walletBalance ?? null, code)
  return (
    <>
      <QuoteFacts quote={price} />
      <Nearest price={price} />
      <FareLines lines={price.lines} money={quotedMoneyOf(price, parts)} />
      <Button ref={button} size="lg" fullWidth loading={busy === 'book'} onClick={desk.book}>
        {t(price.tripDate === null ? 'book_now_for' : 'book_later_for', { price: format.money(price.payableAmount) })}
      </Button>
    </>
  )
}

export const PricePanel = ({ desk }: PanelProps) => {
  const t = useT()
  const { price } = desk
  const ways = useWays(price)
  return (
    <section className={styles.panel} aria-labelledby="desk-price" aria-live="polite">
      <Stack gap="md">
        <Title order={2} size="h5" id="desk-price">
          {t('desk_price')}
        </Title>
        <WayMap desk={desk} polyline={ways.shown} />
        <WayChoice {...ways} />
        {price ? <Known desk={desk} price={price} /> : <Text c="dimmed">{t('desk_price_none')}</Text>}
      </Stack>
    </section>
  )
}
