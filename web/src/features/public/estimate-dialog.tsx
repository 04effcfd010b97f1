// What the ride will cost and how it is paid, before anything is booked.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCash, IconCheck, IconClock, IconRoute } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createBooking } from '@wayfare/contract/bookings'
import type { BookingView } from '@wayfare/contract/bookings'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, isCallError } from '../../api/call.ts'
import { writeBooking } from '../../api/live-cache.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { FareLines } from '../../shared/fare-lines.tsx'
import { StopsList } from '../../shared/stops-list.tsx'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import '../../ui/modal-styles.ts'
import type { Estimate } from './booking-form.tsx'
import styles from './estimate-dialog.module.css'

const RouteMap = lazy(() => import('../../map/route-map.tsx').then((all) => ({ default: all.RouteMap })))

export type EstimateDialogProps = { estimate: Estimate; onClose: () => void; onBooked: () => void }

/** Refusals that are told in plain words; other failures show their code as well. */
const plainKeys = ['no_driver_found_alert_messege', 'user_issue_contact_admin']

const staleKeys = ['quote_expired', 'fare_changed']

const useBooking = ({ estimate, onClose, onBooked }: EstimateDialogProps) => {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { me } = useSession()
  const alert = useAlert()
  const problem = useProblem()
  const [busy, setBusy] = useState(false)
  const [booked, setBooked] = useState<BookingView | null>(null)
  const askToSignIn = () => alert(t('must_login'), { action: { label: t('sign_in'), run: () => void navigate('/login') } })
  const fail = (cause: unknown) => {
    const key = isCallError(cause) ? cause.key : ''
    if (key === 'must_login') return askToSignIn()
    problem(cause, { withCode: !plainKeys.includes(key), ...(staleKeys.includes(key) ? { onClose } : {}) })
  }
  const book = () => {
    if (!me) return askToSignIn()
    if (me.userType !== 'rider') return alert(t('user_issue_contact_admin'))
    const { quote, estimateFare } = estimate.quote
    setBusy(true)
    call(createBooking, { quote, estimateFare }, { once: estimate.once })
      .then((booking) => {
        writeBooking(client, booking)
        onBooked()
        setBooked(booking)
      }, fail)
      .finally(() => setBusy(false))
  }
  const close = () => {
    onClose()
    if (booked) void navigate('/bookings')
  }
  return { busy, booked, book, close }
}

const BookedNote = ({ booking, onClose }: { booking: BookingView; onClose: () => void }) => {
  const t = useT()
  return (
    <Stack align="center" py="md">
      <span className={styles.done}>
        <IconCheck size={36} aria-hidden />
      </span>
      <Text size="lg" ta="center" role="status">
        {t('booking_success')} <bdi dir="ltr">{booking.id}</bdi>
      </Text>
      <Text c="dimmed" ta="center">
        {t('booking_success_next')}
      </Text>
      <Button size="lg" fullWidth onClick={onClose} data-autofocus>
        {t('booking_follow')}
      </Button>
    </Stack>
  )
}

const EstimateBody = ({ estimate }: { estimate: Estimate }) => {
  const t = useT()
  const format = useFormat()
  const { quote } = estimate
  return (
    <Stack gap="md">
      <div className={styles.map}>
        <Suspense fallback={null}>
          <RouteMap pickup={quote.pickup} drop={quote.drop} polyline={quote.polyline} />
        </Suspense>
      </div>
      <StopsList pickup={quote.pickup} drop={quote.drop} />
      <Group gap="lg">
        <Group gap={6}>
          <IconRoute size={20} aria-hidden />
          <Text fw={600}>{format.distance(quote.distanceM)}</Text>
        </Group>
        <Group gap={6}>
          <IconClock size={20} aria-hidden />
          <Text fw={600}>{format.duration(quote.durationS)}</Text>
        </Group>
      </Group>
      <FareLines lines={quote.lines} />
      <Group gap={8} wrap="nowrap">
        <IconCash size={20} aria-hidden className={styles.fixed} />
        <Text>{t('estimate_cash')}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t('estimate_cancel_terms')}
      </Text>
    </Stack>
  )
}

export const EstimateDialog = (props: EstimateDialogProps) => {
  const t = useT()
  const format = useFormat()
  const isNarrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const { busy, booked, book, close } = useBooking(props)
  return (
    <Modal
      opened
      onClose={close}
      title={booked ? t('booking_done_title') : t('estimate_title')}
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
      size={480}
      classNames={{ inner: styles.inner ?? '', content: styles.content ?? '' }}
      transitionProps={{ transition: isNarrow ? 'slide-up' : 'pop', duration: 180 }}
    >
      {booked ? (
        <BookedNote booking={booked} onClose={close} />
      ) : (
        <>
          <EstimateBody estimate={props.estimate} />
          <div className={styles.actions}>
            <Button size="lg" fullWidth loading={busy} onClick={book} data-autofocus>
              {t('book_now_for', { price: format.money(props.estimate.quote.lines.grandTotal) })}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
