// The photo of this step: as it was taken, how far it is on its way, and another try.
import { Progress, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import type { PhotoKind } from '@wayfare/core/booking'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './driver.module.css'
import { PhotoButton } from './photo-button.tsx'
import { findAskedPhoto, findPhoto } from './trip-photo.ts'
import type { Steps } from './use-driver-steps.ts'

type PhotoCardProps = { booking: BookingView; steps: Steps }

const isUnsent = (steps: Steps, booking: BookingView, kind: PhotoKind): boolean =>
  steps.waiting.some(({ bookingId, deed }) => bookingId === booking.id && deed.name === 'photo' && deed.kind === kind)

const State = ({ unsent, progress }: { unsent: boolean; progress: number | null }) => {
  const t = useT()
  const format = useFormat()
  if (!unsent) return <Text size="sm">{t('photo_kept')}</Text>
  if (progress === null) return <Text size="sm">{t('photo_waiting')}</Text>
  return (
    <>
      <Text size="sm">{t('photo_sending', { share: format.number(Math.round(progress * 100)) })}</Text>
      <Progress value={progress * 100} aria-label={t('photo_progress')} mt={6} />
    </>
  )
}

/** Nothing where no photo is asked for, or none is taken yet: then the button below asks for it. */
export const PhotoCard = ({ booking, steps }: PhotoCardProps) => {
  const t = useT()
  const kind = findAskedPhoto(booking, useSettings().data)
  const image = kind && findPhoto(booking, kind)
  if (!kind || !image) return null
  return (
    <section className={classes.photo} aria-label={t('photo_label')}>
      <img src={image} alt={t('photo_preview')} />
      <div className={classes.photoState}>
        <div role="status">
          <State unsent={isUnsent(steps, booking, kind)} progress={steps.progress} />
        </div>
        <PhotoButton booking={booking} kind={kind} steps={steps} again />
      </div>
    </section>
  )
}
