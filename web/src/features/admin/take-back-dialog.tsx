// Taking back what the office added: how much of it, why, and the question before.
import { Modal, Stack, Textarea } from '@mantine/core'
import { findTypedAmount } from '@wayfare/core/amounts'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { takeBackCredit } from '@wayfare/contract/wallet-credits'
import type { WalletCredit } from '@wayfare/contract/wallet-credits'
import type { WalletOwner } from '@wayfare/contract/wallet-admin'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmedSubmit } from '../../ui/confirmed-submit.tsx'
import { useAsking } from '../../ui/use-asking.ts'
import { formatPersonName } from './person-combobox.tsx'

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
  const asking = useAsking()
  const most = mostOf(credit, owner)
  const [typed, setTyped] = useState(() => format.writeAmount(toDecimal(most, credit.currency), credit.currency))
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ amount?: string; reason?: string }>({})
  const amount = findTypedAmount(format.readAmount(typed, credit.currency)) ?? ''
  const check = () => {
    const minor = parseDecimal(amount, credit.currency)
    if (minor === null || minor <= 0n) return { amount: t('proper_amount') }
    if (minor > most)
      return { amount: t(most < (parseDecimal(credit.amount, credit.currency) ?? 0n) ? 'wallet_balance_low' : 'proper_amount') }
    return reason.trim() === '' ? { reason: t('field_required') } : {}
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = check()
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    if (!(await asking.ask())) return undefined
    const done = await write.run({ id: credit.id, amount, reason: reason.trim() })
    if (done) onDone(done.credit, done.balance)
    return undefined
  }
  return { typed, setTyped, reason, setReason, problems, setProblems, amount, most, submit, asking, write }
}

export const TakeBackDialog = (props: TakeBackDialogProps) => {
  const { credit, owner, onClose } = props
  const t = useT()
  const format = useFormat()
  const form = useTakeBack(props)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('credit_take_back_title')}
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
    >
      <form onSubmit={(event) => void form.submit(event)} noValidate>
        <Stack gap="md">
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
            size="md"
          />
          <ConfirmedSubmit
            label={t('credit_take_back')}
            write={form.write}
            asking={form.asking}
            title={t('credit_confirm_title')}
            danger
            onCancel={onClose}
          >
            {t('credit_confirm_text', {
              amount: format.fullMoney(form.amount || '0', credit.currency),
              name: formatPersonName(owner),
            })}
          </ConfirmedSubmit>
        </Stack>
      </form>
    </Modal>
  )
}
