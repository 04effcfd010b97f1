// Giving money back: how much of what is left, to the card or into the wallet, and why. Confirmed once, done once.
import { Alert, Radio, Stack, Text, Textarea } from '@mantine/core'
import { type PaymentDetail, refundPayment } from '@wayfare/contract/payments-admin'
import { parseDecimal } from '@wayfare/core/money'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import { useWrite } from '../../api/use-write.ts'
import { AskingDialog, useAskingForm } from '../../ui/asking-dialog.tsx'
import { wireAmount } from './amounts.ts'

type Target = PaymentDetail['targets'][number]

type Draft = { target: Target; amount: string; reason: string }

type RefundDialogProps = { detail: PaymentDetail; onClose: () => void }

const useRefund = ({ detail, onClose }: RefundDialogProps) => {
  const { payment, refundable, targets, wholeOnly } = detail
  const format = useFormat()
  const write = useWrite(refundPayment)
  // a provider that gives back only the whole leaves no choice
  const isWhole = ({ target }: Draft): boolean => wholeOnly && target === 'provider'
  const read = (draft: Draft) => (isWhole(draft) ? payment.amount : wireAmount(draft.amount, format, payment.currency))
  const first: Draft = { target: targets[0] ?? 'wallet', amount: format.writeAmount(refundable, payment.currency), reason: '' }
  const form = useAskingForm(first, {
    check: (draft) => {
      const [asked, left] = [read(draft), refundable].map((amount) => parseDecimal(amount, payment.currency))
      return asked != null && left != null && asked > 0n && asked <= left ? {} : { amount: 'proper_amount' }
    },
    send: async (draft) => {
      const { target, reason } = draft
      if (await write.run({ id: payment.id, amount: read(draft), target, reason: reason.trim() })) onClose()
    },
  })
  return { form, write, isWhole: isWhole(form.draft), amount: read(form.draft) }
}

export const RefundDialog = (props: RefundDialogProps) => {
  const t = useT()
  const format = useFormat()
  const { payment, refundable, targets } = props.detail
  const { form, write, isWhole, amount: asked } = useRefund(props)
  const money = (amount: string) => format.exactMoney(amount, payment.currency)
  const where = (target: Target) =>
    target === 'wallet' ? t('refund_to_wallet') : t('refund_to_provider', { provider: getProviderLabel(payment.provider, t) })
  const text = t('refund_confirm_text', {
    amount: format.fullMoney(asked || '0', payment.currency),
    name: payment.userName,
    where: where(form.draft.target),
  })
  return (
    <AskingDialog
      {...{ form, write }}
      title={t('refund_title')}
      label={t('refund_give')}
      question={{ title: t('refund_confirm_title'), text }}
      onClose={props.onClose}
    >
      <Text>{t('refund_left', { amount: money(refundable), whole: money(payment.amount) })}</Text>
      <Radio.Group
        label={t('refund_where')}
        value={form.draft.target}
        onChange={(value) => form.set({ target: value === 'provider' ? 'provider' : 'wallet' })}
      >
        <Stack gap="xs" mt="xs">
          {targets.map((target) => (
            <Radio key={target} value={target} label={where(target)} size="md" styles={{ body: { minHeight: 32 } }} />
          ))}
        </Stack>
      </Radio.Group>
      {isWhole ? (
        <Alert color="info">{t('refund_whole_only', { amount: money(payment.amount) })}</Alert>
      ) : (
        <AmountField {...form.typed('amount')} label={t('wallet_amount')} currency={payment.currency} />
      )}
      <Textarea {...form.text('reason')} label={t('refund_reason')} maxLength={300} rows={2} />
    </AskingDialog>
  )
}
