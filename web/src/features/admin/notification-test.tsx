// The words on one's own devices first, before anybody else reads them.
import { Button, Text } from '@mantine/core'
import { IconDeviceMobileCheck } from '@tabler/icons-react'
import { testCampaign } from '@wayfare/contract/messages-campaigns'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useState } from 'react'

type NotificationTestProps = {
  words: { title: string; body: string }
  locked: boolean
  /** whether the words may go out at all; says what is wrong where they may not */
  check: () => boolean
}

export const NotificationTest = ({ words, locked, check }: NotificationTestProps) => {
  const t = useT()
  const action = useWrite(testCampaign)
  const [sent, setSent] = useState<number | null>(null)
  const send = async () => {
    setSent(null)
    if (!check()) return
    const answer = await action.run({ title: words.title.trim(), body: words.body.trim() })
    setSent(answer?.devices ?? null)
  }
  return (
    <div>
      <Button
        variant="default"
        size="md"
        leftSection={<IconDeviceMobileCheck size={18} aria-hidden />}
        loading={action.busy}
        disabled={locked}
        onClick={() => void send()}
      >
        {t('notification_test')}
      </Button>
      <Text role="status" size="sm" mt={6}>
        {sent === null ? '' : t('notification_test_sent', { count: sent })}
      </Text>
      <FailureNote cause={action.cause} onClose={action.forget} />
    </div>
  )
}
