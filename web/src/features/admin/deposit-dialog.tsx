// What reached the bank: from which provider or the cash box, how much, and what the provider kept.
import { Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { recordDeposit } from '@wayfare/contract/wallet-journal'
import { findTypedAmount } from '@wayfare/core/amounts'
import { parseDecimal } from '@wayfare/core/money'
import { getProviderTitle, isProviderName, providerNames } from '@wayfare/core/providers'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmedSubmit } from '../../ui/confirmed-submit.tsx'
import { useAsking } from '../../ui/use-asking.ts'

type Form = { from: string; amount: string; fee: string; note: string }

const empty: Form = { from: 'cashbox', amount: '', fee: '', note: '' }

const useDepositForm = (onClose: () => void) => {
  const t = useT()
  const format = useFormat()
  const { code } = useSettings().data ?? defaultSettings
  const write = useWrite(recordDeposit, { stale: [queryKeys.books] })
  const asking = useAsking()
  const [form, setForm] = useState(empty)
  const [problems, setProblems] = useState<{ amount?: string; fee?: string }>({})
  const provider = isProviderName(form.from) ? form.from : undefined
  const read = (typed: string) => findTypedAmount(format.readAmount(typed, code)) ?? ''
  const amount = read(form.amount)
  const fee = provider && form.fee.trim() !== '' ? read(form.fee) : '0'
  const check = () => {
    const [whole, kept] = [parseDecimal(amount, code), parseDecimal(fee, code)]
    if (whole === null || whole <= 0n) return { amount: t('proper_amount') }
    if (kept === null) return { fee: t('proper_amount') }
    return kept >= whole ? { fee: t('deposit_fee_too_large') } : {}
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const found = check()
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) return element.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    if (!(await asking.ask())) return undefined
    const source = provider ? { source: 'provider' as const, provider } : { source: 'cashbox' as const }
    if (await write.run({ ...source, amount, fee, note: form.note.trim() })) onClose()
    return undefined
  }
  const set = (part: Partial<Form>) => {
    setForm({ ...form, ...part })
    setProblems({})
  }
  return { form, set, problems, provider, amount, submit, asking, write, code }
}

export const DepositDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { form, set, problems, provider, amount, submit, asking, write, code } = useDepositForm(onClose)
  const from = provider ? getProviderTitle(provider) : t('deposit_source_cashbox')
  return (
    <Modal opened onClose={onClose} title={t('deposit_record')} closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <NativeSelect
            size="md"
            label={t('deposit_from')}
            value={form.from}
            data={[
              { value: 'cashbox', label: t('deposit_source_cashbox') },
              ...providerNames.map((name) => ({ value: name, label: getProviderTitle(name) })),
            ]}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <AmountField
            name="amount"
            label={t(provider ? 'deposit_amount_before_fee' : 'wallet_amount')}
            value={form.amount}
            error={problems.amount}
            onChange={(value) => set({ amount: value })}
          />
          {provider && (
            <AmountField
              name="fee"
              label={t('deposit_fee')}
              value={form.fee}
              error={problems.fee}
              onChange={(value) => set({ fee: value })}
            />
          )}
          <TextInput
            size="md"
            label={t('add_wallet_note')}
            maxLength={200}
            value={form.note}
            onChange={(event) => set({ note: event.currentTarget.value })}
          />
          <ConfirmedSubmit
            label={t('deposit_record')}
            write={write}
            asking={asking}
            title={t('deposit_confirm_title')}
            onCancel={onClose}
          >
            {t('deposit_confirm_text', { amount: format.fullMoney(amount || '0', code), from })}
          </ConfirmedSubmit>
        </Stack>
      </form>
    </Modal>
  )
}
