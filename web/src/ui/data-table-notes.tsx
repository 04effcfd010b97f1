// What stands around the rows of a table, or where they would be.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './data-table-notes.module.css'
import { useProblemText } from './dialogs.tsx'
import { useText } from './text.ts'

export const Skeletons = () => (
  <div className={styles.skeletons} aria-hidden>
    {[0, 1, 2, 3, 4].map((line) => (
      <div key={line} className={styles.skeleton} />
    ))}
  </div>
)

export type NoRowsProps = {
  /** how the reading of the rows stands; after a failure they are empty */
  reading?: { loading: boolean; error: { flag: boolean; cause: unknown }; reload: () => void }
  /** when there is nothing at all */
  emptyText: string
  /** when a filter hides everything */
  noMatchText?: string
  /** set while a filter hides everything */
  onClearFilter?: (() => void) | undefined
}

export const NoRows = ({ reading, emptyText, noMatchText, onClearFilter }: NoRowsProps) => {
  const t = useText()
  const problemText = useProblemText()
  if (reading?.error.flag) {
    return (
      <Stack align="center" className={styles.note} role="alert">
        <Text>{problemText(reading.error.cause)}</Text>
        <Button variant="default" onClick={reading.reload}>
          {t('try_again')}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack align="center" className={styles.note}>
      <Text c="dimmed">{onClearFilter ? (noMatchText ?? t('table_no_match')) : emptyText}</Text>
      {onClearFilter && (
        <Button variant="default" onClick={onClearFilter}>
          {t('table_clear_filter')}
        </Button>
      )}
    </Stack>
  )
}

type TableFooterProps = {
  busy: boolean
  count: number
  isLeast: boolean
  hasMore: boolean
  loadingMore: boolean
  onMore: (() => void) | undefined
  /** the way to other pages */
  pager?: ReactNode
}

export const TableFooter = ({ busy, count, isLeast, hasMore, loadingMore, onMore, pager }: TableFooterProps) => {
  const t = useText()
  const known = t(hasMore ? 'table_rows_more' : 'table_rows', { count })
  const rows =
    count > 0 &&
    (isLeast ? t('table_rows_least', { most: count.toLocaleString(document.documentElement.lang || undefined) }) : known)
  // below rows that only stand in for the first ones it would be pushed down by them
  const isFirst = busy && count === 0
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status" {...(isFirst ? { className: 'wf-hidden' } : {})}>
        {busy ? t('loading') : rows}
      </Text>
      {hasMore && onMore && (
        <Button variant="default" loading={loadingMore} onClick={onMore}>
          {t('table_more')}
        </Button>
      )}
      {pager}
    </Group>
  )
}
