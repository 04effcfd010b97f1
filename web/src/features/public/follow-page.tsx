// A trip that a rider shares, for whoever has the link: the car, its plate, the driver's first name, where it is and when it is there.
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { SharedTrip } from '@wayfare/contract/trips-share'
import { Link, useLocation } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { TrackNote } from '../../shared/track-note.tsx'
import sheet from '../../shared/map-sheet.module.css'
import shared from '../../shared/shared.module.css'
import { findFailure } from '../../ui/failures.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { LoadProblem } from '../../ui/load-problem.tsx'
import classes from './follow.module.css'
import { useSharedTrip } from './use-shared-trip.ts'

const MapView = makeLazyPart(async () => (await import('../../map/map-view.tsx')).MapView, <Skeleton height="100%" radius={0} />)

/** The stop that the car drives to is not told, only when it is there. */
const useSentence = ({ phase, car }: SharedTrip, etaS: number | null): string => {
  const t = useT()
  const format = useFormat()
  const driver = car?.driverFirstName ?? ''
  if (phase === 'looking') return t('follow_looking')
  if (phase === 'waiting') return t('follow_waiting', { driver })
  if (etaS === null) return t(`follow_${phase}`, { driver })
  return t(`follow_${phase}_eta`, { driver, time: format.duration(etaS) })
}

const Car = ({ car }: { car: NonNullable<SharedTrip['car']> }) => {
  const t = useT()
  const made = [car.make, car.model].filter(Boolean).join(' ')
  return (
    <Stack gap="xs">
      {car.plate && (
        <div className={`${shared.plate} ${classes.plate}`} aria-label={t('plate_label', { plate: car.plate })} role="img">
          <bdi dir="ltr">{car.plate}</bdi>
        </div>
      )}
      <Text>{[made, car.typeName].filter(Boolean).join(' · ')}</Text>
      <Text c="dimmed">{t('follow_driver', { driver: car.driverFirstName })}</Text>
    </Stack>
  )
}

const Following = ({ trip, live }: { trip: SharedTrip; live: ReturnType<typeof useSharedTrip> }) => {
  const t = useT()
  const sentence = useSentence(trip, live.etaS)
  return (
    <article className={classes.page} aria-label={t('follow_title')}>
      <div className={`${sheet.map} ${classes.map}`}>
        <MapView label={sentence} feed={live.feed} fit={live.at ? [live.at] : []} zoom={15} follow />
        <TrackNote trip={{ isLive: trip.car !== null, isUnknown: trip.car !== null && live.at === null, seenAt: live.seenAt }} />
      </div>
      <div className={sheet.panel}>
        <Stack gap="lg">
          <div role="status">
            <Title order={1} size="h3">
              {sentence}
            </Title>
          </div>
          {trip.car && <Car car={trip.car} />}
          <Text size="sm" c="dimmed">
            {t('follow_note')}
          </Text>
        </Stack>
      </div>
    </article>
  )
}

const Ended = () => {
  const t = useT()
  return (
    <Stack align="center" gap="md" py={64} px="md" ta="center">
      <Title order={1} size="h3">
        {t('follow_title')}
      </Title>
      <Text role="status">{t('share_ended')}</Text>
      <Button component={Link} to="/" variant="default" size="md">
        {t('nav_home')}
      </Button>
    </Stack>
  )
}

const Followed = ({ token }: { token: string }) => {
  const live = useSharedTrip(token)
  const { trip, error, reload } = live
  if (findFailure(error.cause)?.key === 'share_ended') return <Ended />
  if (error.flag) return <LoadProblem cause={error.cause} onAgain={reload} />
  if (!trip) return <Skeleton height={420} radius={0} />
  return <Following trip={trip} live={live} />
}

export const FollowPage = () => {
  const token = useLocation().hash.slice(1)
  return <Followed key={token} token={token} />
}
