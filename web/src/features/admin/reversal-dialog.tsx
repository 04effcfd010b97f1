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
import { AskingDialog, useAskingForm } from '../../ui/asking-dialog.tsx'
import { isHalfTyped } from '../../ui/half-typed.ts'
import { wireAmount } from './amounts.ts'

type Kind = PaymentDetail['records'][number]
const states = ['open', 'inquiry', 'lost', 'won'] as const
type Draft = {
  kind: Kind
  state: (typeof states)[number]
  amount: string
  ref: string
  reason: string
  day: string
  due: string
  fee: string
}
type Props = { detail: PaymentDetail; onClose: () => void }

const useReversalForm = ({ detail: { payment, records, leftThere }, onClose }: Props) => {
  const format = useFormat()
  const { timeZone } = useSettings().data ?? defaultSettings
  const [today] = useState(() => toCityTime(Date.now(), timeZone).slice(0, 10))
  const write = useWrite(recordReversal)
  const read = (draft: Draft) => {
    const isDispute = draft.kind === 'dispute'
    const isWaiting = isDispute && (draft.state === 'open' || draft.state === 'inquiry')
    const amount = wireAmount(draft.amount, format, payment.currency)
    const fee = isDispute && draft.fee.trim() !== '' ? wireAmount(draft.fee, format, payment.currency) : '0'
    return { isDispute, isWaiting, amount, fee }
  }
  const first: Draft = {
    kind: records.includes('dispute') ? 'dispute' : 'refund',
    state: 'open',
    amount: format.writeAmount(leftThere, payment.currency),
    ref: '',
    reason: '',
    day: today,
    due: '',
    fee: '',
  }
  const form: ReturnType<typeof useAskingForm<Draft>> = useAskingForm(first, {
    check: (draft) => {
      const { amount, fee, isWaiting } = read(draft)
      const [asked, most] = [parseDecimal(amount, payment.currency), parseDecimal(leftThere, payment.currency) ?? 0n]
      if (asked === null || asked <= 0n || asked > most) return { amount: 'proper_amount' }
      if (parseDecimal(fee, payment.currency) === null) return { fee: 'proper_amount' }
      if (draft.ref.trim() === '') return { ref: 'reversal_ref_missing' }
      if (draft.day === '' || draft.day > today) return { day: 'reversal_day_wrong' }
      if (isWaiting && isHalfTyped(form, 'due')) return { due: 'field_required' }
      return draft.reason.trim() === '' ? { reason: 'reversal_reason_missing' } : {}
    },
    send: async (draft) => {
      const { kind, state, day, ref, reason, due } = draft
      const { isWaiting, amount, fee } = read(draft)
      const about = { id: payment.id, kind, state, day, amount, fee, ref: ref.trim(), reason: reason.trim() }
      if (await write.run({ ...about, ...(isWaiting && due !== '' ? { due } : {}) })) onClose()
    },
  })
  return { form, today, write, ...read(form.draft) }
}

type Filling = ReturnType<typeof useReversalForm>

const Kinds = ({ filling: { form, isDispute }, records }: { filling: Filling; records: readonly Kind[] }) => {
  const t = useT()
  return (
    <>
      {records.length > 1 && (
        <NativeSelect
          label={t('reversal_what')}
          value={form.draft.kind}
          data={records.map((kind) => ({ value: kind, label: t(`reversal_${kind}`) }))}
          onChange={(event) => form.set({ kind: event.currentTarget.value === 'refund' ? 'refund' : 'dispute' })}
        />
      )}
      {isDispute && (
        <NativeSelect
          label={t('reversal_stands')}
          value={form.draft.state}
          data={states.map((state) => ({ value: state, label: t(`reversal_state_${state}`) }))}
          onChange={(event) => form.set({ state: states.find((state) => state === event.currentTarget.value) ?? 'open' })}
        />
      )}
    </>
  )
}

const Fields = ({ filling, currency }: { filling: Filling; currency: string }) => {
  const t = useT()
  const { form, isDispute, isWaiting, today } = filling
  return (
    <>
      <AmountField {...form.typed('amount')} label={t('wallet_amount')} currency={currency} />
      {isDispute && <AmountField {...form.typed('fee')} label={t('reversal_fee_field')} currency={currency} />}
      <TextInput {...form.text('ref')} label={t('reversal_ref')} maxLength={100} />
      <TextInput {...form.text('day')} type="date" label={t('reversal_day')} max={today} />
      {isWaiting && <TextInput {...form.text('due')} type="date" label={t('reversal_due_field')} />}
      <Textarea {...form.text('reason')} label={t('refund_reason')} maxLength={300} rows={2} />
    </>
  )
}

export const ReversalDialog = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const filling = useReversalForm(props)
  const { form, amount, fee, write } = filling
  const { payment, records } = props.detail
  const text = t('reversal_confirm_text', {
    what: t(`reversal_${form.draft.kind}`),
    amount: format.fullMoney(amount || '0', payment.currency),
    name: payment.userName,
    fee: format.fullMoney(fee || '0', payment.currency),
  })
  return (
    <AskingDialog
      {...{ form, write }}
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
