// Puts the money of a withdrawal back, with the reason that its owner reads.
import { Stack, Text, Textarea } from '@mantine/core'
import { endWithdraw, type WithdrawRow } from '@wayfare/contract/wallet-admin'
import type { WithdrawEnd } from '@wayfare/core/wallet'
import { useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useProblem } from '../../ui/dialogs.tsx'

export type WithdrawEnding = { row: WithdrawRow; as: WithdrawEnd }

const words = { declined: 'withdraw_decline', returned: 'withdraw_return' } as const

type DialogProps = { ending: WithdrawEnding; onClose: () => void }

const texts = (t: ReturnType<typeof useT>, { as, row }: WithdrawEnding, amount: string) =>
  as === 'declined'
    ? { title: t('withdraw_decline_title'), text: t('withdraw_decline_text', { amount, name: row.name }) }
    : { title: t('withdraw_return_title'), text: t('withdraw_return_text', { amount, name: row.name }) }

export const WithdrawEndDialog = ({ ending, onClose }: DialogProps) => {
  const t = useT()
  const format = useFormat()
  const { run, busy } = useWrite(endWithdraw, { stale: [queryKeys.withdraws], refuse: useProblem() })
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { title, text } = texts(t, ending, format.fullMoney(ending.row.amount))
  const send = async () => {
    if (reason.trim() === '') return setMissing(true)
    if (await run({ id: ending.row.id, as: ending.as, reason: reason.trim() })) onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      title={title}
      confirmLabel={t(words[ending.as])}
      busy={busy}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <Stack>
        <Text>{text}</Text>
        <Textarea
          data-autofocus
          label={t('withdraw_reason')}
          maxLength={300}
          rows={3}
          value={reason}
          error={isMissing && reason.trim() === '' ? t('withdraw_reason_missing') : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}
