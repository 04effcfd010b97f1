// One thing that needs somebody: what, for how long, and what can be done about it.
import {
  IconClockExclamation,
  IconLock,
  IconPhone,
  IconReceipt,
  IconUserOff,
  IconUserPlus,
  IconWifiOff,
} from '@tabler/icons-react'
import type { DeskAlert } from '@wayfare/contract/desk'
import { Link } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { formatAge } from './age-of.ts'
import classes from './dashboard.module.css'

const icons = {
  codeLocked: IconLock,
  noTaker: IconUserOff,
  lostSignal: IconWifiOff,
  latePickup: IconClockExclamation,
  claim: IconReceipt,
}

const icon = { size: 18, 'aria-hidden': true } as const

const CallLink = ({ number, label }: { number: string | null; label: string }) =>
  number === null ? null : (
    <a href={`tel:${number}`}>
      <IconPhone {...icon} />
      {label}
    </a>
  )

type AlertRowProps = { alert: DeskAlert; now: number; onAssign: (() => void) | null }

export const AlertRow = ({ alert, now, onAssign }: AlertRowProps) => {
  const t = useT()
  const format = useFormat()
  const { kind, bookingId, since, driverName, vehicleNumber, customerName, pickup, reason } = alert
  const time = formatAge(now - since, format)
  const words = {
    codeLocked: t('alert_code_locked', { id: bookingId, time, driver: driverName ?? '–' }),
    claim: t('alert_claim', { id: bookingId, time }),
    noTaker: t('alert_no_taker', { id: bookingId, time }),
    lostSignal: t('alert_lost_signal', { id: bookingId, time, driver: driverName ?? '–' }),
    latePickup: t('alert_late_pickup', { id: bookingId, time }),
  }
  const Icon = icons[kind]
  const facts = [customerName, kind === 'noTaker' ? null : driverName, kind === 'noTaker' ? null : vehicleNumber, pickup.add]
  return (
    <li className={classes.alert} data-kind={kind}>
      <Icon size={22} aria-hidden />
      <span className={classes.alertText}>
        <strong>{words[kind]}</strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {reason && <span>{t(`no_taker_${reason}_short`)}</span>}
      </span>
      <span className={classes.alertDeeds}>
        <Link to={`/bookings/${bookingId}`} aria-label={`${t('alert_open')} ${bookingId}`}>
          {t('alert_open')}
        </Link>
        {onAssign && (
          <button type="button" onClick={onAssign}>
            <IconUserPlus {...icon} />
            {t('assign_driver')}
          </button>
        )}
        <CallLink number={alert.driverContact} label={t('alert_call_driver')} />
        <CallLink number={alert.customerContact} label={t('alert_call_rider')} />
      </span>
    </li>
  )
}
