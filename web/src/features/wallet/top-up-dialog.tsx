// Paying into one's own wallet by card: how much, by which provider, and then as every payment goes.
import { Chip, Group, Stack } from '@mantine/core'
import { formatPersonName } from '@wayfare/core/accounts'
import { topUpWallet } from '@wayfare/contract/payments'
import { findTypedAmount } from '@wayfare/core/amounts'
import { computeTopUpLimits } from '@wayfare/core/payments'
import { defaultSettings } from '@wayfare/core/settings'
import { useRef, useState } from 'react'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useWrite } from '../../api/use-write.ts'
import { PayForm } from '../../shared/pay-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { useAsking } from '../../ui/use-asking.ts'
import { findTopUpProblem, listQuickAmounts } from './top-up-amounts.ts'

type AmountProps = { typed: string; error: string | null; onChange: (typed: string) => void }

const Amount = ({ typed, error, onChange }: AmountProps) => {
  const t = useT()
  const format = useFormat()
  const carTypes = useCarTypes().data ?? []
  const limits = computeTopUpLimits(useSettings().data ?? defaultSettings)
  const quick = listQuickAmounts(
    carTypes.map(({ minFare }) => minFare),
    limits,
  )
  return (
    <Stack gap="sm">
      <AmountField name="amount" label={t('wallet_amount')} value={typed} onChange={onChange} error={error ?? undefined} />
      <Chip.Group value={typed} onChange={(value) => onChange(String(value))}>
        <Group gap={8} role="group" aria-label={t('topup_quick')}>
          {quick.map((amount) => (
            <Chip key={amount} value={amount} variant="outline" styles={{ label: { minHeight: 'var(--wf-touch)' } }}>
              <bdi>{format.exactMoney(amount)}</bdi>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Stack>
  )
}

const useTopUp = () => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const settings = useSettings().data ?? defaultSettings
  const currency = settings.code
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const refuse = (text: string) => {
    setError(text)
    // a field that waited for the answer cannot take the cursor before it is drawn again
    setTimeout(() => place.current?.querySelector<HTMLElement>('[inputmode=decimal]')?.focus(), 50)
    return null
  }
  const { run } = useWrite(topUpWallet, { refuse: (cause) => refuse(problemText(cause)) })
  const asking = useAsking()
  const amount = findTypedAmount(format.readAmount(typed)) ?? ''
  const limits = computeTopUpLimits(settings)
  const problem = findTopUpProblem(amount, settings)
  const begin = async (provider: string): Promise<string | null> => {
    if (problem) return refuse(t(problem, { min: format.exactMoney(limits.min), max: format.exactMoney(limits.max) }))
    if (!(await asking.ask())) return null
    const started = await run({ amount, provider })
    return started?.payment.id ?? null
  }
  const change = (value: string) => {
    setTyped(value)
    setError(null)
  }
  return { place, typed, error, change, begin, currency, asking, amount: problem ? null : amount }
}

const TopUpForm = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const { appName } = useSettings().data ?? defaultSettings
  const format = useFormat()
  const { me } = useSession()
  const { place, typed, error, change, begin, currency, asking, amount } = useTopUp()
  const name = me ? formatPersonName(me) : ''
  return (
    <div ref={place}>
      <PayForm
        order={{ id: '', amount: amount ?? '', currency, product: `${appName} · ${t('nav_wallet')}` }}
        begin={begin}
        head={<Amount typed={typed} error={error} onChange={change} />}
        {...(amount === null ? { label: t('topup_pay') } : {})}
        backLabel={t('cancel')}
        onBack={onClose}
      />
      <ConfirmDialog
        opened={asking.asking}
        title={t('topup_confirm_title')}
        confirmLabel={t('topup_pay')}
        onConfirm={asking.yes}
        onClose={asking.no}
      >
        {t('topup_confirm_text', { amount: format.fullMoney(amount ?? '0'), name })}
      </ConfirmDialog>
    </div>
  )
}

export const TopUpDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('topup_title')} size={440}>
      <TopUpForm onClose={onClose} />
    </Dialog>
  )
}
