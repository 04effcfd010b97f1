// How a booking is paid: one of the ways, and whether the wallet gives what it has first.
import { Switch } from '@mantine/core'
import type { PaymentMode } from '@wayfare/core/settlement'
import { ChoiceList, type ChoiceListProps } from '../ui/choice-list.tsx'
import '../ui/switch-styles.ts'
import type { PaymentChoice } from './payment-parts.ts'

type PaymentModeChoiceProps = Pick<ChoiceListProps<PaymentMode>, 'legend' | 'choices'> & {
  value: PaymentChoice
  onChange: (payment: PaymentChoice) => void
  /** null while it is not known */
  balance: string | null
  walletFirst: string
}

export const PaymentModeChoice = ({ value, onChange, balance, walletFirst, ...list }: PaymentModeChoiceProps) => (
  <div>
    <ChoiceList {...list} value={value.mode} onChange={(mode) => onChange({ ...value, mode })} />
    {Number(balance ?? 0) > 0 && value.mode !== 'wallet' && (
      <Switch
        size="md"
        mt="xs"
        label={walletFirst}
        checked={value.useWallet}
        onChange={(event) => onChange({ ...value, useWallet: event.currentTarget.checked })}
        styles={{ body: { minHeight: 'var(--wf-touch)', alignItems: 'center' } }}
      />
    )}
  </div>
)
