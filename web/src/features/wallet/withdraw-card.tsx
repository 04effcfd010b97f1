// The way out of the wallet, for those who may: how much, and to which bank where the operator asks for one.
import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { formatPersonName } from '@wayfare/core/accounts'
import type { Me } from '@wayfare/contract/accounts'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useWithdraw } from './use-withdraw.ts'
import { bankFields } from './withdraw-draft.ts'
import { SubjectCard } from '../../ui/subject-card.tsx'
import classes from './wallet.module.css'

type Withdraw = ReturnType<typeof useWithdraw>

const bankLabels = { bankName: 'profile_bank_name', bankCode: 'withdraw_bank_code', bankAccount: 'profile_bank_account' } as const

const BankInputs = ({ form, draft }: Pick<Withdraw, 'form' | 'draft'>) => {
  const t = useT()
  return (
    <fieldset className={classes.bank}>
      <legend>{t('profile_bank')}</legend>
      {bankFields.map((name) => (
        <TextInput
          key={name}
          {...form.text(name)}
          value={draft[name]}
          label={t(bankLabels[name])}
          autoComplete="off"
          maxLength={name === 'bankName' ? 100 : 60}
        />
      ))}
    </fieldset>
  )
}

const Confirmation = ({ withdraw, wantsBank, me }: { withdraw: Withdraw; wantsBank: boolean; me: Me }) => {
  const t = useT()
  const format = useFormat()
  const { asking } = withdraw
  const { bankName, bankAccount } = withdraw.draft
  const amount = format.fullMoney(withdraw.amount ?? '0')
  const name = formatPersonName(me)
  return (
    <ConfirmDialog
      opened={asking.asking}
      title={t('withdraw_confirm_title')}
      confirmLabel={t('withdraw_confirm')}
      onConfirm={asking.yes}
      onClose={asking.no}
    >
      <Text>{t('withdraw_confirm_text', { amount, name })}</Text>
      {wantsBank && (
        <Text mt="xs" fw={600}>
          <bdi>{bankName}</bdi> · <bdi>{bankAccount}</bdi>
        </Text>
      )}
    </ConfirmDialog>
  )
}

export const WithdrawCard = ({ me, balance }: { me: Me; balance: string }) => {
  const t = useT()
  const { code, bankFields: wantsBank } = useSettings().data ?? defaultSettings
  const format = useFormat()
  const withdraw = useWithdraw({ me, balance, currency: code, wantsBank })
  const { form } = withdraw
  const isEmpty = Number(balance) <= 0
  return (
    <SubjectCard id="withdraw" title={t('withdraw_title')} text={t(isEmpty ? 'withdraw_nothing' : 'withdraw_text')}>
      {!isEmpty && (
        <Form form={form} className={classes.form} aria-labelledby="withdraw-title">
          <AmountField {...form.typed('amount')} label={t('wallet_amount')} />
          {wantsBank && <BankInputs form={form} draft={withdraw.draft} />}
          <Group gap="sm">
            <Button type="submit" size="md" loading={form.busy} leftSection={<IconBuildingBank size={18} aria-hidden />}>
              {t('withdraw_ask')}
            </Button>
            <Button
              variant="default"
              size="md"
              disabled={form.busy}
              onClick={() => form.set({ amount: format.writeAmount(balance) })}
            >
              {t('withdraw_all')}
            </Button>
          </Group>
        </Form>
      )}
      <Confirmation withdraw={withdraw} wantsBank={wantsBank} me={me} />
    </SubjectCard>
  )
}
