// Giving money back: how much of what is left, to the card or into the wallet, and why. Confirmed once, done once.
import { Alert, Modal, Radio, Stack, Text, Textarea } from '@mantine/core'
import type { PaymentDetail } from '@wayfare/contract/payments-admin'
import { refundPayment } from '@wayfare/contract/payments-admin'
import { findTypedAmount } from '@wayfare/core/amounts'
import { parseDecimal } from '@wayfare/core/money'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmedSubmit } from '../../ui/confirmed-submit.tsx'
import { useAsking } from '../../ui/use-asking.ts'

type Target = PaymentDetail['targets'][number]

type RefundFormProps = { detail: PaymentDetail; onClose: () => void }

const useRefund = ({ detail, onClose }: RefundFormProps) => {
  const { payment, refundable, targets, wholeOnly } = detail
  const t = useT()
  const format = useFormat()
  const write = useWrite(refundPayment)
  const [target, setTarget] = useState<Target>(targets[0] ?? 'wallet')
  const [typed, setTyped] = useState(format.writeAmount(refundable, payment.currency))
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const asking = useAsking()
  // a provider that gives back only the whole leaves no choice
  const isWhole = wholeOnly && target === 'provider'
  const amount = isWhole ? payment.amount : (findTypedAmount(format.readAmount(typed, payment.currency)) ?? '')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [asked, left] = [parseDecimal(amount, payment.currency), parseDecimal(refundable, payment.currency)]
    if (asked === null || left === null || asked <= 0n || asked > left) {
      setError(t('proper_amount'))
      return event.currentTarget.querySelector<HTMLElement>('[name=amount]')?.focus()
    }
    if (!(await asking.ask())) return undefined
    if (await write.run({ id: payment.id, amount, target, reason: reason.trim() })) onClose()
    return undefined
  }
  const type = (value: string) => {
    setTyped(value)
    setError(null)
  }
  return { target, setTarget, typed, type, reason, setReason, error, isWhole, amount, submit, asking, write }
}

const RefundForm = (props: RefundFormProps) => {
  const t = useT()
  const format = useFormat()
  const { payment, refundable, targets } = props.detail
  const refund = useRefund(props)
  const money = (amount: string) => format.exactMoney(amount, payment.currency)
  const where = (target: Target) =>
    target === 'wallet' ? t('refund_to_wallet') : t('refund_to_provider', { provider: getProviderLabel(payment.provider, t) })
  return (
    <form onSubmit={(event) => void refund.submit(event)} noValidate>
      <Stack gap="md">
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
          size="md"
        />
        <ConfirmedSubmit
          label={t('refund_give')}
          write={refund.write}
          asking={refund.asking}
          title={t('refund_confirm_title')}
          onCancel={props.onClose}
        >
          {t('refund_confirm_text', {
            amount: format.fullMoney(refund.asking.asking ? refund.amount : '0', payment.currency),
            name: payment.userName,
            where: where(refund.target),
          })}
        </ConfirmedSubmit>
      </Stack>
    </form>
  )
}

export const RefundDialog = ({ detail, opened, ...props }: RefundFormProps & { opened: boolean }) => {
  const t = useT()
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('refund_title')}
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
    >
      <RefundForm detail={detail} {...props} />
    </Modal>
  )
}
