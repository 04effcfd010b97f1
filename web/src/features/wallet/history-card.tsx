// Every entry of the wallet, newest first; more come as one scrolls on.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { WalletEntryRow } from '../../shared/wallet-entry-row.tsx'
import type { useWalletHistory } from './use-wallet.ts'
import { SubjectCard } from '../../ui/subject-card.tsx'
import classes from './wallet.module.css'

type History = ReturnType<typeof useWalletHistory>

/** Comes into sight and fetches; a button for those who do not scroll. */
const More = ({ history }: { history: History }) => {
  const t = useT()
  const { ref, entry } = useIntersection({ rootMargin: '200px' })
  const isInSight = entry?.isIntersecting ?? false
  const { loadMore, loadingMore } = history
  useEffect(() => {
    if (isInSight && !loadingMore) loadMore()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isInSight, loadingMore])
  return (
    <Group justify="center" ref={ref}>
      <Button variant="default" size="md" loading={loadingMore} onClick={loadMore}>
        {t('table_more')}
      </Button>
    </Group>
  )
}

export const HistoryCard = ({ history }: { history: History }) => {
  const t = useT()
  const entries = history.data
  return (
    <SubjectCard id="history" title={t('wallet_history')}>
      {entries === null && (
        <Stack gap="sm" aria-hidden>
          <Skeleton height={48} />
          <Skeleton height={48} />
          <Skeleton height={48} />
        </Stack>
      )}
      {entries?.length === 0 && <Text c="dimmed">{t('wallet_empty')}</Text>}
      {entries !== null && entries.length > 0 && (
        <>
          <ul className={classes.rows}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <WalletEntryRow entry={entry} withBalance />
              </li>
            ))}
          </ul>
          <Text size="sm" c="dimmed" role="status">
            {t(history.hasMore ? 'table_rows_more' : 'table_rows', { count: entries.length })}
          </Text>
        </>
      )}
      {history.hasMore && <More history={history} />}
    </SubjectCard>
  )
}
