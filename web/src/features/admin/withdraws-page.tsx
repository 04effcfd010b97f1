// What people asked to have paid out: the desk pays, and says so once.
import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { completeWithdraw, exportWithdraws, withdrawSorts } from '@wayfare/contract/wallet-admin'
import type { WithdrawRow } from '@wayfare/contract/wallet-admin'
import { mostCounted } from '@wayfare/contract/bookings-filter'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { callFile } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { callOnce } from '../../shared/once-keys.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { useProblem } from '../../ui/dialogs.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { ServerTable } from '../../ui/server-table.tsx'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import { useLayout } from '../../ui/use-layout.ts'
import { useRowWork } from '../../ui/use-row-work.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useTableGround } from './use-table-ground.tsx'
import { useWithdraws, withdrawsPageSize } from './use-withdraws.ts'
import { withdrawColumns } from './withdraw-columns.tsx'
import classes from './withdraws.module.css'

/** Typed text asks the server once the typing pauses (ms). */
const pauseMs = 250

const states = ['waiting', 'processed'] as const

/** The view is in the address, so that it can be kept and shared. */
const useView = () => {
  const [params, setParams] = useSearchParams()
  const set = (name: 'state' | 'search' | 'sort', value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const state = states.find((one) => one === params.get('state')) ?? null
  const sort = withdrawSorts.find((one) => one === params.get('sort')) ?? null
  return { state, sort, search: params.get('search') ?? '', set, clear: () => setParams({}, { replace: true }) }
}

/** Asks before money counts as paid out: there is no way back. */
const useCompleting = () => {
  const t = useT()
  const format = useFormat()
  const client = useQueryClient()
  const problem = useProblem()
  const work = useRowWork()
  const [asked, setAsked] = useState<WithdrawRow | null>(null)
  const reread = () => client.invalidateQueries({ queryKey: queryKeys.withdraws })
  const complete = ({ id }: WithdrawRow) =>
    work.run(
      id,
      () => callOnce(completeWithdraw, { id }).then(reread),
      (cause) => {
        problem(cause)
        void reread()
      },
    )
  const dialog = (
    <ConfirmDialog
      opened={asked !== null}
      title={t('withdraw_complete_title')}
      confirmLabel={t('withdraw_complete')}
      onClose={() => setAsked(null)}
      onConfirm={() => {
        if (asked) void complete(asked)
        setAsked(null)
      }}
    >
      {asked && (
        <>
          <Text>{t('withdraw_complete_text', { amount: format.fullMoney(asked.amount), name: asked.name })}</Text>
          {asked.bankAccount && (
            <Text mt="xs" fw={600}>
              {[asked.bankName, asked.bankCode, asked.bankAccount].filter(Boolean).map((part, at) => (
                <span key={part}>
                  {at > 0 && ' · '}
                  <bdi>{part}</bdi>
                </span>
              ))}
            </Text>
          )}
        </>
      )}
    </ConfirmDialog>
  )
  return { ask: setAsked, dialog, busyKey: work.busyKey }
}

export const WithdrawsPage = () => {
  const t = useT()
  const format = useFormat()
  const { state, sort, search, set, clear } = useView()
  const [asked] = useDebouncedValue(search.trim(), pauseMs)
  const filter = { ...(state ? { state } : {}), ...(asked ? { search: asked } : {}), ...(sort ? { sort } : {}) }
  const slice = useWithdraws(filter)
  const ground = useTableGround('withdraws', slice)
  const withBank = useSettings().data?.bankFields ?? false
  const columns = useMemo(() => withdrawColumns(t, format, withBank), [t, format, withBank])
  const { layout, setLayout } = useLayout(ground.state.keepAs, columns)
  const completing = useCompleting()
  const actions = (row: WithdrawRow): readonly RowAction[] => [
    {
      label: t('withdraw_complete'),
      icon: <IconCircleCheck size={16} aria-hidden />,
      onClick: () => completing.ask(row),
      disabledReason: row.processed ? t('withdraw_processed') : null,
    },
  ]
  const { waiting } = slice
  const sum = waiting ? t('withdraws_waiting', { count: waiting.count, amount: format.exactMoney(waiting.amount) }) : null
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_withdraws')} intro={t('withdraws_intro')} />
      <Text fw={600} role="status">
        {sum}
      </Text>
      <div className={classes.table}>
        <ServerTable
          caption={t('nav_withdraws')}
          columns={columns}
          layout={layout}
          source={slice}
          pageSize={withdrawsPageSize}
          most={mostCounted}
          sort={sort && { column: sort.replace('-', ''), down: sort.startsWith('-') }}
          onSort={(next) => set('sort', next && `${next.down ? '-' : ''}${next.column}`)}
          asked={JSON.stringify(filter)}
          rowKey={({ id }) => id}
          error={ground.state.error}
          onRetry={ground.state.onRetry}
          emptyText={t('no_withdraws')}
          noMatchText={t('no_data')}
          actions={actions}
          busyKey={completing.busyKey}
          onClearFilter={state || asked ? clear : undefined}
          toolbar={
            <>
              <TableToolbar
                caption={t('nav_withdraws')}
                search={search}
                searchLabel={t('withdraw_search')}
                onSearch={(next) => set('search', next)}
                columns={columns}
                layout={layout}
                onLayout={setLayout}
                exports={
                  <ExportMenu name="withdraws" fetchFile={(kind) => callFile(exportWithdraws, { ...filter, format: kind })} />
                }
                locked={ground.isLocked ? t('withdraws_locked') : null}
                add={null}
              />
              <FilterChips
                label={t('withdraw_processed_head')}
                options={states.map((id) => ({ id, label: t(id === 'waiting' ? 'withdraw_waiting' : 'withdraw_paid') }))}
                value={state}
                onChange={(next) => set('state', next)}
              />
            </>
          }
        />
      </div>
      {completing.dialog}
    </Stack>
  )
}
