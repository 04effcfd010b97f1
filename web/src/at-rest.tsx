// What a page does once it stands: it keeps on the device what it needs without a network, sends on an alert to the desk that an earlier
// page has left, and offers a new build when nobody is busy.
import { Button, Group, Paper, Text } from '@mantine/core'
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import { isDeskRole } from '@wayfare/core/accounts'
import { isBusy } from '@wayfare/core/booking'
import { useEffect, useState } from 'react'
import type { Pages } from './api/live-cache.ts'
import { useLiveState } from './api/live.ts'
import { queryKeys } from './api/query-client.ts'
import { askForBuild, keepRolePages, onNewBuild } from './api/worker.ts'
import { useT } from './i18n/provider.tsx'
import { listAlarms } from './shared/alarms.ts'
import { watchWayBack } from './ui/back-closes.ts'
import { useMissingPart } from './ui/lazy-part.ts'
import { isTyping } from './ui/typed.ts'
import classes from './at-rest.module.css'

const hourMs = 3_600_000
const lookEveryMs = 2000

const [single] = queryKeys.booking('')

/** And not what belongs to one. */
const isBooking = ({ queryKey: [kind, , ...part] }: Query): boolean => kind === single && part.length === 0

/** Whether a list or a link has brought one that goes on. */
const showsTrip = (client: QueryClient): boolean =>
  client
    .getQueriesData<Pages>({ queryKey: queryKeys.bookingLists })
    .some(([, lists]) => lists?.pages.some(({ bookings }) => bookings.some(({ status }) => isBusy(status)))) ||
  client
    .getQueriesData<BookingView>({ predicate: isBooking })
    .some(([, booking]) => booking !== undefined && isBusy(booking.status))

/** The desk looks at the trips of others. */
const isOnTrip = (client: QueryClient, me: Me | null): boolean => me !== null && !isDeskRole(me.userType) && showsTrip(client)

/** A part that was asked for, and that a server within reach does not have: another build has taken its place. */
const isInVain = (isMissing: boolean): boolean => isMissing && navigator.onLine

const isInDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Asks whenever the server comes back, as it may be another then, and once an hour. */
const useNewBuild = (): boolean => {
  const [isThere, setThere] = useState(false)
  const live = useLiveState()
  useEffect(() => onNewBuild(() => setThere(true)), [])
  useEffect(() => {
    if (live !== 'open') return undefined
    const ask = () => void askForBuild().catch(() => undefined)
    ask()
    const timer = setInterval(ask, hourMs)
    return () => clearInterval(timer)
  }, [live])
  return isThere
}

/** Offered between forms, dialogs and trips, and for an hour not again to whoever wants it later. */
const useOffer = (me: Me | null) => {
  const client = useQueryClient()
  const isThere = useNewBuild()
  const [laterUntil, setLaterUntil] = useState(0)
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isThere) return undefined
    const look = () => setOffered(Date.now() > laterUntil && !isTyping() && !isInDialog() && !isOnTrip(client, me))
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [client, isThere, laterUntil, me])
  return { isOffered, putOff: () => setLaterUntil(Date.now() + hourMs) }
}

export const AtRest = ({ me }: { me: Me | null }) => {
  const t = useT()
  const { isOffered, putOff } = useOffer(me)
  const isMissing = isInVain(useMissingPart())
  const role = me?.userType ?? 'visitor'
  const id = me?.id ?? null
  useEffect(() => (id === null ? undefined : listAlarms(id).resume()), [id])
  useEffect(() => {
    // a page that cannot keep anything works with a network all the same
    void keepRolePages(role).catch(() => undefined)
  }, [role])
  useEffect(watchWayBack, [])
  useEffect(() => {
    // what must be said needs no network
    void import('./ui/alert-dialog.tsx').catch(() => undefined)
  }, [])
  return (
    <div role="status" className={classes.place}>
      {(isOffered || isMissing) && (
        <Paper withBorder shadow="md" radius="md" p="md" className={classes.offer ?? ''}>
          <Text>{t(isMissing ? 'part_missing' : 'build_offer')}</Text>
          <Group justify="flex-end" mt="sm" gap="sm">
            {!isMissing && (
              <Button variant="default" onClick={putOff}>
                {t('build_offer_later')}
              </Button>
            )}
            <Button onClick={() => globalThis.location.reload()}>{t('build_offer_load')}</Button>
          </Group>
        </Paper>
      )}
    </div>
  )
}
