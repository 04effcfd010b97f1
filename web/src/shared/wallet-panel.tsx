import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { WalletEntry } from '@wayfare/contract/wallet'
import { bonusReference } from '@wayfare/core/ledger'
import { useWallet } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { isZero } from './payment-parts.ts'
import classes from './shared.module.css'

/** A balance that changes several times in a row is shown once it has settled (ms). */
const SETTLED_MS = 1500

const WalletRow = ({ entry }: { entry: WalletEntry }) => {
  const t = useT()
  const format = useFormat()
  const isIn = entry.type === 'Credit'
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <div>
        <Text size="sm">{t(`wallet_${entry.type.toLowerCase()}`)}</Text>
        <Text size="xs" c="dimmed">
          {format.dateTime(entry.date)} · <bdi>{entry.txRef === bonusReference ? t('wallet_referral_bonus') : entry.txRef}</bdi>
        </Text>
      </div>
      <Text fw={600} c={isIn ? 'primary' : undefined} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        <bdi>
          {isIn ? '+' : '−'} {format.money(entry.amount)}
        </bdi>
      </Text>
    </Group>
  )
}

/** Balance and the latest entries of one's own wallet. */
export const WalletPanel = () => {
  const t = useT()
  const format = useFormat()
  const wallet = useWallet()
  const [settled] = useDebouncedValue(wallet.data, SETTLED_MS)
  const shown = settled ?? wallet.data
  return (
    <section className={classes.section} aria-labelledby="wallet-title">
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Title order={3} size="h5" id="wallet-title">
            {t('wallet_title')}
          </Title>
          {shown && (
            <Text fz={22} fw={700} aria-live="polite">
              <bdi>{format.money(shown.balance)}</bdi>
            </Text>
          )}
        </Group>
        {shown && !isZero(shown.held) && (
          <Group justify="space-between" gap="md">
            <Text size="sm" c="dimmed">
              {t('wallet_held')}
            </Text>
            <Text size="sm" fw={600}>
              <bdi>{format.money(shown.held)}</bdi>
            </Text>
          </Group>
        )}
        <FailureNote cause={wallet.error.cause} />
        {!shown && !wallet.error.flag && <Skeleton height={72} />}
        {shown?.entries.length === 0 && <Text c="dimmed">{t('wallet_empty')}</Text>}
        {shown?.entries.slice(0, 8).map((entry) => (
          <WalletRow key={entry.id} entry={entry} />
        ))}
      </Stack>
    </section>
  )
}
