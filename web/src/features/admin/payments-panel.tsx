// Every card payment, newest first: by state, by provider, or only those that somebody must look at.
import { ActionIcon, Chip, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import type { AdminPayment } from '@wayfare/contract/payments-admin'
import { paymentStates } from '@wayfare/core/payments'
import { providerNames } from '@wayfare/core/providers'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { providerLabel } from '../../shared/pay-form.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import styles from '../../ui/data-table.module.css'
import { useProblemText } from '../../ui/dialogs.tsx'
import { paymentColumns } from './payment-columns.tsx'
import classes from './payments.module.css'
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

const Filters = ({ view, onReload }: { view: View; onReload: () => void }) => {
  const t = useT()
  const chip = { variant: 'outline', classNames: { label: styles.chip ?? '' } } as const
  return (
    <>
      <div className={styles.tools}>
        <TextInput
          className={styles.search ?? ''}
          type="search"
          size="md"
          value={view.search}
          onChange={(event) => view.set('search', event.currentTarget.value)}
          aria-label={t('payments_search')}
          placeholder={t('payments_search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          styles={{ input: { minHeight: 44 } }}
        />
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
        <div className={styles.toolsEnd}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('payments_read_again')}
            title={t('payments_read_again')}
            onClick={onReload}
          >
            <IconRefresh size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <Group gap={8}>
        <Chip.Group value={view.status ?? 'all'} onChange={(value) => view.set('status', value === 'all' ? null : String(value))}>
          <Group gap={8} role="group" aria-label={t('payment_state')}>
            <Chip value="all" {...chip}>
              {t('bookings_all')}
            </Chip>
            {paymentStates.map((status) => (
              <Chip key={status} value={status} {...chip}>
                {t(`payment_state_${status}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Chip checked={view.problem} onChange={(on) => view.set('problem', on ? 'true' : null)} color="danger" {...chip}>
          {t('payments_with_problem')}
        </Chip>
      </Group>
    </>
  )
}

export const PaymentsPanel = ({ onOpen }: { onOpen: (payment: AdminPayment) => void }) => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const view = useView()
  const [search] = useDebouncedValue(view.search.trim(), pauseMs)
  const filter = filterOf(view, search)
  const slice = usePayments(filter)
  const columns = useMemo(() => paymentColumns(t, format), [t, format])
  return (
    <DataTable
      caption={t('nav_payments')}
      columns={columns}
      rows={slice.data}
      rowKey={({ id }) => id}
      loading={slice.loading}
      error={slice.error.flag ? problemText(slice.error.cause) : null}
      onRetry={slice.reload}
      emptyText={t('payments_none')}
      onClearFilter={Object.keys(filter).length > 0 ? view.clear : undefined}
      onRow={onOpen}
      hasMore={slice.hasMore}
      loadingMore={slice.loadingMore}
      onMore={slice.loadMore}
      toolbar={<Filters view={view} onReload={slice.reload} />}
    />
  )
}
