// What the chosen rider did before: the newest ways, each to be taken once more with one press.
import { Text } from '@mantine/core'
import type { RiderMatch } from '@wayfare/contract/people-riders'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { QuickPicks } from './quick-picks.tsx'

type RiderHistoryProps = { rider: RiderMatch; onWay: (way: RiderMatch['recent'][number]) => void }

export const RiderHistory = ({ rider, onWay }: RiderHistoryProps) => {
  const t = useT()
  const format = useFormat()
  const facts = [
    t('desk_rider_bookings', { count: rider.bookings }),
    ...(rider.cancelled > 0 ? [t('desk_rider_cancelled', { count: rider.cancelled })] : []),
    t('desk_rider_wallet', { balance: format.exactMoney(rider.walletBalance) }),
  ]
  const ways = rider.recent.filter(
    ({ pickup, drop }, i) => rider.recent.findIndex((one) => one.pickup.add === pickup.add && one.drop.add === drop.add) === i,
  )
  return (
    <div>
      <Text size="sm" c="dimmed">
        {rider.mobile && (
          <>
            <bdi dir="ltr">{rider.mobile}</bdi>
            {' · '}
          </>
        )}
        {facts.join(' · ')}
      </Text>
      <div data-part="recent">
        <QuickPicks
          label={t('desk_recent')}
          picks={ways.map((way) => ({
            key: way.id,
            label: t('desk_recent_way', { date: format.dateTime(way.tripdate), from: way.pickup.add, to: way.drop.add }),
            text: (
              <>
                <bdi>{way.pickup.add}</bdi> – <bdi>{way.drop.add}</bdi>
              </>
            ),
            onPick: () => onWay(way),
          }))}
        />
      </div>
    </div>
  )
}
