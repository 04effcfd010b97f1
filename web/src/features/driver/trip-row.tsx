import { Anchor, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconMessage, IconPhone } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { isAtDrop } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ChatButton, type ChatFaceProps } from '../../shared/chat-button.tsx'
import { makePhoneLink } from '../../shared/phone-link.ts'
import { HandOff } from './hand-off.tsx'
import { PanicButton } from './panic-button.tsx'
import { describePayment } from './payment-words.ts'
import { RowAction } from './row-action.tsx'
import classes from './trip.module.css'
import { findNextStop } from './trip-step.ts'

type TripRowProps = {
  booking: BookingView
  known: BookingView
  place: () => LatLng | null
  opened: boolean
  onToggle: () => void
}

const ChatFace = ({ name, unread, onClick }: ChatFaceProps) => {
  const t = useT()
  const icon = (
    <span className={classes.counted}>
      <IconMessage size={24} aria-hidden />
      {unread > 0 && <b aria-hidden>{unread > 9 ? '9+' : unread}</b>}
    </span>
  )
  return <RowAction icon={icon} label={t('trip_chat')} name={`${t('trip_chat')}. ${name}`} onClick={onClick} />
}

/** Who rides and how it is paid (more of it on a tap), and the ways to reach somebody: everything beside the one step. */
export const TripRow = ({ booking, known, place, opened, onToggle }: TripRowProps) => {
  const t = useT()
  const format = useFormat()
  const payment = describePayment(booking, format)
  const to = findNextStop(booking)
  return (
    <div className={classes.row}>
      <UnstyledButton className={classes.who} aria-expanded={opened} onClick={onToggle}>
        <strong>
          <bdi>{booking.customerName}</bdi>
          <IconChevronDown size={18} aria-hidden />
        </strong>
        <span>{t(payment.key, payment.params)}</span>
      </UnstyledButton>
      <div className={classes.actions}>
        {booking.customerContact && (
          <Anchor className={classes.action} href={makePhoneLink(booking.customerContact)} underline="never">
            <IconPhone size={24} aria-hidden />
            <span>{t('call_rider')}</span>
          </Anchor>
        )}
        <ChatButton booking={known} large face={ChatFace} />
        {to && !isAtDrop(booking.status) && <HandOff to={to} />}
        <PanicButton booking={known} place={place} />
      </div>
    </div>
  )
}
