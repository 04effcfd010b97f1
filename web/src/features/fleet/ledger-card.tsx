import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { proveLedger } from '@wayfare/contract/wallet'
import { call } from '../../api/call.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import classes from './fleet.module.css'

const isZero = (amount: string): boolean => Number(amount) === 0

/** The books prove themselves: all entries sum to zero and every balance is the sum of its own. */
export const LedgerCard = () => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const proof = useQuery({ queryKey: ['ledgerProof'], queryFn: ({ signal }) => call(proveLedger, {}, { signal }), staleTime: 0 })
  const { data } = proof
  const holds = data ? isZero(data.sum) && data.balancesAgree : false
  return (
    <section className={classes.card} aria-labelledby="ledger-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5" id="ledger-title">
          {t('ledger_title')}
        </Title>
        <Button variant="default" size="compact-md" loading={proof.isFetching} onClick={() => void proof.refetch()}>
          {t('ledger_check')}
        </Button>
      </Group>
      {proof.isError && <Text role="alert">{problemText(proof.error)}</Text>}
      {!data && !proof.isError && <Skeleton height={72} />}
      {data && (
        <Stack gap={6}>
          <Group gap="xs" wrap="nowrap" c={holds ? 'primary' : 'danger'}>
            {holds ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
            <Text fw={700}>{t(holds ? 'ledger_holds' : 'ledger_broken')}</Text>
          </Group>
          <Text size="sm">{t('ledger_sum', { sum: format.money(data.sum) })}</Text>
          <Text size="sm" c="dimmed">
            {t('ledger_counts', {
              transactions: format.number(data.transactions),
              entries: format.number(data.entries),
              accounts: data.accounts.length,
            })}
          </Text>
        </Stack>
      )}
    </section>
  )
}
