import { Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { useT } from '../i18n/provider.tsx'
import classes from './shared.module.css'

/** The driver's photos of a parcel, each one touch away from its full size; nothing before there is one. */
export const ParcelPhotos = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const all: [string, string | null][] = [
    [t('photo_pickup'), booking.pickupImage],
    [t('photo_drop'), booking.deliverImage],
  ]
  const taken = all.flatMap(([label, url]) => (url === null ? [] : [{ label, url }]))
  if (taken.length === 0) return null
  return (
    <section aria-label={t('photos_title')} className={classes.photos}>
      {taken.map(({ label, url }) => (
        <figure key={url}>
          <a href={url} target="_blank" rel="noreferrer" aria-label={`${label}: ${t('photo_open')}`}>
            <img src={url} alt={label} loading="lazy" />
          </a>
          <Text component="figcaption" size="sm" c="dimmed">
            {label}
          </Text>
        </figure>
      ))}
    </section>
  )
}
