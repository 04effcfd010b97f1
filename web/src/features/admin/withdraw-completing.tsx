// Asks before money counts as paid out, of one withdrawal or of several together.
import { Text } from '@mantine/core'
import { completeWithdraw, completeWithdraws, type WithdrawRow } from '@wayfare/contract/wallet-admin'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAlert } from '../../ui/dialogs.tsx'
import { useRowWork } from '../../ui/use-row-work.ts'

const Bank = ({ bankName, bankCode, bankAccount }: WithdrawRow) =>
  bankAccount && (
    <Text mt="xs" fw={600}>
      {[bankName, bankCode, bankAccount].filter(Boolean).map((part, at) => (
        <span key={part}>
          {at > 0 && ' · '}
          <bdi>{part}</bdi>
        </span>
      ))}
    </Text>
  )

type Asked = { rows: readonly WithdrawRow[]; sum: string }

const Question = ({ rows, sum }: Asked) => {
  const t = useT()
  const format = useFormat()
  const amount = format.fullMoney(sum as never)
  const [row] = rows
  if (rows.length !== 1 || !row) return <Text>{t('withdraws_complete_text', { count: rows.length, amount })}</Text>
  return (
    <>
      <Text>{t('withdraw_complete_text', { amount, name: row.name })}</Text>
      <Bank {...row} />
    </>
  )
}

const stale = { stale: [queryKeys.withdraws] }

/** `onDone` when the question has been answered with yes and the server has, too. */
export const useCompleting = (onDone: () => void) => {
  const t = useT()
  const alert = useAlert()
  const work = useRowWork()
  const [asked, setAsked] = useState<Asked | null>(null)
  const one = useWrite(completeWithdraw, stale)
  const all = useWrite(completeWithdraws, stale)
  const completeAll = async (ids: string[]) => {
    const { left } = await all.send({ ids: ids as never })
    if (left.length > 0)
      alert(t('withdraws_left', { ids: left.map(({ id }) => id).join(', ') }), { title: t('withdraws_left_title') })
    onDone()
  }
  const complete = ({ rows }: Asked) => {
    const [row] = rows
    if (rows.length !== 1 || !row) return work.run('all', () => completeAll(rows.map(({ id }) => id)))
    return work.run(row.id, () => one.send({ id: row.id }))
  }
  const dialog = (
    <ConfirmDialog
      opened={asked !== null}
      title={t('withdraw_complete_title')}
      confirmLabel={t('withdraw_complete')}
      onClose={() => setAsked(null)}
      onConfirm={() => {
        if (asked) void complete(asked)
        setAsked(null)
      }}
    >
      {asked && <Question {...asked} />}
    </ConfirmDialog>
  )
  return { ask: (rows: readonly WithdrawRow[], sum: string) => setAsked({ rows, sum }), dialog, busyKey: work.busyKey }
}
