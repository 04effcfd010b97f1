// Every card payment, newest first: by state, by provider, or only those that somebody must look at.
import { ActionIcon, Chip, NativeSelect } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { exportPayments, type AdminPayment } from '@wayfare/contract/payments-admin'
import { paymentStates } from '@wayfare/core/payments'
import { providerNames } from '@wayfare/core/providers'
import { useMemo } from 'react'
import { callFile } from '../../api/call.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import { isAnyText, oneOf, useAddressView } from '../../shared/use-address-view.ts'
import { arrangeColumns, type Column } from '../../ui/data-table-model.ts'
import { DataTable } from '../../ui/data-table.tsx'
import styles from '../../ui/data-table.module.css'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import { useLayout } from '../../ui/use-layout.ts'
import { makePaymentColumns } from './payment-columns.tsx'
import classes from './payments.module.css'
import { useTableGround } from './use-table-ground.tsx'
import { usePayments } from './use-payments.ts'

/** What may stand in the address. */
const fields = {
  status: oneOf(paymentStates),
  provider: oneOf(providerNames),
  problem: oneOf(['true']),
  search: isAnyText,
}
type Look = ReturnType<typeof useAddressView<typeof fields>>

/** By provider, and a look whether there is something new. */
const Providers = ({ view, change, onReload }: Pick<Look, 'view' | 'change'> & { onReload: () => void }) => {
  const t = useT()
  return (
    <>
      <NativeSelect
        className={classes.select ?? ''}
        aria-label={t('payment_provider')}
        value={view.provider ?? ''}
        onChange={(event) => change({ provider: event.currentTarget.value })}
        data={[
          { value: '', label: t('payments_all_providers') },
          ...providerNames.map((name) => ({ value: name, label: getProviderLabel(name, t) })),
        ]}
      />
      <ActionIcon variant="default" aria-label={t('payments_read_again')} title={t('payments_read_again')} onClick={onReload}>
        <IconRefresh size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

const States = ({ view, change }: Pick<Look, 'view' | 'change'>) => {
  const t = useT()
  return (
    <div className={styles.chipRow}>
      <FilterChips
        label={t('payment_state')}
        options={paymentStates.map((id) => ({ id, label: t(`payment_state_${id}`) }))}
        value={view.status ?? null}
        onChange={(status) => change({ status })}
      />
      <Chip
        checked={view.problem === 'true'}
        onChange={(on) => change({ problem: on ? 'true' : null })}
        color="danger"
        variant="outline"
        classNames={{ label: styles.chip ?? '' }}
      >
        {t('payments_with_problem')}
      </Chip>
    </div>
  )
}

export const PaymentsPanel = ({ onOpen }: { onOpen: (payment: AdminPayment) => void }) => {
  const t = useT()
  const format = useFormat()
  const { view, settled: filter, change, clear } = useAddressView(fields)
  const slice = usePayments(filter)
  const columns = useMemo<Column<AdminPayment>[]>(() => makePaymentColumns(t, format), [t, format])
  const { isLocked, state } = useTableGround('payments', slice)
  const { layout, setLayout } = useLayout(state.keepAs, columns)
  return (
    <DataTable
      caption={t('nav_payments')}
      columns={arrangeColumns(columns, layout)}
      dense={layout.dense}
      rows={slice.data}
      rowKey={({ id }) => id}
      reading={slice}
      emptyText={t('payments_none')}
      onClearFilter={Object.keys(filter).length > 0 ? clear : undefined}
      onRow={onOpen}
      hasMore={slice.hasMore}
      loadingMore={slice.loadingMore}
      onMore={slice.loadMore}
      toolbar={
        <>
          <TableToolbar
            caption={t('nav_payments')}
            search={view.search ?? ''}
            searchLabel={t('payments_search')}
            onSearch={(search) => change({ search })}
            tools={<Providers view={view} change={change} onReload={slice.reload} />}
            columns={columns}
            layout={layout}
            onLayout={setLayout}
            exports={<ExportMenu name="payments" fetchFile={(kind) => callFile(exportPayments, { ...filter, format: kind })} />}
            locked={isLocked ? t('payments_locked') : null}
          />
          <States view={view} change={change} />
        </>
      }
    />
  )
}
