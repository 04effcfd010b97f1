import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { useWallet } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { isZero } from '../../shared/payment-parts.ts'
import classes from '../../shared/shared.module.css'
import { useSettled } from '../../shared/use-settled.ts'
import { WalletEntryRow } from '../../shared/wallet-entry-row.tsx'

/** Balance and the latest entries of one's own wallet. */
export const WalletPanel = () => {
  const t = useT()
  const format = useFormat()
  const wallet = useWallet()
  const shown = useSettled(wallet.data)
  return (
    <section className={classes.section} aria-labelledby="wallet-title">
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Title order={3} size="h5" id="wallet-title">
            {t('wallet_title')}
          </Title>
          {shown && (
            <Text fz="var(--wf-text-figure)" fw={700} aria-live="polite">
              <bdi>{format.exactMoney(shown.balance)}</bdi>
            </Text>
          )}
        </Group>
        {shown && !isZero(shown.held) && (
          <Group justify="space-between" gap="md">
            <Text size="sm" c="dimmed">
              {t('wallet_held')}
            </Text>
            <Text size="sm" fw={600}>
              <bdi>{format.exactMoney(shown.held)}</bdi>
            </Text>
          </Group>
        )}
        <FailureNote cause={wallet.error.cause} />
        {!shown && !wallet.error.flag && <Skeleton height={72} />}
        {shown?.entries.length === 0 && <Text c="dimmed">{t('wallet_empty')}</Text>}
        {shown?.entries.slice(0, 8).map((entry) => (
          <WalletEntryRow key={entry.id} entry={entry} />
        ))}
        <Anchor
          component={Link}
          to="/wallet"
          style={{ display: 'inline-flex', alignItems: 'center', minHeight: 'var(--wf-touch)' }}
        >
          {t('wallet_open')}
        </Anchor>
      </Stack>
    </section>
  )
}
