// The books: do they balance, what has each kind of account, who has what, and what one booking moved.
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { getBooks, type LedgerProof } from '@wayfare/contract/wallet-books'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { BooksBanner } from '../../shared/books/books-banner.tsx'
import { ProofStatus } from '../../shared/books/proof-status.tsx'
import { useProof } from '../../shared/books/use-proof.ts'
import { useProblemText } from '../../ui/dialogs.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { BooksHandover } from './books-handover.tsx'
import { BooksEntries } from './books-entries.tsx'
import { BooksWallets } from './books-wallets.tsx'
import classes from './books.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { TrialBalance } from './trial-balance.tsx'

const Faults = ({ faults }: Pick<LedgerProof, 'faults'>) => {
  const t = useT()
  if (faults.length === 0) return null
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {t('books_faults')}
      </Title>
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.what} ${fault.name} ${fault.owner} ${fault.currency}`}>
            {t(`books_fault_${fault.what}`)}: <bdi dir="ltr">{[fault.name, fault.owner].filter(Boolean).join(' ')}</bdi> ·{' '}
            {t('books_expected')} <bdi>{fault.expected}</bdi> · {t('books_found')} <bdi>{fault.found}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

const ProofCard = ({ nextAt }: { nextAt: number | null }) => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const { query, proof, prove, proving, cause } = useProof()
  return (
    <section className={classes.card} aria-label={t('nav_books')}>
      <Group justify="space-between" align="start">
        <Stack gap="sm">
          {query.isPending ? <Skeleton height={72} width={240} /> : <ProofStatus proof={proof} />}
          {nextAt !== null && (
            <Text size="sm" c="dimmed">
              {t('books_next', { date: format.dateTime(nextAt) })}
            </Text>
          )}
          {proof && <Faults faults={proof.faults} />}
          {Boolean(cause) && <Text role="alert">{problemText(cause)}</Text>}
        </Stack>
        <Button size="md" loading={proving} onClick={() => void prove()}>
          {t('books_prove')}
        </Button>
      </Group>
    </section>
  )
}

export const BooksPage = () => {
  const t = useT()
  const { data, error, reload } = useRead([...queryKeys.books, 'balance'], getBooks, {}, { staleTime: 0 })
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_books')} intro={t('books_intro')} />
      <BooksBanner />
      <ProofCard nextAt={data?.nextAt ?? null} />
      {error.flag && <LoadAlert cause={error.cause} onAgain={reload} />}
      {!data && !error.flag && <Skeleton height={320} radius="lg" />}
      {data?.currencies.map((one) => (
        <TrialBalance key={one.currency} {...one} />
      ))}
      <BooksHandover />
      <BooksWallets />
      <BooksEntries />
    </Stack>
  )
}
