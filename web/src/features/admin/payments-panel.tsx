// Every card payment, newest first: by state, by provider, or only those that somebody must look at.
import { ActionIcon, Chip, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { exportPayments } from '@wayfare/contract/payments-admin'
import type { AdminPayment } from '@wayfare/contract/payments-admin'
import { paymentStates } from '@wayfare/core/payments'
import { providerNames } from '@wayfare/core/providers'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { callFile } from '../../api/call.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { providerLabel } from '../../shared/pay-form.tsx'
import { arrange } from '../../ui/data-table-model.ts'
import type { Column } from '../../ui/data-table-model.ts'
import { DataTable } from '../../ui/data-table.tsx'
import styles from '../../ui/data-table.module.css'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import { useLayout } from '../../ui/use-layout.ts'
import { paymentColumns } from './payment-columns.tsx'
import classes from './payments.module.css'
import { useTableGround } from './use-table-ground.tsx'
import { usePayments } from './use-payments.ts'
import type { PaymentsFilter } from './use-payments.ts'

/** Typed text asks the server once the typing pauses (ms). */
const pauseMs = 250

/** The view is in the address, so that it can be kept and shared. */
const useView = () => {
  const [params, setParams] = useSearchParams()
  const set = (name: 'status' | 'provider' | 'problem' | 'search', value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const status = paymentStates.find((one) => one === params.get('status')) ?? null
  const provider = providerNames.find((one) => one === params.get('provider')) ?? null
  const problem = params.get('problem') === 'true'
  return { status, provider, problem, search: params.get('search') ?? '', set, clear: () => setParams({}, { replace: true }) }
}
type View = ReturnType<typeof useView>

const filterOf = ({ status, provider, problem }: View, search: string): PaymentsFilter => ({
  ...(status ? { status } : {}),
  ...(provider ? { provider } : {}),
  ...(problem ? { problem: 'true' } : {}),
  ...(search ? { search } : {}),
})

/** By provider, and a look whether there is something new. */
const Providers = ({ view, onReload }: { view: View; onReload: () => void }) => {
  const t = useT()
  return (
    <>
      <NativeSelect
        className={classes.select ?? ''}
        size="md"
        aria-label={t('payment_provider')}
        value={view.provider ?? ''}
        onChange={(event) => view.set('provider', event.currentTarget.value)}
        data={[
          { value: '', label: t('payments_all_providers') },
          ...providerNames.map((name) => ({ value: name, label: providerLabel(name, t) })),
        ]}
      />
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('payments_read_again')}
        title={t('payments_read_again')}
        onClick={onReload}
      >
        <IconRefresh size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

const States = ({ view }: { view: View }) => {
  const t = useT()
  const chip = { variant: 'outline', classNames: { label: styles.chip ?? '' } } as const
  return (
    <div className={styles.chipRow}>
      <Chip.Group value={view.status ?? 'all'} onChange={(value) => view.set('status', value === 'all' ? null : String(value))}>
        <div className={styles.chipRow} role="group" aria-label={t('payment_state')}>
          <Chip value="all" {...chip}>
            {t('bookings_all')}
          </Chip>
          {paymentStates.map((status) => (
            <Chip key={status} value={status} {...chip}>
              {t(`payment_state_${status}`)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <Chip checked={view.problem} onChange={(on) => view.set('problem', on ? 'true' : null)} color="danger" {...chip}>
        {t('payments_with_problem')}
      </Chip>
    </div>
  )
}

export const PaymentsPanel = ({ onOpen }: { onOpen: (payment: AdminPayment) => void }) => {
  const t = useT()
  const format = useFormat()
  const view = useView()
  const [search] = useDebouncedValue(view.search.trim(), pauseMs)
  const filter = filterOf(view, search)
  const slice = usePayments(filter)
  const columns = useMemo<Column<AdminPayment>[]>(() => paymentColumns(t, format), [t, format])
  const { isLocked, state } = useTableGround('payments', slice)
  const { layout, setLayout } = useLayout(state.keepAs, columns)
  return (
    <DataTable
      caption={t('nav_payments')}
      columns={arrange(columns, layout)}
      dense={layout.dense}
      rows={slice.data}
      rowKey={({ id }) => id}
      loading={state.loading}
      error={state.error}
      onRetry={state.onRetry}
      emptyText={t('payments_none')}
      onClearFilter={Object.keys(filter).length > 0 ? view.clear : undefined}
      onRow={onOpen}
      hasMore={slice.hasMore}
      loadingMore={slice.loadingMore}
      onMore={slice.loadMore}
      toolbar={
        <>
          <TableToolbar
            caption={t('nav_payments')}
            search={view.search}
            searchLabel={t('payments_search')}
            onSearch={(next) => view.set('search', next)}
            filters={<Providers view={view} onReload={slice.reload} />}
            columns={columns}
            layout={layout}
            onLayout={setLayout}
            exports={<ExportMenu name="payments" fetchFile={(kind) => callFile(exportPayments, { ...filter, format: kind })} />}
            locked={isLocked ? t('payments_locked') : null}
            add={null}
          />
          <States view={view} />
        </>
      }
    />
  )
}
