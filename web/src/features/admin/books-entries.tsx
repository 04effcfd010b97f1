import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listLedgerEntries, type LedgerPosting } from '@wayfare/contract/wallet-books'
import { useMemo } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { makeSlice } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { isAnyText, useAddressView } from '../../shared/use-address-view.ts'
import type { Column } from '../../ui/data-table-model.ts'
import { DataTable } from '../../ui/data-table.tsx'
import classes from './books.module.css'

type Row = LedgerPosting['entries'][number] & { key: string; posting: string; at: number }

const rowsOf = (postings: readonly LedgerPosting[]): Row[] =>
  postings.flatMap(({ id, name, at, entries }) =>
    entries.map((entry, index) => ({ ...entry, key: `${id}-${index}`, posting: name, at })),
  )

const useColumns = (): readonly Column<Row>[] => {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'at', header: t('statement_date'), cell: (row) => format.dateTime(row.at) },
      { id: 'posting', header: t('books_posting'), cell: (row) => <bdi dir="ltr">{row.posting}</bdi>, card: 'title' },
      { id: 'account', header: t('books_kind'), cell: (row) => t(`ledger_account_${row.account}`) },
      { id: 'owner', header: t('books_owner'), cell: (row) => <bdi>{row.ownerName ?? '–'}</bdi> },
      {
        id: 'amount',
        header: t('wallet_amount'),
        align: 'end',
        cell: (row) => <bdi>{`${row.amount} ${row.currency}`}</bdi>,
      },
      {
        id: 'after',
        header: t('books_balance_after'),
        align: 'end',
        cell: (row) => <bdi>{row.balanceAfter === null ? '–' : `${row.balanceAfter} ${row.currency}`}</bdi>,
      },
    ],
    [t, format],
  )
}

const fields = { entries: isAnyText }

/** Every entry of one booking or withdrawal, by its number; it is in the address, so that it can be sent to somebody. */
export const BooksEntries = () => {
  const t = useT()
  const { view, change } = useAddressView(fields)
  const reference = view.entries ?? ''
  const query = useQuery({
    queryKey: [...queryKeys.books, 'entries', reference],
    queryFn: ({ signal }) => callEndpoint(listLedgerEntries, { reference }, { signal }),
    enabled: reference !== '',
    select: ({ postings }) => rowsOf(postings),
  })
  const columns = useColumns()
  const find = (form: FormData) => change({ entries: String(form.get('reference') ?? '').trim() })
  return (
    <div className={classes.card}>
      <Title order={2} size="h5" mb="sm">
        {t('books_entries')}
      </Title>
      <form action={find}>
        <Group align="end" gap="sm" mb="md">
          <TextInput
            key={reference}
            name="reference"
            defaultValue={reference}
            label={t('books_reference')}
            dir="ltr"
            maxLength={60}
          />
          <Button type="submit" size="md" variant="default" loading={query.isFetching}>
            {t('books_find')}
          </Button>
        </Group>
      </form>
      {reference === '' ? (
        <Text c="dimmed">{t('books_entries_hint')}</Text>
      ) : (
        <DataTable
          caption={t('books_entries')}
          columns={columns}
          rows={query.data ?? null}
          rowKey={({ key }) => key}
          reading={makeSlice(query)}
          emptyText={t('books_no_entries')}
        />
      )}
    </div>
  )
}
