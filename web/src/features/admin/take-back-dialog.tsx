// Taking back what the office added: how much of it, why, and the question before.
import { Textarea } from '@mantine/core'
import { formatPersonName } from '@wayfare/core/accounts'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { takeBackCredit, type WalletCredit } from '@wayfare/contract/wallet-credits'
import type { WalletOwner } from '@wayfare/contract/wallet-admin'
import { useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useWrite } from '../../api/use-write.ts'
import { AskingDialog } from '../../ui/asking-dialog.tsx'
import { wireAmount } from './amounts.ts'

type TakeBackDialogProps = {
  credit: WalletCredit
  owner: WalletOwner
  onDone: (credit: WalletCredit, balance: string) => void
  onClose: () => void
}

/** No more than was added, and no more than is in the wallet. */
const mostOf = ({ amount, currency }: WalletCredit, { walletBalance }: WalletOwner): bigint => {
  const [added = 0n, there = 0n] = [amount, walletBalance].map((value) => parseDecimal(value, currency) ?? 0n)
  const most = added < there ? added : there
  return most > 0n ? most : 0n
}

const useTakeBack = ({ credit, owner, onDone }: TakeBackDialogProps) => {
  const t = useT()
  const format = useFormat()
  const write = useWrite(takeBackCredit)
  const most = mostOf(credit, owner)
  const [typed, setTyped] = useState(() => format.writeAmount(toDecimal(most, credit.currency), credit.currency))
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ amount?: string; reason?: string }>({})
  const amount = wireAmount(typed, format, credit.currency)
  const findProblems = () => {
    const minor = parseDecimal(amount, credit.currency)
    if (minor === null || minor <= 0n) return { amount: t('proper_amount') }
    if (minor > most)
      return { amount: t(most < (parseDecimal(credit.amount, credit.currency) ?? 0n) ? 'wallet_balance_low' : 'proper_amount') }
    return reason.trim() === '' ? { reason: t('field_required') } : {}
  }
  const check = () => {
    const found = findProblems()
    setProblems(found)
    return found
  }
  const send = async () => {
    const done = await write.run({ id: credit.id, amount, reason: reason.trim() })
    if (done) onDone(done.credit, done.balance)
  }
  return { typed, setTyped, reason, setReason, problems, setProblems, amount, most, write, check, send }
}

export const TakeBackDialog = (props: TakeBackDialogProps) => {
  const { credit, owner, onClose } = props
  const t = useT()
  const format = useFormat()
  const form = useTakeBack(props)
  const { write, check, send } = form
  const text = t('credit_confirm_text', {
    amount: format.fullMoney(form.amount || '0', credit.currency),
    name: formatPersonName(owner),
  })
  return (
    <AskingDialog
      {...{ write, check, send }}
      title={t('credit_take_back_title')}
      label={t('credit_take_back')}
      question={{ title: t('credit_confirm_title'), text }}
      danger
      onClose={onClose}
    >
      <AmountField
        name="amount"
        label={t('wallet_amount')}
        description={t('credit_at_most', {
          amount: format.exactMoney(toDecimal(form.most, credit.currency), credit.currency),
        })}
        currency={credit.currency}
        value={form.typed}
        error={form.problems.amount}
        onChange={(value) => {
          form.setTyped(value)
          form.setProblems({})
        }}
      />
      <Textarea
        name="reason"
        label={t('credit_reason')}
        description={t('credit_reason_hint')}
        value={form.reason}
        error={form.problems.reason}
        onChange={(event) => form.setReason(event.currentTarget.value)}
        maxLength={200}
        rows={2}
      />
    </AskingDialog>
  )
}
