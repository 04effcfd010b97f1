// How the rider will pay, as it was said on the phone: cash unless something else was.
import { Switch } from '@mantine/core'
import { IconCash, IconCreditCard, IconWallet } from '@tabler/icons-react'
import type { RiderFound } from '@wayfare/contract/accounts-desk'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { walletPaysAll } from '../../shared/payment-parts.ts'
import type { PaymentChoice } from '../../shared/payment-parts.ts'
import { ChoiceList } from '../../ui/choice-list.tsx'

type DeskPaymentProps = {
  value: PaymentChoice
  onChange: (payment: PaymentChoice) => void
  rider: RiderFound | null
  /** what is to be paid, a decimal; null before the price is known */
  payable: string | null
}

export const DeskPayment = ({ value, onChange, rider, payable }: DeskPaymentProps) => {
  const t = useT()
  const format = useFormat()
  const balance = rider?.walletBalance ?? null
  const hasMoney = Number(balance ?? 0) > 0
  const choices = [
    { value: 'cash' as const, label: t('pay_mode_cash'), icon: <IconCash size={22} aria-hidden /> },
    { value: 'card' as const, label: t('pay_mode_card'), icon: <IconCreditCard size={22} aria-hidden /> },
    {
      value: 'wallet' as const,
      label: t('pay_mode_wallet'),
      note: balance === null ? undefined : t('pay_wallet_balance', { balance: format.exactMoney(balance) }),
      icon: <IconWallet size={22} aria-hidden />,
      disabled: !hasMoney || (payable !== null && !walletPaysAll(payable, balance)),
    },
  ]
  return (
    <div>
      <ChoiceList
        legend={t('desk_payment')}
        choices={choices}
        value={value.mode}
        onChange={(mode) => onChange({ ...value, mode })}
      />
      {balance !== null && hasMoney && value.mode !== 'wallet' && (
        <Switch
          size="md"
          mt="xs"
          label={t('desk_wallet_first', { balance: format.exactMoney(balance) })}
          checked={value.useWallet}
          onChange={(event) => onChange({ ...value, useWallet: event.currentTarget.checked })}
          styles={{ body: { minHeight: 44, alignItems: 'center' } }}
        />
      )}
    </div>
  )
}
