// How the ride is to be paid: by card, in cash or from the wallet, which may also give what it has first.
import { IconCash, IconCreditCard, IconWallet } from '@tabler/icons-react'
import type { PaymentMode } from '@wayfare/core/settlement'
import { useFormat, useT } from '../../i18n/provider.tsx'
import type { Format } from '@wayfare/core/format'
import { PaymentModeChoice } from '../../shared/payment-mode-choice.tsx'
import { canWalletPayAll, type PaymentChoice as Payment } from '../../shared/payment-parts.ts'
import type { Choice } from '../../ui/choice-list.tsx'
import type { Translator } from '../../ui/text.ts'

type PaymentChoiceProps = {
  value: Payment
  onChange: (payment: Payment) => void
  /** what is to be paid, a decimal */
  payable: string
  /** null for a visitor, and until the balance is known */
  balance: string | null
  category: 'taxi' | 'delivery'
}

type Facts = Pick<PaymentChoiceProps, 'payable' | 'balance' | 'category'>

const walletNote = ({ payable, balance }: Facts, t: Translator, format: Format): string => {
  if (balance === null) return t('pay_wallet_sign_in')
  const money = { balance: format.exactMoney(balance), amount: format.exactMoney(payable) }
  return t(canWalletPayAll(payable, balance) ? 'pay_wallet_balance' : 'pay_wallet_low', money)
}

const choicesOf = (facts: Facts, t: Translator, format: Format): Choice<PaymentMode>[] => {
  const isParcel = facts.category === 'delivery'
  return [
    {
      value: 'card',
      label: t('pay_mode_card'),
      note: t(isParcel ? 'pay_card_before' : 'pay_card_after'),
      icon: <IconCreditCard size={24} aria-hidden />,
    },
    {
      value: 'cash',
      label: t('pay_mode_cash'),
      note: t(isParcel ? 'pay_cash_not_parcel' : 'pay_cash_note'),
      icon: <IconCash size={24} aria-hidden />,
      disabled: isParcel,
    },
    {
      value: 'wallet',
      label: t('pay_mode_wallet'),
      note: walletNote(facts, t, format),
      icon: <IconWallet size={24} aria-hidden />,
      disabled: !canWalletPayAll(facts.payable, facts.balance),
    },
  ]
}

export const PaymentChoice = ({ value, onChange, ...facts }: PaymentChoiceProps) => {
  const t = useT()
  const format = useFormat()
  const { balance } = facts
  return (
    <PaymentModeChoice
      legend={t('payment_title')}
      choices={choicesOf(facts, t, format)}
      value={value}
      onChange={onChange}
      balance={balance}
      walletFirst={balance === null ? '' : t('pay_wallet_first', { balance: format.exactMoney(balance) })}
    />
  )
}
