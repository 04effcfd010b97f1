import { TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { listWallets } from '@wayfare/contract/wallet-books'
import { useMemo, useState } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { makePagedSlice, useReadPages } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useTypedText } from '../../shared/use-typed-text.ts'
import type { Column } from '../../ui/data-table-model.ts'
import { DataTable } from '../../ui/data-table.tsx'
import classes from './books.module.css'

type Wallet = OutputOf<typeof listWallets>['wallets'][number]

const useWallets = (search: string) =>
  makePagedSlice(
    useReadPages([...queryKeys.books, 'wallets', search], (place, options) =>
      callEndpoint(listWallets, { ...(search === '' ? {} : { search }), ...place }, options),
    ),
    (page) => page.wallets,
  )

const useColumns = (): readonly Column<Wallet>[] => {
  const t = useT()
  const format = useFormat()
  return useMemo(
    (): readonly Column<Wallet>[] => [
      {
        id: 'name',
        header: t('books_owner'),
        card: 'title',
        cell: ({ name, owner }) => (name === '' ? <bdi dir="ltr">{owner}</bdi> : <bdi>{name}</bdi>),
      },
      { id: 'role', header: t('books_role'), cell: ({ role }) => t(`role_${role}`) },
      {
        id: 'balance',
        header: t('books_balance'),
        align: 'end',
        cell: ({ balance }) => <bdi>{format.columnMoney(balance)}</bdi>,
      },
    ],
    [t, format],
  )
}

/** Wallets with what is in them, the lowest first: who owes something stands on top. */
export const BooksWallets = () => {
  const t = useT()
  const [search, setSearch] = useState('')
  const asked = useTypedText(search)
  const slice = useWallets(asked)
  const columns = useColumns()
  return (
    <div className={classes.card}>
      <Title order={2} size="h5" mb="sm">
        {t('books_wallets')}
      </Title>
      <DataTable
        caption={t('books_wallets')}
        columns={columns}
        rows={slice.data}
        rowKey={({ owner }) => owner}
        reading={slice}
        emptyText={t('books_no_wallets')}
        hasMore={slice.hasMore}
        loadingMore={slice.loadingMore}
        onMore={slice.loadMore}
        toolbar={
          <TextInput
            type="search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            aria-label={t('books_wallet_search')}
            placeholder={t('books_wallet_search')}
            leftSection={<IconSearch size={18} aria-hidden />}
          />
        }
      />
    </div>
  )
}
