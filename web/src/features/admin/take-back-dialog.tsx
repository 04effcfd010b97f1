// Taking back what the office added: how much of it, why, and the question before.
import { Textarea } from '@mantine/core'
import { formatPersonName } from '@wayfare/core/accounts'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { takeBackCredit, type WalletCredit } from '@wayfare/contract/wallet-credits'
import type { WalletOwner } from '@wayfare/contract/wallet-admin'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useWrite } from '../../api/use-write.ts'
import { AskingDialog, useAskingForm } from '../../ui/asking-dialog.tsx'
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
  const format = useFormat()
  const write = useWrite(takeBackCredit)
  const most = mostOf(credit, owner)
  const read = (typed: string) => wireAmount(typed, format, credit.currency)
  const first = { amount: format.writeAmount(toDecimal(most, credit.currency), credit.currency), reason: '' }
  const form = useAskingForm(first, {
    check: ({ amount, reason }) => {
      const minor = parseDecimal(read(amount), credit.currency)
      if (minor === null || minor <= 0n) return { amount: 'proper_amount' }
      const isLow = most < (parseDecimal(credit.amount, credit.currency) ?? 0n)
      if (minor > most) return { amount: isLow ? 'wallet_balance_low' : 'proper_amount' }
      return reason.trim() === '' ? { reason: 'field_required' } : {}
    },
    send: async ({ amount, reason }) => {
      const done = await write.run({ id: credit.id, amount: read(amount), reason: reason.trim() })
      if (done) onDone(done.credit, done.balance)
    },
  })
  return { form, write, most, amount: read(form.draft.amount) }
}

export const TakeBackDialog = (props: TakeBackDialogProps) => {
  const { credit, owner, onClose } = props
  const t = useT()
  const format = useFormat()
  const { form, write, most, amount } = useTakeBack(props)
  const text = t('credit_confirm_text', {
    amount: format.fullMoney(amount || '0', credit.currency),
    name: formatPersonName(owner),
  })
  return (
    <AskingDialog
      {...{ form, write }}
      title={t('credit_take_back_title')}
      label={t('credit_take_back')}
      question={{ title: t('credit_confirm_title'), text }}
      danger
      onClose={onClose}
    >
      <AmountField
        {...form.typed('amount')}
        label={t('wallet_amount')}
        description={t('credit_at_most', { amount: format.exactMoney(toDecimal(most, credit.currency), credit.currency) })}
        currency={credit.currency}
      />
      <Textarea
        {...form.text('reason')}
        label={t('credit_reason')}
        description={t('credit_reason_hint')}
        maxLength={200}
        rows={2}
      />
    </AskingDialog>
  )
}
