// Giving money back: how much of what is left, to the card or into the wallet, and why. Confirmed once, done once.
import { Alert, Radio, Stack, Text, Textarea } from '@mantine/core'
import { type PaymentDetail, refundPayment } from '@wayfare/contract/payments-admin'
import { parseDecimal } from '@wayfare/core/money'
import { useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import { useWrite } from '../../api/use-write.ts'
import { AskingDialog } from '../../ui/asking-dialog.tsx'
import { wireAmount } from './amounts.ts'

type Target = PaymentDetail['targets'][number]

type RefundDialogProps = { detail: PaymentDetail; onClose: () => void }

const useRefund = ({ detail, onClose }: RefundDialogProps) => {
  const { payment, refundable, targets, wholeOnly } = detail
  const t = useT()
  const format = useFormat()
  const write = useWrite(refundPayment)
  const [target, setTarget] = useState<Target>(targets[0] ?? 'wallet')
  const [typed, setTyped] = useState(format.writeAmount(refundable, payment.currency))
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  // a provider that gives back only the whole leaves no choice
  const isWhole = wholeOnly && target === 'provider'
  const amount = isWhole ? payment.amount : wireAmount(typed, format, payment.currency)
  const check = () => {
    const [asked, left] = [parseDecimal(amount, payment.currency), parseDecimal(refundable, payment.currency)]
    if (asked !== null && left !== null && asked > 0n && asked <= left) return {}
    const text = t('proper_amount')
    setError(text)
    return { amount: text }
  }
  const send = async () => {
    if (await write.run({ id: payment.id, amount, target, reason: reason.trim() })) onClose()
  }
  const type = (value: string) => {
    setTyped(value)
    setError(null)
  }
  return { target, setTarget, typed, type, reason, setReason, error, isWhole, amount, write, check, send }
}

export const RefundDialog = (props: RefundDialogProps) => {
  const t = useT()
  const format = useFormat()
  const { payment, refundable, targets } = props.detail
  const refund = useRefund(props)
  const { write, check, send } = refund
  const money = (amount: string) => format.exactMoney(amount, payment.currency)
  const where = (target: Target) =>
    target === 'wallet' ? t('refund_to_wallet') : t('refund_to_provider', { provider: getProviderLabel(payment.provider, t) })
  const text = t('refund_confirm_text', {
    amount: format.fullMoney(refund.amount || '0', payment.currency),
    name: payment.userName,
    where: where(refund.target),
  })
  return (
    <AskingDialog
      {...{ write, check, send }}
      title={t('refund_title')}
      label={t('refund_give')}
      question={{ title: t('refund_confirm_title'), text }}
      onClose={props.onClose}
    >
      <Text>{t('refund_left', { amount: money(refundable), whole: money(payment.amount) })}</Text>
      <Radio.Group
        label={t('refund_where')}
        value={refund.target}
        onChange={(value) => refund.setTarget(value === 'provider' ? 'provider' : 'wallet')}
      >
        <Stack gap="xs" mt="xs">
          {targets.map((target) => (
            <Radio key={target} value={target} label={where(target)} size="md" styles={{ body: { minHeight: 32 } }} />
          ))}
        </Stack>
      </Radio.Group>
      {refund.isWhole ? (
        <Alert color="info">{t('refund_whole_only', { amount: money(payment.amount) })}</Alert>
      ) : (
        <AmountField
          name="amount"
          label={t('wallet_amount')}
          currency={payment.currency}
          value={refund.typed}
          error={refund.error ?? undefined}
          onChange={refund.type}
        />
      )}
      <Textarea
        label={t('refund_reason')}
        value={refund.reason}
        onChange={(event) => refund.setReason(event.currentTarget.value)}
        maxLength={300}
        rows={2}
      />
    </AskingDialog>
  )
}
