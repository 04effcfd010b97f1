// What people asked to have paid out: the desk pays, one by one or by a file for the bank, and says so once.
import { Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { exportWithdraws, type WithdrawRow } from '@wayfare/contract/wallet-admin'
import { mostCounted } from '@wayfare/contract/bookings-filter'
import { useMemo, useState } from 'react'
import { callFile } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useAddressView } from '../../shared/use-address-view.ts'
import { formatSort, sortText, type RowAction } from '../../ui/data-table-model.ts'
import { ServerTable } from '../../ui/server-table.tsx'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import type { Translator } from '../../ui/text.ts'
import { useLayout } from '../../ui/use-layout.ts'
import { useTableGround } from './use-table-ground.tsx'
import { useWithdraws, withdrawsPageSize } from './use-withdraws.ts'
import { withdrawColumns } from './withdraw-columns.tsx'
import { useCompleting } from './withdraw-completing.tsx'
import { WithdrawEndDialog, type WithdrawEnding } from './withdraw-end-dialog.tsx'
import { selectColumn, useWithdrawSelection, WithdrawSelectionBar, type WithdrawSelection } from './withdraw-selection.tsx'
import { countWithdrawFilters, withdrawFields, WithdrawsFilters } from './withdraws-view.tsx'
import classes from './withdraws.module.css'

type Deeds = { complete: (row: WithdrawRow) => void; end: (ending: WithdrawEnding) => void }

const actionsOf = (t: Translator, row: WithdrawRow, { complete, end }: Deeds): readonly RowAction[] => {
  const { state } = row
  const done = state === 'processed' ? t('withdraw_processed') : t('withdraw_ended')
  return [
    {
      label: t('withdraw_complete'),
      icon: <IconCircleCheck size={16} aria-hidden />,
      onClick: () => complete(row),
      disabledReason: state === 'waiting' ? null : done,
    },
    {
      label: t('withdraw_decline'),
      icon: <IconCircleX size={16} aria-hidden />,
      onClick: () => end({ row, as: 'declined' }),
      disabledReason: state === 'waiting' ? null : done,
    },
    {
      label: t('withdraw_return'),
      icon: <IconArrowBackUp size={16} aria-hidden />,
      onClick: () => end({ row, as: 'returned' }),
      disabledReason: state === 'processed' ? null : t(state === 'waiting' ? 'withdraw_not_processed' : 'withdraw_ended'),
    },
  ]
}

const useColumns = (selection: WithdrawSelection) => {
  const t = useT()
  const format = useFormat()
  const withBank = useSettings().data?.bankFields ?? false
  const facts = useMemo(() => withdrawColumns(t, format, withBank), [t, format, withBank])
  return [selectColumn(t, selection), ...facts]
}

const Waiting = ({ waiting }: { waiting: ReturnType<typeof useWithdraws>['waiting'] }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Text fw={600} role="status">
      {waiting && t('withdraws_waiting', { count: waiting.count, amount: format.exactMoney(waiting.amount) })}
    </Text>
  )
}

export const WithdrawsPage = () => {
  const t = useT()
  const look = useAddressView(withdrawFields)
  const filter = look.settled
  const count = countWithdrawFilters(look.view)
  const isFiltered = countWithdrawFilters(filter) > 0 || Boolean(filter.search)
  const slice = useWithdraws(filter)
  const ground = useTableGround('withdraws', slice)
  const selection = useWithdrawSelection(slice.pages?.flat() ?? [])
  const columns = useColumns(selection)
  const { layout, setLayout } = useLayout(ground.state.keepAs, columns)
  const completing = useCompleting(selection.clear)
  const [ending, setEnding] = useState<WithdrawEnding | null>(null)
  const deeds = { complete: (row: WithdrawRow) => completing.ask([row], row.amount), end: setEnding }
  const locked = ground.isLocked ? t('withdraws_locked') : null
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_withdraws')} intro={t('withdraws_intro')} />
      <Waiting waiting={slice.waiting} />
      <WithdrawSelectionBar
        selection={selection}
        locked={locked}
        busy={completing.busyKey === 'all'}
        onComplete={(sum) => completing.ask(selection.chosen, sum)}
      />
      <div className={classes.table}>
        <ServerTable
          caption={t('nav_withdraws')}
          columns={columns}
          layout={layout}
          source={slice}
          pageSize={withdrawsPageSize}
          most={mostCounted}
          sort={formatSort(look.view.sort)}
          onSort={(sort) => look.change({ sort: sortText(sort) })}
          asked={JSON.stringify(filter)}
          rowKey={({ id }) => id}
          emptyText={t('no_withdraws')}
          noMatchText={t('no_data')}
          actions={(row) => actionsOf(t, row, deeds)}
          busyKey={completing.busyKey}
          onClearFilter={isFiltered ? look.clear : undefined}
          toolbar={
            <TableToolbar
              caption={t('nav_withdraws')}
              search={look.view.search ?? ''}
              searchLabel={t('withdraw_search')}
              onSearch={(search) => look.change({ search })}
              filters={{
                count,
                fields: <WithdrawsFilters view={look.view} onChange={look.change} />,
                onClear: count > 0 ? look.clear : undefined,
              }}
              columns={columns}
              layout={layout}
              onLayout={setLayout}
              exports={
                <ExportMenu name="withdraws" fetchFile={(kind) => callFile(exportWithdraws, { ...filter, format: kind })} />
              }
              locked={locked}
            />
          }
        />
      </div>
      {completing.dialog}
      {ending && <WithdrawEndDialog ending={ending} onClose={() => setEnding(null)} />}
    </Stack>
  )
}
