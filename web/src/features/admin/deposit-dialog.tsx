// What reached the bank: from which provider or the cash box, how much, and what the provider kept.
import { NativeSelect, TextInput } from '@mantine/core'
import { recordDeposit } from '@wayfare/contract/wallet-journal'
import { parseDecimal } from '@wayfare/core/money'
import { getProviderTitle, isProviderName, providerNames } from '@wayfare/core/providers'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { AskingDialog, useAskingForm } from '../../ui/asking-dialog.tsx'
import { wireAmount } from './amounts.ts'

const empty = { from: 'cashbox', amount: '', fee: '', note: '' }

const useDepositForm = (onClose: () => void) => {
  const format = useFormat()
  const { code } = useSettings().data ?? defaultSettings
  const write = useWrite(recordDeposit, { stale: [queryKeys.books] })
  const read = (draft: typeof empty) => {
    const provider = isProviderName(draft.from) ? draft.from : undefined
    const amount = wireAmount(draft.amount, format, code)
    const fee = provider && draft.fee.trim() !== '' ? wireAmount(draft.fee, format, code) : '0'
    return { provider, amount, fee }
  }
  const form = useAskingForm(empty, {
    check: (draft) => {
      const { amount, fee } = read(draft)
      const [whole, kept] = [parseDecimal(amount, code), parseDecimal(fee, code)]
      if (whole === null || whole <= 0n) return { amount: 'proper_amount' }
      if (kept === null) return { fee: 'proper_amount' }
      return kept >= whole ? { fee: 'deposit_fee_too_large' } : {}
    },
    send: async (draft) => {
      const { provider, amount, fee } = read(draft)
      const source = provider ? { source: 'provider' as const, provider } : { source: 'cashbox' as const }
      if (await write.run({ ...source, amount, fee, note: draft.note.trim() })) onClose()
    },
  })
  return { form, code, write, ...read(form.draft) }
}

export const DepositDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { form, provider, amount, code, write } = useDepositForm(onClose)
  const from = provider ? getProviderTitle(provider) : t('deposit_source_cashbox')
  const text = t('deposit_confirm_text', { amount: format.fullMoney(amount || '0', code), from })
  return (
    <AskingDialog
      {...{ form, write }}
      title={t('deposit_record')}
      label={t('deposit_record')}
      question={{ title: t('deposit_confirm_title'), text }}
      onClose={onClose}
    >
      <NativeSelect
        {...form.text('from')}
        label={t('deposit_from')}
        data={[
          { value: 'cashbox', label: t('deposit_source_cashbox') },
          ...providerNames.map((name) => ({ value: name, label: getProviderTitle(name) })),
        ]}
      />
      <AmountField {...form.typed('amount')} label={t(provider ? 'deposit_amount_before_fee' : 'wallet_amount')} />
      {provider && <AmountField {...form.typed('fee')} label={t('deposit_fee')} />}
      <TextInput {...form.text('note')} label={t('add_wallet_note')} maxLength={200} />
    </AskingDialog>
  )
}
