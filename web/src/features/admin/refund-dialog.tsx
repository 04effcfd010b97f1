// Giving money back: how much of what is left, to the card or into the wallet, and why. Confirmed once, done once.
import { Alert, Button, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core'
import type { PaymentDetail } from '@wayfare/contract/payments-admin'
import { refundPayment } from '@wayfare/contract/payments-admin'
import { amountOf } from '@wayfare/core/amounts'
import { fromDecimal } from '@wayfare/core/money'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { providerLabel } from '../../shared/pay-form.tsx'
import { useAction } from '../../shared/use-action.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'

type Target = PaymentDetail['targets'][number]

type RefundFormProps = { detail: PaymentDetail; onDone: (detail: PaymentDetail) => void; onClose: () => void }

const useRefund = ({ detail, onDone }: RefundFormProps) => {
  const { payment, refundable, targets, wholeOnly } = detail
  const t = useT()
  const format = useFormat()
  const action = useAction(refundPayment)
  const [target, setTarget] = useState<Target>(targets[0] ?? 'wallet')
  const [typed, setTyped] = useState(format.writeAmount(refundable, payment.currency))
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  // a provider that gives back only the whole leaves no choice
  const isWhole = wholeOnly && target === 'provider'
  const amount = isWhole ? payment.amount : (amountOf(format.readAmount(typed, payment.currency)) ?? '')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [asked, left] = [fromDecimal(amount, payment.currency), fromDecimal(refundable, payment.currency)]
    if (asked === null || left === null || asked <= 0n || asked > left) {
      setError(t('proper_amount'))
      event.currentTarget.querySelector<HTMLElement>('[name=amount]')?.focus()
    } else setAsking(true)
  }
  const confirm = async () => {
    setAsking(false)
    const done = await action.run({ id: payment.id, amount, target, reason: reason.trim() })
    if (done) onDone(done)
  }
  const type = (value: string) => {
    setTyped(value)
    setError(null)
  }
  return {
    target,
    setTarget,
    typed,
    type,
    reason,
    setReason,
    error,
    isWhole,
    amount,
    submit,
    confirm,
    asking,
    setAsking,
    action,
  }
}

const RefundForm = (props: RefundFormProps) => {
  const t = useT()
  const format = useFormat()
  const { payment, refundable, targets } = props.detail
  const refund = useRefund(props)
  const money = (amount: string) => format.exactMoney(amount, payment.currency)
  const where = (target: Target) =>
    target === 'wallet' ? t('refund_to_wallet') : t('refund_to_provider', { provider: providerLabel(payment.provider, t) })
  return (
    <form onSubmit={refund.submit} noValidate>
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
        <FailureNote cause={refund.action.cause} onClose={refund.action.forget} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" mih={48} onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="md" mih={48} loading={refund.action.busy}>
            {t('refund_give')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={refund.asking}
        title={t('refund_confirm_title')}
        confirmLabel={t('refund_give')}
        onClose={() => refund.setAsking(false)}
        onConfirm={() => void refund.confirm()}
      >
        {t('refund_confirm_text', {
          amount: format.fullMoney(refund.asking ? refund.amount : '0', payment.currency),
          name: payment.userName,
          where: where(refund.target),
        })}
      </ConfirmDialog>
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
