import { Text } from '@mantine/core'
import type { WithdrawRow } from '@wayfare/contract/wallet-admin'
import type { Format } from '@wayfare/core/format'
import { WithdrawStateBadge } from '../../shared/withdraw-state.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import type { Translator } from '../../ui/text.ts'

const bankColumns = (t: Translator): Column<WithdrawRow>[] =>
  (
    [
      ['bankName', 'profile_bank_name'],
      ['bankCode', 'profile_bank_code'],
      ['bankAccount', 'profile_bank_account'],
    ] as const
  ).map(([id, label]) => ({
    id,
    header: t(label),
    cell: (row) => <bdi>{row[id] ?? '–'}</bdi>,
    card: id === 'bankAccount' ? 'fact' : 'hidden',
  }))

/** The bank is shown where the operator asks for one. */
export const withdrawColumns = (t: Translator, format: Format, withBank: boolean): Column<WithdrawRow>[] => [
  { id: 'id', header: t('withdraw_id'), cell: ({ id }) => <bdi>{id}</bdi>, card: 'fact' },
  {
    id: 'date',
    header: t('withdraw_date'),
    cell: ({ date }) => format.dateTime(date),
    // only says that the server knows this order
    sort: ({ date }) => date,
    card: 'fact',
  },
  {
    id: 'name',
    header: t('withdraw_name'),
    cell: ({ name }) => <bdi>{name}</bdi>,
    sort: ({ name }) => name,
    card: 'title',
  },
  {
    id: 'amount',
    header: t('wallet_amount'),
    cell: ({ amount }) => <bdi>{format.columnMoney(amount)}</bdi>,
    sort: ({ amount }) => Number(amount),
    align: 'end',
    card: 'fact',
  },
  {
    id: 'processed',
    header: t('withdraw_processed_head'),
    cell: ({ state, endReason }) => (
      <div data-lines>
        <WithdrawStateBadge state={state} />
        {endReason && (
          <Text size="xs" c="dimmed" maw="var(--wf-width-side)">
            <bdi>{endReason}</bdi>
          </Text>
        )}
      </div>
    ),
    card: 'status',
  },
  {
    id: 'processDate',
    header: t('withdraw_process_date'),
    cell: ({ processDate }) => (processDate === null ? '–' : format.dateTime(processDate)),
    card: 'hidden',
  },
  ...(withBank ? bankColumns(t) : []),
]
