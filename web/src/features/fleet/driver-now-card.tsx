// One driver, come forward from the map or the list: who he is, what he is doing, and what the desk can do about it.
import { Anchor, Avatar, Badge, Button, CloseButton, Group, Skeleton, Text } from '@mantine/core'
import { IconPhone, IconStarFilled } from '@tabler/icons-react'
import type { DriverState } from '@wayfare/contract/desk'
import { assignDriver } from '@wayfare/contract/dispatch-assign'
import { getDutyState } from '@wayfare/core/dispatch'
import type { UserId } from '@wayfare/core/ids'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSettings } from '../../api/queries.ts'
import { useMayCall } from '../../api/session.tsx'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useNow } from '../../shared/use-now.ts'
import { useProblemText } from '../../ui/dialogs.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { formatAge } from './age-of.ts'
import { useDriverNow } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const WaitingBookings = makeLazyPart(
  async () => (await import('./waiting-bookings.tsx')).WaitingBookings,
  <Skeleton height={60} />,
)

const colors = { free: 'primary', busy: 'warn', stale: 'danger', offline: 'neutral' } as const

const Head = ({ driver, onClose }: { driver: DriverState | null; onClose: () => void }) => {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  const isKnown = driver !== null
  useEffect(() => {
    if (isKnown) title.current?.focus()
  }, [isKnown])
  const car = [driver?.vehicleMake, driver?.vehicleModel].filter(Boolean).join(' ')
  return (
    <div className={classes.cardHead}>
      <Avatar src={driver?.profileImage ?? null} name={driver?.name ?? ''} color="primary" radius="xl" size={44} alt="" />
      <div>
        <h3 ref={title} tabIndex={-1} style={{ margin: 0, fontSize: 'var(--wf-text-name)' }}>
          {driver ? <bdi>{driver.name}</bdi> : <Skeleton height={20} />}
        </h3>
        <Text size="sm" c="dimmed">
          {driver ? [car, driver.carTypeName].filter(Boolean).join(' · ') : ' '}
        </Text>
      </div>
      <CloseButton size="lg" aria-label={t('close')} onClick={onClose} />
    </div>
  )
}

const Facts = ({ driver }: { driver: DriverState }) => {
  const t = useT()
  const format = useFormat()
  const now = useNow(1000)
  const state = getDutyState(driver, now)
  return (
    <Group gap="sm">
      <Badge size="lg" color={colors[state]} fw={600}>
        {t(`driver_is_${state}`)}
      </Badge>
      {driver.vehicleNumber && (
        <Text fw={600}>
          <bdi dir="ltr">{driver.vehicleNumber}</bdi>
        </Text>
      )}
      <Text size="sm">
        {driver.rating === null ? (
          t('driver_unrated')
        ) : (
          <>
            <IconStarFilled size={14} aria-hidden /> {t('rating_label', { stars: format.number(driver.rating) })}
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {driver.seenAt === null
          ? t('driver_seen_never')
          : t('driver_seen_ago', { time: formatAge(Math.max(0, now - driver.seenAt), format) })}
      </Text>
      {!driver.approved && (
        <Badge size="lg" color="warn" fw={600}>
          {t(driver.blocked ? 'person_blocked' : 'driver_waiting')}
        </Badge>
      )}
    </Group>
  )
}

const Trip = ({ booking }: { booking: NonNullable<DriverState['booking']> }) => {
  const t = useT()
  return (
    <div>
      <Anchor component={Link} to={`/bookings/${booking.id}`} fw={600} py={10} display="inline-block">
        {t('driver_on_booking', { id: booking.id, status: t(`status_${booking.status.toLowerCase()}`) })}
      </Anchor>
      <Text size="sm">
        <bdi>{booking.customerName}</bdi>: {booking.pickup.add} – {booking.drop.add}
      </Text>
    </div>
  )
}

const Deeds = ({ driver }: { driver: DriverState }) => {
  const t = useT()
  const mayCall = useMayCall()
  const isAuto = useSettings().data?.autoDispatch ?? true
  const [asking, setAsking] = useState(false)
  const now = useNow(10_000)
  const mayAssign = mayCall(assignDriver) && getDutyState(driver, now) === 'free'
  return (
    <>
      <Group gap="xs">
        {driver.mobile !== null && (
          <Button
            component="a"
            href={`tel:${driver.mobile}`}
            variant="default"
            size="md"
            leftSection={<IconPhone size={18} aria-hidden />}
          >
            <bdi dir="ltr">{driver.mobile}</bdi>
          </Button>
        )}
        <Button component={Link} to={`/drivers?person=${driver.id}`} variant="default" size="md">
          {t('driver_account')}
        </Button>
        {mayAssign && !isAuto && (
          <Button variant="default" size="md" aria-expanded={asking} onClick={() => setAsking(!asking)}>
            {t('driver_assign')}
          </Button>
        )}
      </Group>
      {mayAssign && isAuto && (
        <Text size="sm" c="dimmed">
          {t('assign_auto')}
        </Text>
      )}
      {driver.contactHidden && (
        <Text size="sm" c="dimmed">
          {t('demo_mode')}
        </Text>
      )}
      {asking && <WaitingBookings driver={driver} onDone={() => setAsking(false)} />}
    </>
  )
}

export const DriverNowCard = ({ id, onClose }: { id: UserId; onClose: () => void }) => {
  const t = useT()
  const problemText = useProblemText()
  const { data: driver, error } = useDriverNow(id)
  useKeys([{ keys: 'Escape', label: t('key_escape'), run: onClose }])
  return (
    <section className={classes.card} aria-label={driver?.name ?? t('driver')}>
      <Head driver={driver} onClose={onClose} />
      {error.flag && <Text role="alert">{problemText(error.cause)}</Text>}
      {driver && (
        <>
          <Facts driver={driver} />
          {driver.booking && <Trip booking={driver.booking} />}
          <Deeds driver={driver} />
        </>
      )}
    </section>
  )
}
