// How the rider will pay, as it was said on the phone: cash unless something else was.
import { IconCash, IconCreditCard, IconWallet } from '@tabler/icons-react'
import type { RiderMatch } from '@wayfare/contract/people-riders'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { PaymentModeChoice } from '../../shared/payment-mode-choice.tsx'
import { canWalletPayAll, type PaymentChoice } from '../../shared/payment-parts.ts'

type DeskPaymentProps = {
  value: PaymentChoice
  onChange: (payment: PaymentChoice) => void
  rider: RiderMatch | null
  /** what is to be paid, a decimal; null before the price is known */
  payable: string | null
}

export const DeskPayment = ({ value, onChange, rider, payable }: DeskPaymentProps) => {
  const t = useT()
  const format = useFormat()
  const balance = rider?.walletBalance ?? null
  const choices = [
    { value: 'cash' as const, label: t('pay_mode_cash'), icon: <IconCash size={22} aria-hidden /> },
    { value: 'card' as const, label: t('pay_mode_card'), icon: <IconCreditCard size={22} aria-hidden /> },
    {
      value: 'wallet' as const,
      label: t('pay_mode_wallet'),
      note: balance === null ? undefined : t('pay_wallet_balance', { balance: format.exactMoney(balance) }),
      icon: <IconWallet size={22} aria-hidden />,
      disabled: Number(balance ?? 0) <= 0 || (payable !== null && !canWalletPayAll(payable, balance)),
    },
  ]
  return (
    <PaymentModeChoice
      legend={t('desk_payment')}
      choices={choices}
      value={value}
      onChange={onChange}
      balance={balance}
      walletFirst={balance === null ? '' : t('desk_wallet_first', { balance: format.exactMoney(balance) })}
    />
  )
}
