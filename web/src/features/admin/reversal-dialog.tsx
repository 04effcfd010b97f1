// A dispute, or a refund made at the provider, of which the desk knows by e-mail only: written down once, and booked.
import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import type { PaymentDetail } from '@wayfare/contract/payments-admin'
import { recordReversal } from '@wayfare/contract/payments-records'
import { toCityTime } from '@wayfare/core/city-time'
import { parseDecimal } from '@wayfare/core/money'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import { useWrite } from '../../api/use-write.ts'
import { AskingDialog } from '../../ui/asking-dialog.tsx'
import { wireAmount } from './amounts.ts'

type Kind = PaymentDetail['records'][number]
const states = ['open', 'inquiry', 'lost', 'won'] as const
type Form = {
  kind: Kind
  state: (typeof states)[number]
  amount: string
  ref: string
  reason: string
  day: string
  due: string
  fee: string
}
type Field = 'amount' | 'fee' | 'ref' | 'reason' | 'day'
type Props = { detail: PaymentDetail; onClose: () => void }

const useReversalForm = ({ detail: { payment, records }, onClose }: Props) => {
  const t = useT()
  const format = useFormat()
  const { timeZone } = useSettings().data ?? defaultSettings
  const [today] = useState(() => toCityTime(Date.now(), timeZone).slice(0, 10))
  const left = (Number(payment.amount) - Number(payment.refunded) - Number(payment.disputed)).toFixed(
    payment.amount.split('.')[1]?.length ?? 0,
  )
  const write = useWrite(recordReversal)
  const [form, setForm] = useState<Form>({
    kind: records.includes('dispute') ? 'dispute' : 'refund',
    state: 'open',
    amount: format.writeAmount(left, payment.currency),
    ref: '',
    reason: '',
    day: today,
    due: '',
    fee: '',
  })
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({})
  const isDispute = form.kind === 'dispute'
  const isWaiting = isDispute && (form.state === 'open' || form.state === 'inquiry')
  const amount = wireAmount(form.amount, format, payment.currency)
  const fee = isDispute && form.fee.trim() !== '' ? wireAmount(form.fee, format, payment.currency) : '0'
  const findProblems = (): Partial<Record<Field, string>> => {
    const [asked, most] = [parseDecimal(amount, payment.currency), parseDecimal(left, payment.currency) ?? 0n]
    if (asked === null || asked <= 0n || asked > most) return { amount: t('proper_amount') }
    if (parseDecimal(fee, payment.currency) === null) return { fee: t('proper_amount') }
    if (form.ref.trim() === '') return { ref: t('reversal_ref_missing') }
    if (form.day === '' || form.day > today) return { day: t('reversal_day_wrong') }
    return form.reason.trim() === '' ? { reason: t('reversal_reason_missing') } : {}
  }
  const check = () => {
    const found = findProblems()
    setProblems(found)
    return found
  }
  const send = async () => {
    const { kind, state, day } = form
    const about = { id: payment.id, kind, state, day, amount, fee, ref: form.ref.trim(), reason: form.reason.trim() }
    if (await write.run({ ...about, ...(isWaiting && form.due !== '' ? { due: form.due } : {}) })) onClose()
  }
  const set = (part: Partial<Form>) => {
    setForm({ ...form, ...part })
    setProblems({})
  }
  return { form, set, problems, isDispute, isWaiting, amount, fee, today, write, check, send }
}

type Filling = ReturnType<typeof useReversalForm>

const Kinds = ({ filling: { form, set, isDispute }, records }: { filling: Filling; records: readonly Kind[] }) => {
  const t = useT()
  return (
    <>
      {records.length > 1 && (
        <NativeSelect
          label={t('reversal_what')}
          value={form.kind}
          data={records.map((kind) => ({ value: kind, label: t(`reversal_${kind}`) }))}
          onChange={(event) => set({ kind: event.currentTarget.value === 'refund' ? 'refund' : 'dispute' })}
        />
      )}
      {isDispute && (
        <NativeSelect
          label={t('reversal_stands')}
          value={form.state}
          data={states.map((state) => ({ value: state, label: t(`reversal_state_${state}`) }))}
          onChange={(event) => set({ state: states.find((state) => state === event.currentTarget.value) ?? 'open' })}
        />
      )}
    </>
  )
}

const Fields = ({ filling, currency }: { filling: Filling; currency: string }) => {
  const t = useT()
  const { form, set, problems, isDispute, isWaiting, today } = filling
  return (
    <>
      <AmountField
        name="amount"
        label={t('wallet_amount')}
        currency={currency}
        value={form.amount}
        error={problems.amount}
        onChange={(amount) => set({ amount })}
      />
      {isDispute && (
        <AmountField
          name="fee"
          label={t('reversal_fee_field')}
          currency={currency}
          value={form.fee}
          error={problems.fee}
          onChange={(fee) => set({ fee })}
        />
      )}
      <TextInput
        name="ref"
        label={t('reversal_ref')}
        maxLength={100}
        value={form.ref}
        error={problems.ref}
        onChange={(event) => set({ ref: event.currentTarget.value })}
      />
      <TextInput
        name="day"
        type="date"
        label={t('reversal_day')}
        max={today}
        value={form.day}
        error={problems.day}
        onChange={(event) => set({ day: event.currentTarget.value })}
      />
      {isWaiting && (
        <TextInput
          type="date"
          label={t('reversal_due_field')}
          value={form.due}
          onChange={(event) => set({ due: event.currentTarget.value })}
        />
      )}
      <Textarea
        name="reason"
        label={t('refund_reason')}
        maxLength={300}
        rows={2}
        value={form.reason}
        error={problems.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
    </>
  )
}

export const ReversalDialog = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const filling = useReversalForm(props)
  const { form, amount, fee, write, check, send } = filling
  const { payment, records } = props.detail
  const text = t('reversal_confirm_text', {
    what: t(`reversal_${form.kind}`),
    amount: format.fullMoney(amount || '0', payment.currency),
    name: payment.userName,
    fee: format.fullMoney(fee || '0', payment.currency),
  })
  return (
    <AskingDialog
      {...{ write, check, send }}
      title={t('reversal_record')}
      label={t('reversal_record_it')}
      question={{ title: t('reversal_confirm_title'), text }}
      onClose={props.onClose}
    >
      <Text>{t('reversal_record_text', { provider: getProviderLabel(payment.provider, t) })}</Text>
      <Kinds filling={filling} records={records} />
      <Fields filling={filling} currency={payment.currency} />
    </AskingDialog>
  )
}
