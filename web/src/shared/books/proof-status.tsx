import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { LedgerProof } from '@wayfare/contract/wallet-books'
import { useFormat, useT } from '../../i18n/provider.tsx'

/** What a proof found, and when. */
export const ProofStatus = ({ proof }: { proof: LedgerProof | null }) => {
  const t = useT()
  const format = useFormat()
  if (proof === null) return <Text c="dimmed">{t('books_never')}</Text>
  return (
    <Stack gap={6} role="status">
      <Group gap="xs" wrap="nowrap" c={proof.holds ? 'primary' : 'danger'}>
        {proof.holds ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        <Text fw={700}>{t(proof.holds ? 'ledger_holds' : 'ledger_broken')}</Text>
      </Group>
      <Text size="sm">{t('books_proved_at', { date: format.dateTime(proof.at) })}</Text>
      <Text size="sm" c="dimmed">
        {t('ledger_counts', {
          transactions: format.number(proof.transactions),
          entries: format.number(proof.entries),
          accounts: proof.accounts,
        })}
      </Text>
    </Stack>
  )
}
