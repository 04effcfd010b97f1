import { Anchor } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { parcelNoteNames } from '@wayfare/core/parcel'
import { useT } from '../i18n/provider.tsx'
import { noteWords } from './parcel.ts'
import classes from './shared.module.css'
import { makePhoneLink } from './phone-link.ts'

/** What is carried, to whom, and what to know at both ends; nothing for a ride. */
export const ParcelFacts = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  if (booking.category !== 'delivery') return null
  const kind = [booking.parcelType, booking.option].filter((one) => one !== null).join(' · ')
  const phone = booking.deliveryPersonPhone
  return (
    <dl className={classes.facts}>
      {kind !== '' && (
        <div>
          <dt>{t('parcel_type')}</dt>
          <dd>
            <bdi>{kind}</bdi>
          </dd>
        </div>
      )}
      {phone !== null && (
        <div>
          <dt>{t('parcel_to')}</dt>
          <dd>
            {booking.deliveryPerson && <bdi>{booking.deliveryPerson} </bdi>}
            <Anchor inherit href={makePhoneLink(phone)}>
              <bdi dir="ltr">{phone}</bdi>
            </Anchor>
          </dd>
        </div>
      )}
      {parcelNoteNames.map(
        (note) =>
          booking[note] && (
            <div key={note}>
              <dt>{t(noteWords[note].tell)}</dt>
              <dd dir="auto">{booking[note]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
