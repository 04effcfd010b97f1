// The desk adds money that it took: whose wallet, how much, and what that makes of the balance.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { formatPersonName } from '@wayfare/core/accounts'
import type { WalletOwner } from '@wayfare/contract/wallet-admin'
import type { ReactNode } from 'react'
import { defaultSettings } from '@wayfare/core/settings'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import classes from './add-to-wallet.module.css'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PersonCombobox } from './person-combobox.tsx'
import { useAddToWallet } from './use-add-to-wallet.ts'
import { walletOwners } from './use-person-search.ts'
import { WalletCredits } from './wallet-credits.tsx'

/** What the wallet would hold with so much more, as people read it. */
const useBalanceAfter = () => {
  const format = useFormat()
  const { code } = useSettings().data ?? defaultSettings
  return (owner: WalletOwner, amount: string): string => {
    const [before, added] = [parseDecimal(owner.walletBalance, code) ?? 0n, parseDecimal(amount, code) ?? 0n]
    return format.exactMoney(toDecimal(before + added, code))
  }
}

/** What the wallet holds now and would hold then. */
const Preview = ({ owner, amount }: { owner: WalletOwner; amount: string }) => {
  const t = useT()
  const format = useFormat()
  const balanceAfter = useBalanceAfter()
  return (
    <dl className={classes.preview}>
      <div>
        <dt>{t('add_wallet_before')}</dt>
        <dd>
          <bdi>{format.exactMoney(owner.walletBalance)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('add_wallet_after')}</dt>
        <dd>
          <bdi>{balanceAfter(owner, amount)}</bdi>
        </dd>
      </div>
    </dl>
  )
}

/** Money moves by this: who, how much, in which currency, and what comes of it. */
const Confirmation = ({ form }: { form: ReturnType<typeof useAddToWallet> }) => {
  const t = useT()
  const format = useFormat()
  const balanceAfter = useBalanceAfter()
  const { owner } = form.draft
  return (
    <ConfirmDialog
      opened={form.asking.asking}
      title={t('add_wallet_confirm_title')}
      confirmLabel={t('nav_add_to_wallet')}
      onConfirm={form.asking.yes}
      onClose={form.asking.no}
    >
      {owner &&
        t('add_wallet_confirm_text', {
          amount: format.fullMoney(form.amount || '0'),
          name: formatPersonName(owner),
          balance: balanceAfter(owner, form.amount),
        })}
    </ConfirmDialog>
  )
}

export const AddToWalletPage = () => {
  const t = useT()
  const format = useFormat()
  const form = useAddToWallet()
  const { draft, problems, set, submit, busy } = form
  const factOf = ({ userType, walletBalance }: WalletOwner): ReactNode => [
    `${t(`role_${userType}`)} · `,
    <bdi key="balance">{format.exactMoney(walletBalance)}</bdi>,
  ]
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_add_to_wallet')} intro={t('add_wallet_intro')} />
      <form onSubmit={submit} noValidate className={classes.form} id="add-to-wallet">
        <PersonCombobox
          part="user"
          label={t('add_wallet_user')}
          value={draft.owner}
          onChange={(owner) => set({ owner })}
          problem={problems.owner ?? null}
          source={walletOwners}
          noneText={(text) => t('add_wallet_none', { text })}
          factOf={factOf}
        />
        <AmountField
          name="amount"
          label={t('wallet_amount')}
          value={draft.amount}
          error={problems.amount}
          onChange={(amount) => set({ amount })}
        />
        <TextInput
          name="note"
          label={t('add_wallet_note')}
          description={t('add_wallet_note_hint')}
          maxLength={200}
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
        {draft.owner ? <Preview owner={draft.owner} amount={form.amount} /> : <Text c="dimmed">{t('add_wallet_choose')}</Text>}
        <Button
          type="submit"
          size="md"
          loading={busy}
          leftSection={<IconPlus size={18} aria-hidden />}
          className={classes.button}
        >
          {t('nav_add_to_wallet')}
        </Button>
      </form>
      <Confirmation form={form} />
      {draft.owner && <WalletCredits key={draft.owner.id} owner={draft.owner} onBalance={form.setBalance} />}
    </Stack>
  )
}
