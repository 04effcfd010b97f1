// The rider shares the trip: a tap makes a link and hands it to what the device shares by; without such a thing it is copied.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { BookingView } from '@wayfare/contract/bookings'
import { countShares, shareTrip, stopSharing } from '@wayfare/contract/trips-share'
import { isTracked } from '@wayfare/core/booking'
import { useState } from 'react'
import { readOf, useRead, useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useNotify } from '../../ui/use-notify.ts'

const canShare = (): boolean => typeof navigator.share === 'function'

/** Hands the address on; whoever changes their mind has not failed. */
const useHandOn = () => {
  const t = useT()
  const notify = useNotify()
  const name = useSettings().data?.appName ?? 'Wayfare'
  const copy = (address: string) =>
    navigator.clipboard.writeText(address).then(
      () => void notify(t('share_copied'), { id: 'share' }),
      () => undefined,
    )
  const share = (address: string) =>
    navigator.share({ title: name, text: t('share_message', { name }), url: address }).catch(() => undefined)
  return { copy, share }
}

/** So long (ms) it is waited for an answer: a browser shares only shortly after a tap. */
const askMs = 1000

const pause = (ms: number) => new Promise<null>((resolve) => void setTimeout(resolve, ms, null))

/** Whether the links were taken back meanwhile, on another page; not, where nobody answers. */
const useAreGone = ({ id }: BookingView) => {
  const client = useQueryClient()
  return async (): Promise<boolean> => {
    const asked = client.fetchQuery({ ...readOf(queryKeys.shares(id), countShares, { id }), staleTime: 0 }).catch(() => null)
    const answer = await Promise.race([asked, pause(askMs)])
    return answer?.links === 0
  }
}

/** One link for as long as the page stays; a new one after they were taken back. */
const useSharing = (booking: BookingView) => {
  const { id } = booking
  const areGone = useAreGone(booking)
  const [address, setAddress] = useState<string | null>(null)
  const stale = [queryKeys.shares(id)]
  const making = useWrite(shareTrip, { stale })
  const stopping = useWrite(stopSharing, { stale })
  const make = async (): Promise<string | null> => {
    if (address !== null && !(await areGone())) return address
    const made = await making.run({ id })
    const whole = made && new URL(made.link, window.location.origin).href
    setAddress(whole)
    return whole
  }
  const stop = async () => {
    if (await stopping.run({ id })) setAddress(null)
  }
  const cause = making.cause ?? stopping.cause
  return { address, make, stop, making: making.busy, stopping: stopping.busy, cause }
}

const LinkField = ({ address, onCopy }: { address: string; onCopy: () => void }) => {
  const t = useT()
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <TextInput
        label={t('share_link')}
        value={address}
        readOnly
        dir="ltr"
        flex={1}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" onClick={onCopy}>
        {t('share_copy')}
      </Button>
    </Group>
  )
}

/** While a driver is on the trip. */
export const ShareTrip = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const isOn = isTracked(booking.status)
  const [opened, setOpened] = useState(false)
  const links = useRead(queryKeys.shares(booking.id), countShares, { id: booking.id }, { enabled: isOn }).last?.links ?? 0
  const sharing = useSharing(booking)
  const { copy, share } = useHandOn()
  if (!isOn) return null
  const open = async () => {
    setOpened(true)
    const address = await sharing.make()
    if (address !== null && canShare()) await share(address)
  }
  return (
    <>
      <Button variant="default" size="md" leftSection={<IconShare size={20} aria-hidden />} onClick={() => void open()}>
        {t(links > 0 ? 'share_on' : 'share_trip')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('share_title')} size={460}>
        <Stack>
          <Text>{t('share_text')}</Text>
          <FailureNote cause={sharing.cause} />
          {sharing.address !== null && <LinkField address={sharing.address} onCopy={() => void copy(sharing.address ?? '')} />}
          {sharing.address !== null && canShare() && (
            <Button size="md" leftSection={<IconShare size={20} aria-hidden />} onClick={() => void share(sharing.address ?? '')}>
              {t('share_send')}
            </Button>
          )}
          {sharing.address === null && (
            <Button size="md" loading={sharing.making} onClick={() => void sharing.make()}>
              {t('share_new_link')}
            </Button>
          )}
          {links > 0 && (
            <Button size="md" variant="outline" color="danger" loading={sharing.stopping} onClick={() => void sharing.stop()}>
              {t('share_stop')}
            </Button>
          )}
        </Stack>
      </Dialog>
    </>
  )
}
