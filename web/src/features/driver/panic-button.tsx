// The driver's emergency button: one more tap, so that no pocket calls for help, then a call and an alert to the desk.
import { Button, Stack, Text } from '@mantine/core'
import { IconAlertOctagon, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AlarmNews } from '../../shared/alarm-news.tsx'
import { makePhoneLink } from '../../shared/phone-link.ts'
import { useAlarm, type AlarmProps } from '../../shared/use-alarm.ts'
import { RowAction } from './row-action.tsx'

/** For rides, where the operator has such a button. */
export const PanicButton = (props: AlarmProps) => {
  const t = useT()
  const settings = useSettings().data
  const [opened, setOpened] = useState(false)
  const { alarm, raise } = useAlarm(props)
  if (!settings?.panic || props.booking.category !== 'taxi') return null
  const number = settings.panicNumber
  const isOn = alarm.state === 'sending' || alarm.state === 'told'
  return (
    <>
      <RowAction
        icon={<IconAlertOctagon size={24} aria-hidden />}
        label={t('panic_button')}
        onClick={() => setOpened(true)}
        danger
        pressed={isOn}
      />
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('panic_title')} size={420}>
        <Stack>
          <Text>{t(number === '' ? 'panic_text_desk' : 'panic_text', { number })}</Text>
          <AlarmNews alarm={alarm} />
          {number !== '' && (
            <Button
              component="a"
              href={makePhoneLink(number)}
              mih={72}
              fz="lg"
              color="danger"
              leftSection={<IconPhone size={24} aria-hidden />}
              onClick={raise}
            >
              {t('panic_call', { number })}
            </Button>
          )}
          <Button
            mih={64}
            fz="lg"
            color="danger"
            variant={number === '' ? 'filled' : 'outline'}
            disabled={alarm.state === 'sending'}
            onClick={raise}
          >
            {t('panic_desk')}
          </Button>
          <Button mih={64} variant="default" onClick={() => setOpened(false)}>
            {t('close')}
          </Button>
        </Stack>
      </Dialog>
    </>
  )
}
