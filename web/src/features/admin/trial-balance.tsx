import { Table, Text, Title } from '@mantine/core'
import type { Books } from '@wayfare/contract/wallet-books'
import { useFormatIn, useT } from '../../i18n/provider.tsx'
import classes from './books.module.css'

/** Balances by kind of account in one currency; they sum to zero. */
export const TrialBalance = ({ currency, kinds, sum }: Books['currencies'][number]) => {
  const t = useT()
  const format = useFormatIn(currency)
  const title = `${t('books_trial_balance')} ${currency}`
  return (
    <section className={classes.card} aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('books_balance_hint')}
      </Text>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={title}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('books_kind')}</Table.Th>
              <Table.Th className={classes.number ?? ''}>{t('books_accounts')}</Table.Th>
              <Table.Th className={classes.number ?? ''}>{t('books_balance')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kinds.map(({ kind, accounts, balance }) => (
              <Table.Tr key={kind}>
                <Table.Th scope="row">{t(`ledger_account_${kind}`)}</Table.Th>
                <Table.Td className={classes.number ?? ''}>{format.number(accounts)}</Table.Td>
                <Table.Td className={classes.number ?? ''}>
                  <bdi>{format.columnMoney(balance)}</bdi>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr className={classes.sum ?? ''}>
              <Table.Th scope="row">{t('books_sum')}</Table.Th>
              <Table.Td />
              <Table.Td className={classes.number ?? ''}>
                <bdi>{format.columnMoney(sum)}</bdi>
              </Table.Td>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </div>
    </section>
  )
}
