// Offers notices once, where they are of use: after a booking, and to a driver who is online. The browser is asked only after a tap.
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { Me } from '@wayfare/contract/accounts'
import { useState } from 'react'
import { useT } from '../i18n/provider.tsx'
import { usePushProblem } from './push-problem.ts'
import { usePush } from './use-push.ts'
import { writeStored } from '../ui/storage.ts'

const key = 'wayfare.pushOffer'

const wasAnswered = (): boolean => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    // where nothing can be kept the offer would come back each time
    return true
  }
}

const noteAnswer = () => void writeStored(key, 'answered')

export const PushOffer = ({ me }: { me: Me }) => {
  const t = useT()
  const [answered, setAnswered] = useState(wasAnswered)
  const push = usePush(me.id)
  const problem = usePushProblem(push.cause)
  if (answered || push.state === null || push.state === 'unsupported') return null
  if (push.state === 'denied' || (push.state === 'on' && !push.busy)) return null
  const close = () => {
    noteAnswer()
    setAnswered(true)
  }
  const accept = () => {
    noteAnswer()
    push.set(true)
  }
  return (
    <Alert role="region" color="info" icon={<IconBell aria-hidden />} title={t('push_offer_title')}>
      <Text size="sm">{t(me.userType === 'driver' ? 'push_offer_driver' : 'push_offer_rider')}</Text>
      {problem && (
        <Text size="sm" role="alert" mt="xs">
          {problem}
        </Text>
      )}
      <Group gap="sm" mt="sm">
        <Button size="md" loading={push.busy} onClick={accept}>
          {t('push_turn_on')}
        </Button>
        <Button size="md" variant="subtle" disabled={push.busy} onClick={close}>
          {t('push_not_now')}
        </Button>
      </Group>
    </Alert>
  )
}
