import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import { ProofStatus } from '../../shared/books/proof-status.tsx'
import { useProof } from '../../shared/books/use-proof.ts'
import { useProblemText } from '../../ui/dialogs.tsx'
import classes from './fleet.module.css'

/** The books prove themselves: all entries sum to zero and every balance is the sum of its own. */
export const LedgerCard = () => {
  const t = useT()
  const problemText = useProblemText()
  const { query, proof, prove, proving, cause } = useProof()
  return (
    <section className={classes.card} aria-labelledby="ledger-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5" id="ledger-title">
          {t('ledger_title')}
        </Title>
        <Button variant="default" size="md" loading={proving} onClick={() => void prove()}>
          {t('books_prove')}
        </Button>
      </Group>
      {Boolean(cause) && <Text role="alert">{problemText(cause)}</Text>}
      {query.isPending ? <Skeleton height={72} /> : <ProofStatus proof={proof} />}
    </section>
  )
}
