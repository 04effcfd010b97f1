// The rider's way to help: a call, an alert to the desk, and the link to the trip for somebody they trust.
import { Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { IconPhone, IconShieldCheck } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { sendShare } from '@wayfare/contract/trips-share'
import { isBusy, isTracked } from '@wayfare/core/booking'
import type { LatLng } from '@wayfare/core/geo'
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useSession } from '../../api/session.tsx'
import { readKept, writeKept } from '../../api/unsent.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { AlarmNews } from '../../shared/alarm-news.tsx'
import { readPosition } from '../../shared/current-place.ts'
import { makePhoneLink } from '../../shared/phone-link.ts'
import { useAlarm } from '../../shared/use-alarm.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'

/** Where this device is, if it may say so without being asked now: nobody in need is to answer questions first. */
const usePlace = (isWanted: boolean) => {
  const place = useRef<LatLng | null>(null)
  useEffect(() => {
    if (!isWanted || !navigator.permissions) return
    const read = async () => {
      const { state } = await navigator.permissions.query({ name: 'geolocation' })
      if (state !== 'granted') return
      const { coords } = await readPosition()
      place.current = { lat: coords.latitude, lng: coords.longitude }
    }
    // the desk then has the car's place
    read().catch(() => undefined)
  }, [isWanted])
  return () => place.current
}

const name = 'contact'

/** Kept on this device until the person signs out. */
const useContact = () => {
  const userId = useSession().me?.id ?? ''
  const [contact, setContact] = useState(() => readKept(userId, name) ?? '')
  const keep = () => writeKept(userId, name, contact.trim())
  return { contact, setContact, keep }
}

const TellSomebody = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const { contact, setContact, keep } = useContact()
  const sending = useWrite(sendShare, { stale: [queryKeys.shares(booking.id)] })
  const send = async () => {
    if (await sending.run({ id: booking.id, to: contact.trim() })) keep()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('safety_contact')}
          description={t('safety_contact_hint')}
          value={contact}
          dir="ltr"
          autoComplete="off"
          size="md"
          onChange={(event) => {
            sending.forget()
            setContact(event.currentTarget.value)
          }}
        />
        <FailureNote cause={sending.cause} />
        <div role="status">{sending.reply && <Text fw={600}>{t(`safety_sent_${sending.reply.by}`)}</Text>}</div>
        <Button type="submit" size="md" variant="default" loading={sending.busy} disabled={contact.trim() === ''}>
          {t('safety_send')}
        </Button>
      </Stack>
    </form>
  )
}

/** On a taxi trip with a driver, where the operator has such a button. */
export const SafetyButton = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const settings = useSettings().data
  const [opened, setOpened] = useState(false)
  const place = usePlace(opened)
  const { alarm, raise } = useAlarm({ booking, place })
  if (!settings?.panic || booking.category !== 'taxi' || !isBusy(booking.status)) return null
  const number = settings.panicNumber
  const isOn = alarm.state === 'sending' || alarm.state === 'told'
  return (
    <>
      <Button
        variant={isOn ? 'filled' : 'default'}
        {...(isOn ? { color: 'danger' } : {})}
        size="md"
        leftSection={<IconShieldCheck size={20} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('safety_button')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('panic_title')} size={460}>
        <Stack>
          <Text>{t(number === '' ? 'panic_text_desk' : 'panic_text', { number })}</Text>
          <AlarmNews alarm={alarm} />
          {number !== '' && (
            <Button
              component="a"
              href={makePhoneLink(number)}
              mih={64}
              fz="lg"
              color="danger"
              leftSection={<IconPhone size={24} aria-hidden />}
              onClick={raise}
            >
              {t('panic_call', { number })}
            </Button>
          )}
          <Button
            mih={56}
            color="danger"
            variant={number === '' ? 'filled' : 'outline'}
            disabled={alarm.state === 'sending'}
            onClick={raise}
          >
            {t('panic_desk')}
          </Button>
          {isTracked(booking.status) && (
            <>
              <Divider />
              <TellSomebody booking={booking} />
            </>
          )}
        </Stack>
      </Dialog>
    </>
  )
}
