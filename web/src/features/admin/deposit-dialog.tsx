// What reached the bank: from which provider or the cash box, how much, and what the provider kept.
import { NativeSelect, TextInput } from '@mantine/core'
import { recordDeposit } from '@wayfare/contract/wallet-journal'
import { parseDecimal } from '@wayfare/core/money'
import { getProviderTitle, isProviderName, providerNames } from '@wayfare/core/providers'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { AskingDialog } from '../../ui/asking-dialog.tsx'
import { wireAmount } from './amounts.ts'

const empty = { from: 'cashbox', amount: '', fee: '', note: '' }

const useDepositForm = (onClose: () => void) => {
  const t = useT()
  const format = useFormat()
  const { code } = useSettings().data ?? defaultSettings
  const write = useWrite(recordDeposit, { stale: [queryKeys.books] })
  const [form, setForm] = useState(empty)
  const [problems, setProblems] = useState<{ amount?: string; fee?: string }>({})
  const provider = isProviderName(form.from) ? form.from : undefined
  const amount = wireAmount(form.amount, format, code)
  const fee = provider && form.fee.trim() !== '' ? wireAmount(form.fee, format, code) : '0'
  const findProblems = () => {
    const [whole, kept] = [parseDecimal(amount, code), parseDecimal(fee, code)]
    if (whole === null || whole <= 0n) return { amount: t('proper_amount') }
    if (kept === null) return { fee: t('proper_amount') }
    return kept >= whole ? { fee: t('deposit_fee_too_large') } : {}
  }
  const check = () => {
    const found = findProblems()
    setProblems(found)
    return found
  }
  const send = async () => {
    const source = provider ? { source: 'provider' as const, provider } : { source: 'cashbox' as const }
    if (await write.run({ ...source, amount, fee, note: form.note.trim() })) onClose()
  }
  const set = (part: Partial<typeof empty>) => {
    setForm({ ...form, ...part })
    setProblems({})
  }
  return { form, set, problems, provider, amount, code, write, check, send }
}

export const DepositDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { form, set, problems, provider, amount, code, ...deed } = useDepositForm(onClose)
  const from = provider ? getProviderTitle(provider) : t('deposit_source_cashbox')
  const text = t('deposit_confirm_text', { amount: format.fullMoney(amount || '0', code), from })
  return (
    <AskingDialog
      {...deed}
      title={t('deposit_record')}
      label={t('deposit_record')}
      question={{ title: t('deposit_confirm_title'), text }}
      onClose={onClose}
    >
      <NativeSelect
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
        label={t('add_wallet_note')}
        maxLength={200}
        value={form.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </AskingDialog>
  )
}
