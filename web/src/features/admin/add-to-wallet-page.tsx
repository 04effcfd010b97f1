// The desk adds money that it took: whose wallet, how much, and what that makes of the balance.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { WalletOwner } from '@wayfare/contract/wallet-admin'
import type { ReactNode } from 'react'
import { defaultSettings } from '@wayfare/core/settings'
import { fromDecimal, toDecimal } from '@wayfare/core/money'
import { typedAmount } from '@wayfare/core/wallet'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import classes from './add-to-wallet.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PersonCombobox } from './person-combobox.tsx'
import { useAddToWallet } from './use-add-to-wallet.ts'
import { walletOwners } from './use-person-search.ts'

/** What the wallet holds now and would hold then. */
const Preview = ({ owner, amount }: { owner: WalletOwner; amount: string }) => {
  const t = useT()
  const format = useFormat()
  const { code } = useSettings().data ?? defaultSettings
  const [before, added] = [fromDecimal(owner.walletBalance, code) ?? 0n, typedAmount(amount, code) ?? 0n]
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
          <bdi>{format.exactMoney(toDecimal(before + added, code))}</bdi>
        </dd>
      </div>
    </dl>
  )
}

export const AddToWalletPage = () => {
  const t = useT()
  const format = useFormat()
  const { draft, problems, set, submit, busy } = useAddToWallet()
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
          size="md"
          label={t('add_wallet_note')}
          description={t('add_wallet_note_hint')}
          maxLength={200}
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
        {draft.owner ? <Preview owner={draft.owner} amount={draft.amount} /> : <Text c="dimmed">{t('add_wallet_choose')}</Text>}
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
    </Stack>
  )
}
