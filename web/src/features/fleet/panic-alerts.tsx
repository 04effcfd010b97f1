// Drivers and riders in need, above everything else the desk looks at; they stay until someone takes care of them.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { answerPanic, type Panic } from '@wayfare/contract/trips'
import { Link } from 'react-router'
import { useTopic } from '../../api/live.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useNow } from '../../shared/use-now.ts'
import { usePanics } from './dashboard-queries.ts'

const PanicAlert = ({ panic, now }: { panic: Panic; now: number }) => {
  const t = useT()
  const format = useFormat()
  const answer = useWrite(answerPanic, { stale: [queryKeys.panics] })
  const { raisedBy, driverName, customerName, driverContact, customerContact } = panic
  const contact = raisedBy === 'rider' ? customerContact : driverContact
  const plate = panic.vehicleNumber ?? '–'
  const time = format.duration(Math.max(0, (now - panic.at) / 1000))
  return (
    <Alert
      color="danger"
      variant="filled"
      icon={<IconAlertOctagon aria-hidden />}
      title={
        raisedBy === 'rider'
          ? t('alert_panic_rider', { rider: customerName, driver: driverName, plate })
          : t('alert_panic', { driver: driverName, plate })
      }
    >
      <Stack gap="xs">
        <Text size="sm" c="inherit">
          {panic.address === null ? t('alert_panic_nowhere', { time }) : t('alert_panic_where', { time, place: panic.address })}
        </Text>
        <Group gap="md">
          <Anchor component={Link} to={`/bookings/${panic.bookingId}`} c="inherit" underline="always" py={10}>
            {t('alert_panic_open', { id: panic.bookingId })}
          </Anchor>
          {contact && (
            <Anchor href={`tel:${contact}`} c="inherit" underline="always" py={10}>
              <bdi dir="ltr">{contact}</bdi>
            </Anchor>
          )}
        </Group>
        {answer.refusal && (
          <Text size="sm" c="inherit">
            {answer.refusal}
          </Text>
        )}
        <Button variant="white" color="danger" size="md" loading={answer.busy} onClick={() => void answer.run({ id: panic.id })}>
          {t('alert_panic_answer')}
        </Button>
      </Stack>
    </Alert>
  )
}

export const PanicAlerts = () => {
  useTopic('panics')
  const panics = usePanics().last ?? []
  const now = useNow(1000, panics.length > 0)
  return (
    <Stack gap="xs" role="alert" mb={panics.length > 0 ? 'sm' : 0}>
      {panics.map((panic) => (
        <PanicAlert key={panic.id} panic={panic} now={now} />
      ))}
    </Stack>
  )
}
