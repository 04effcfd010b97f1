// The test provider asks what it shall say, as nobody's money is at stake.
import { Button, Stack, Text } from '@mantine/core'
import type { Payment } from '@wayfare/contract/payments'
import { useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import type { PaymentCompleter } from './card-fields.ts'

const answers = [
  { token: 'approve', label: 'test_approve', variant: 'filled' },
  { token: 'decline', label: 'test_decline', variant: 'default' },
  { token: 'pending', label: 'test_pending', variant: 'default' },
  { token: 'later', label: 'test_later', variant: 'default' },
] as const

/** Says the same twice at once, as real providers do. */
const tellTwice = async ({ id }: Payment, webhookUrl: string): Promise<void> => {
  const { pathname } = new URL(webhookUrl)
  const notice = `${pathname}?${new URLSearchParams({ payment: id, event: `${id}-twice` }).toString()}`
  await Promise.allSettled([fetch(notice, { method: 'POST' }), fetch(notice, { method: 'POST' })])
}

type TestAnswersProps = { payment: Payment; webhookUrl: string | null; complete: PaymentCompleter; busy: boolean }

export const TestAnswers = ({ payment, webhookUrl, complete, busy }: TestAnswersProps) => {
  const t = useT()
  const [said, setSaid] = useState<string | null>(null)
  const say = (name: string, work: () => Promise<unknown>) => {
    setSaid(name)
    void work().finally(() => setSaid(null))
  }
  const isBusy = busy || said !== null
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('test_provider_text')}
      </Text>
      {answers.map(({ token, label, variant }) => (
        <Button
          key={token}
          size="lg"
          variant={variant}
          loading={said === token}
          disabled={isBusy && said !== token}
          onClick={() => say(token, () => complete(token))}
        >
          {t(label)}
        </Button>
      ))}
      {webhookUrl !== null && (
        <Button
          size="lg"
          variant="default"
          loading={said === 'twice'}
          disabled={isBusy && said !== 'twice'}
          onClick={() =>
            say('twice', async () => {
              // the first of the three that arrives settles it, the others find it done
              await Promise.all([complete('approve'), tellTwice(payment, webhookUrl)])
              await tellTwice(payment, webhookUrl)
            })
          }
        >
          {t('test_twice')}
        </Button>
      )}
    </Stack>
  )
}
